package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
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
	if err := whole(ctx, path, db); err != nil {
		return err
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

// checkedBytes is the size up to which a file is looked through before it is served: that much takes less than 100 ms.
const checkedBytes = 32 << 20

// whole refuses a file whose pages do not hang together: it would answer some with errors, long after the damage.
func whole(ctx context.Context, path string, db *sql.DB) error {
	if info, err := os.Stat(path); err != nil || info.Size() > checkedBytes {
		return err
	}
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("look through the file: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("the file is damaged (%s); restore a backup", strings.TrimSpace(verdict))
	}
	return nil
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
