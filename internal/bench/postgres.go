package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// errNoPostgres: its DSN was not given.
var errNoPostgres = errors.New("no database was given: --postgres=DSN of an empty one, synchronous_commit on")

// postgres measures turns on PostgreSQL against the echo.
func (b *Bench) postgres(ctx context.Context) (Result, error) {
	const n = 64
	if b.Postgres == "" {
		return Result{}, errNoPostgres
	}
	p, err := b.echoPairOn(ctx, n, b.Postgres)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	return b.turnsOf(p, n)
}

// statePostgres measures GET /chat on PostgreSQL against the echo.
func (b *Bench) statePostgres(ctx context.Context) (Result, error) {
	if b.Postgres == "" {
		return Result{}, errNoPostgres
	}
	return b.stateOn(ctx, b.Postgres)
}

// transaction is what pgbench does: a state read and written by its key, each in a statement of its own.
const transaction = `\set aid random(1, 100000)
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = :aid;
`

var transactionsPerSecond = regexp.MustCompile(`tps = ([0-9.]+)`)

// pgbench measures turns on PostgreSQL against PostgreSQL's own benchmark on the same server, with as many clients.
func (b *Bench) pgbench(ctx context.Context) (Result, error) {
	const n = 64
	if b.Postgres == "" {
		return Result{}, errNoPostgres
	}
	script := filepath.Join(b.dir, "transaction.sql")
	if err := os.WriteFile(script, []byte(transaction), 0o600); err != nil {
		return Result{}, err
	}
	if out, err := exec.CommandContext(ctx, "pgbench", "-q", "-i", b.Postgres).CombinedOutput(); err != nil {
		return Result{}, fmt.Errorf("pgbench -i: %w: %.200s", err, out)
	}
	p, err := b.echoPairOn(ctx, n, b.Postgres)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	crowd := newCrowd(n)
	var all pairs
	var last rate
	seconds := strconv.Itoa(max(1, int(b.window().Seconds())))
	for i := range b.rounds() {
		users, err := b.admit(p, crowd, i, b.people(n, last))
		if err != nil {
			return Result{}, err
		}
		out, err := exec.CommandContext(ctx, "pgbench", "-n", "-M", "prepared", "-c", strconv.Itoa(n), "-j", "2", "-T", seconds, "-f", script, b.Postgres).Output()
		found := transactionsPerSecond.FindSubmatch(out)
		if err != nil || found == nil {
			return Result{}, fmt.Errorf("pgbench: %w: %.200s", err, out)
		}
		theirs, _ := strconv.ParseFloat(string(found[1]), 64)
		if last, err = closed(p.toOurs, users, b.window()); err != nil {
			return Result{}, err
		}
		all.add(last.perSecond(), theirs)
	}
	return all.result("", "", "per second", false), nil
}
