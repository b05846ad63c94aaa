package main

import (
	"database/sql"
	"encoding/json"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// vocabularyAndQueries is the setup of every search.
type vocabularyAndQueries struct {
	Names    []name `json:"names"`
	Queries  []name `json:"queries"`
	Postgres string `json:"postgres"` // DSN of an empty database, for pgTrigrams
}

// found measures one search over all queries; ids are only kept in the first round.
func found(queries []name, search func(text string) ([]string, error)) func() (measured, error) {
	first := true
	return func() (measured, error) {
		var m measured
		begin := time.Now()
		for _, q := range queries {
			ids, err := search(q.Text)
			if err != nil {
				return m, err
			}
			if first {
				m.Found = append(m.Found, ten(ids))
			}
		}
		m.Micros = perOperation(begin, len(queries))
		first = false
		return m, nil
	}
}

// ten are the first ten different ids.
func ten(ids []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, id := range ids {
		if !seen[id] && len(out) < 10 {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// sqliteTrigrams is FTS5 with its trigram tokenizer in memory. FTS5 knows no distance, so that a query is any of its
// trigrams, best match first by bm25: the form that forgives typing errors.
func sqliteTrigrams(setup []byte) (func() (measured, error), func(), error) {
	var in vocabularyAndQueries
	if err := json.Unmarshal(setup, &in); err != nil {
		return nil, nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	if err := fillSQLite(db, in.Names); err != nil {
		return nil, nil, err
	}
	search, err := db.Prepare(`SELECT id FROM names WHERE names MATCH ? ORDER BY rank LIMIT 30`)
	if err != nil {
		return nil, nil, err
	}
	return found(in.Queries, func(text string) ([]string, error) { return column(search.Query(anyTrigram(text))) }), func() { _ = db.Close() }, nil
}

func fillSQLite(db *sql.DB, names []name) error {
	if _, err := db.Exec(`CREATE VIRTUAL TABLE names USING fts5(id UNINDEXED, text, tokenize = 'trigram')`); err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	for _, n := range names {
		if _, err := tx.Exec(`INSERT INTO names VALUES (?, ?)`, n.ID, strings.ToLower(n.Text)); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// anyTrigram is the FTS5 query for any of a text's trigrams.
func anyTrigram(text string) string {
	letters := []rune(strings.ReplaceAll(strings.ToLower(text), `"`, ""))
	var all []string
	for i := 0; i+3 <= len(letters); i++ {
		all = append(all, `"`+string(letters[i:i+3])+`"`)
	}
	return strings.Join(all, " OR ")
}

// column reads the first column of all rows.
func column(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}
