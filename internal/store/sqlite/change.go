package sqlite

import (
	"context"

	"anamnesis/internal/store"
)

// change runs one statement that is meant for an existing row: ErrNotFound if it changed none.
func (s *Store) change(ctx context.Context, what, query string, args ...any) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		n, err := c.exec(query, args...)
		if n == 0 {
			return orNotFound(err)
		}
		return err
	}), what)
}

// free returns ErrExists if the query has a row.
func free(c *conn, query string, args ...any) error {
	taken, err := c.has(query, args...)
	if err == nil && taken {
		return store.ErrExists
	}
	return err
}

// orNotFound is err, or ErrNotFound where nothing else went wrong.
func orNotFound(err error) error {
	if err == nil {
		return store.ErrNotFound
	}
	return err
}
