package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the database to the newest schema. Of many replicas that start at once one does it and the others
// wait, while those that run already go on: a migration must leave the schema usable for the release before it.
func migrate(ctx context.Context, c *pgx.ConnConfig) (err error) {
	c = c.Copy()
	c.RuntimeParams["statement_timeout"] = "0" // a migration may take its time
	c.RuntimeParams["lock_timeout"] = "5s"     // but not keep those who serve from a table that it waits for
	db := stdlib.OpenDB(*c)
	defer func() { err = errors.Join(err, db.Close()) }()
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, sub, goose.WithSessionLocker(locker{}))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// lockID is "anamnesi" in ASCII: the advisory lock under which the schema changes.
const lockID = 0x616e616d6e657369

// locker waits in the database, which frees the lock should the process die.
type locker struct{}

// SessionLock implements lock.SessionLocker.
func (locker) SessionLock(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, `SET lock_timeout = 0`)
	if err == nil {
		_, err = c.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(lockID))
	}
	if err == nil {
		_, err = c.ExecContext(ctx, `SET lock_timeout = '5s'`)
	}
	return err
}

// SessionUnlock implements lock.SessionLocker.
func (locker) SessionUnlock(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, int64(lockID))
	return err
}
