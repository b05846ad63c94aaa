package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"anamnesis/internal/store"
)

// readers is the pool of connections that only read. Unlike database/sql's own it hands out connections together with
// their prepared statements, and waiting is the only part that looks at the context.
type readers struct {
	idle   chan *conn
	size   int
	closed chan struct{}
	once   sync.Once
}

func openReaders(ctx context.Context, db *sql.DB, n int) (*readers, error) {
	r := &readers{idle: make(chan *conn, n), closed: make(chan struct{})}
	for range n {
		c, err := openConn(ctx, db)
		if err != nil {
			return nil, errors.Join(err, r.close())
		}
		r.idle <- c
		r.size++
	}
	return r, nil
}

// do lends a connection to read.
func (r *readers) do(ctx context.Context, read func(*conn) error) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	select {
	case c := <-r.idle:
		defer func() { r.idle <- c }()
		return read(c)
	case <-r.closed:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// open says why nothing can be read now.
func (r *readers) open(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-r.closed:
		return store.ErrClosed
	default:
		return nil
	}
}

// snapshot is do with all statements of read seeing one moment.
func (r *readers) snapshot(ctx context.Context, read func(*conn) error) error {
	return r.do(ctx, func(c *conn) error {
		if _, err := c.exec("BEGIN"); err != nil {
			return err
		}
		err := read(c)
		_, end := c.exec("ROLLBACK") // nothing was written
		return errors.Join(err, end)
	})
}

// close waits for reads under way.
func (r *readers) close() error {
	var errs []error
	r.once.Do(func() {
		close(r.closed)
		for range r.size {
			errs = append(errs, (<-r.idle).close())
		}
	})
	return errors.Join(errs...)
}
