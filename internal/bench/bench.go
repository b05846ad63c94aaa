package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"

	"anamnesis/internal/kb"
	"anamnesis/internal/store"
)

// Bench is a run.
type Bench struct {
	Program    string         // path of the program itself, which serves ours and the echo
	Base       *kb.Base       // the knowledge base that the program brings along
	Peers      string         // path of the peers' program; "" leaves their rows out
	PocketBase string         // path of PocketBase's program; "" leaves its rows out
	OPA        string         // path of OPA's program; "" leaves its row out
	OpenFGA    string         // path of OpenFGA's program; "" leaves its row out
	Postgres   string         // DSN of an empty database; "" leaves its rows out
	Records    int            // consultations of the large database
	Quick      bool           // few and short rounds
	Only       *regexp.Regexp // rows whose name matches; nil runs all
	Log        io.Writer      // progress
	dir        string         // scratch
	filled     *stored        // the large database, once it is made
	// Open opens a store, to fill it; nil leaves the rows that need it out.
	Open func(ctx context.Context, database string) (store.Store, error)
}

// rows of a run in their order.
func (b *Bench) rows() []row {
	return []row{
		{"chat turn, SQLite FULL, 64 connections", "net/http JSON echo", .5, b.turn64, false},
		{"chat turn, SQLite FULL, 8 connections", "net/http JSON echo", .3, b.turn8, false},
		{"chat turn, SQLite FULL, 64 connections", "PocketBase 0.36.8, PATCH of a record, NORMAL", 7, b.pocketBase, false},
		{"chat turn, SQLite FULL, 64 connections", "OpenFGA 1.22, Check in memory", 2, b.openFGA, true},
		{"chat turn, SQLite FULL, 64 connections", "OPA 1.22, decision", 1, b.opa, true},
		{"chat turn, PostgreSQL, 64 connections", "net/http JSON echo", .5, b.postgres, false},
		{"chat turn, PostgreSQL, 64 connections", "pgbench, prepared SELECT and UPDATE", 1.5, b.pgbench, true},
		{"chat turn, PostgreSQL, two replicas of one core", "one replica of two cores", .9, b.replicas, true},
		{"chat turn, 5,000 a second in an open loop", "net/http JSON echo at the same rate", .5, b.steady, true},
		{"chat turn among many stored consultations", "itself among 10,000", .95, b.amongMany, true},
		{"chat turn beside a retrieval of all records, 500 a second", "itself without", 1 / 1.5, b.beside, true},
		{"whole consultations, from 100 to 5,000 requests a second", "20 ms", 1, b.crowd, true},
		{"chat turn, three times what saturates", "itself saturated", .9, b.flood, true},
		{"GET /chat, 1,500 connections", "itself with 64 connections", .9, b.overload, true},
		{"GET /chat, 64 connections", "net/http JSON echo", .8, b.state, false},
		{"GET /chat, PostgreSQL, 64 connections", "net/http JSON echo", .5, b.statePostgres, false},
		{"GET /symptom-search, 64 connections", "net/http JSON echo", .9, b.search, false},
		{"engine, posterior and information per answer", "textbook loop", 2000, b.engineTextbook, false},
		{"engine, posterior and information per answer", "numpy with OpenBLAS, two products", 10, b.engineNumpy, true},
		{"engine, same question", "exact float64 reference", 1, b.engineExact, false},
		{"engine, five times the conditions", "itself with those that there are", .5, b.engineGrown, false},
		{"interview, turn with 3,500 conditions", "itself with 700", .5, b.interviewGrown, false},
		{"type-ahead, time per query", "bleve 2", 100, b.typeahead("typeahead"), false},
		{"type-ahead, time per query", "PostgreSQL pg_trgm", 100, b.typeahead("pg_trgm"), true},
		{"type-ahead, time per query", "SQLite FTS5, trigrams", 0, b.typeahead("fts5"), true},
		{"type-ahead, time per query", "minisearch 7", 40, b.typeahead("minisearch"), true},
		{"type-ahead, time per query", "fuse.js 7", 40, b.typeahead("fuse"), true},
		{"recognising a text of 200 characters", "Aho-Corasick alone", .1, b.recognise, false},
		{"limits, time per request", "redis_rate v10", 100, b.limits, false},
		{"start to ready", "100 ms", 1, b.start, false},
		{"start to ready", "PocketBase 0.36.8", 0, b.startBeside, true},
		{"resident memory under load", "PocketBase 0.36.8", 2, b.memory, true},
	}
}

type row struct {
	name, peer string
	reach      float64
	run        func(context.Context) (Result, error)
	long       bool // left out of a quick run
}

// Run makes all rows. A row that fails says so and does not end the run; the error is of the run itself.
func (b *Bench) Run(ctx context.Context) (*Report, error) {
	var err error
	if b.dir, err = os.MkdirTemp("", "anamnesis-bench-"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(b.dir)
	rep := &Report{Machine: thisMachine(), Quick: b.Quick}
	for _, r := range b.rows() {
		if b.Only != nil && !b.Only.MatchString(r.name) || b.Only == nil && b.Quick && r.long {
			continue
		}
		begin := time.Now()
		res, err := r.run(ctx)
		if err != nil {
			res.NotRun = err.Error()
		}
		res.Name, res.Peer, res.Reach = r.name, r.peer, r.reach
		rep.Results = append(rep.Results, res)
		fmt.Fprintf(b.Log, "%s: ratio %s, %.1f s\n", r.name, figure(res.Ratio), time.Since(begin).Seconds())
		if ctx.Err() != nil {
			return rep, ctx.Err()
		}
	}
	return rep, nil
}

// rounds is how often a row is measured in turns.
func (b *Bench) rounds() int {
	if b.Quick {
		return 3
	}
	return 7
}

// window is how long one side of a round takes.
func (b *Bench) window() time.Duration {
	if b.Quick {
		return 400 * time.Millisecond
	}
	return 2 * time.Second
}
