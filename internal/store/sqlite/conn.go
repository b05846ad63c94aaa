package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"anamnesis/internal/store"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// conn is one connection with its prepared statements; one goroutine uses it at a time.
//
// Its statements run without the request's context: each takes microseconds, and the driver starts a goroutine for
// every statement whose context can be cancelled.
type conn struct {
	sql      *sql.Conn
	prepared map[string]*sql.Stmt
}

func openConn(ctx context.Context, db *sql.DB) (*conn, error) {
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{sql: c, prepared: make(map[string]*sql.Stmt)}, nil
}

// stmt prepares each text once. Texts are constants of this package, so the map is bounded.
func (c *conn) stmt(query string) (*sql.Stmt, error) {
	if s, ok := c.prepared[query]; ok {
		return s, nil
	}
	s, err := c.sql.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	c.prepared[query] = s
	return s, nil
}

// exec returns the number of rows changed.
func (c *conn) exec(query string, args ...any) (int, error) {
	s, err := c.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

// row reads one row into dest; store.ErrNotFound if there is none.
func (c *conn) row(query string, args []any, dest ...any) error {
	s, err := c.stmt(query)
	if err != nil {
		return err
	}
	if err = s.QueryRow(args...).Scan(dest...); errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// has reports whether the query, a SELECT of one number, has a row.
func (c *conn) has(query string, args ...any) (bool, error) {
	var n int
	err := c.row(query, args, &n)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// each calls do for every row of a query.
func (c *conn) each(do func(scanner) error, query string, args ...any) error {
	s, err := c.stmt(query)
	if err != nil {
		return err
	}
	rows, err := s.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// collect reads every row of a query by scan.
func collect[T any](c *conn, scan func(scanner) (T, error), query string, args ...any) (all []T, err error) {
	err = c.each(func(r scanner) error {
		v, err := scan(r)
		if err == nil {
			all = append(all, v)
		}
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

func (c *conn) close() error {
	var errs []error
	for _, s := range c.prepared {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.sql.Close())...)
}

// discard closes the connection for good, with whatever transaction is open on it.
func (c *conn) discard() {
	for _, s := range c.prepared {
		_ = s.Close()
	}
	_ = c.sql.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.sql.Close()
}

// doing adds to an error what was being done; the contract's errors stay recognisable by errors.Is.
func doing(err error, what string) error {
	switch {
	case err == nil:
		return nil
	case passing(err) && !errors.Is(err, store.ErrUnavailable):
		return fmt.Errorf("sqlite: %s: %w: %w", what, store.ErrUnavailable, err)
	}
	return fmt.Errorf("sqlite: %s: %w", what, err)
}

// passing reports an error of the disk, of memory or of another process' lock: the same call may succeed later.
func passing(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_NOMEM,
		lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_PROTOCOL:
		return true
	}
	return false
}
