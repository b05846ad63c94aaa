package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the file to WAL mode and to the newest schema. Of many processes that start at once one does it and
// the others wait.
func migrate(ctx context.Context, path string, db *sql.DB) (err error) {
	unlock, err := lock(ctx, path+"-migrate")
	if err != nil {
		return fmt.Errorf("lock for migration: %w", err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if _, err = db.ExecContext(ctx, "PRAGMA journal_mode=WAL"); err != nil {
		return fmt.Errorf("switch to WAL: %w", err)
	}
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, sub)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// lock takes an exclusive lock on an empty database file of its own, which the system frees should the process die.
// A lock on the database itself would shut out the connection that migrates.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	if err := createPrivate(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path, "busy_timeout("+millis(time.Minute)+")"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db.Close, nil
}
