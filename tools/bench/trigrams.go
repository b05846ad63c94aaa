package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

var errNoPostgres = errors.New("no PostgreSQL was given: --postgres DSN")

// pgTrigrams is pg_trgm with a GiST index: the names nearest to what was typed by word similarity, which also takes the
// beginning of a name.
func pgTrigrams(setup []byte) (func() (measured, error), func(), error) {
	var in vocabularyAndQueries
	if err := json.Unmarshal(setup, &in); err != nil {
		return nil, nil, err
	}
	if in.Postgres == "" {
		return nil, nil, errNoPostgres
	}
	db, err := sql.Open("pgx", in.Postgres)
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	stop := func() { _, _ = db.Exec(`DROP TABLE IF EXISTS bench_names`); _ = db.Close() }
	if err := fillPostgres(db, in.Names); err != nil {
		stop()
		return nil, nil, err
	}
	search, err := db.Prepare(`SELECT id FROM bench_names ORDER BY $1 <<-> text LIMIT 30`)
	if err != nil {
		stop()
		return nil, nil, err
	}
	return found(in.Queries, func(text string) ([]string, error) { return column(search.Query(strings.ToLower(text))) }), stop, nil
}

func fillPostgres(db *sql.DB, names []name) error {
	for _, s := range []string{
		`CREATE EXTENSION IF NOT EXISTS pg_trgm`,
		`DROP TABLE IF EXISTS bench_names`,
		`CREATE TABLE bench_names (id text, text text)`,
	} {
		if _, err := db.Exec(s); err != nil {
			return err
		}
	}
	for _, n := range names {
		if _, err := db.Exec(`INSERT INTO bench_names VALUES ($1, $2)`, n.ID, strings.ToLower(n.Text)); err != nil {
			return err
		}
	}
	if _, err := db.Exec(`CREATE INDEX ON bench_names USING gist (text gist_trgm_ops)`); err != nil {
		return err
	}
	_, err := db.Exec(`ANALYZE bench_names`)
	return err
}
