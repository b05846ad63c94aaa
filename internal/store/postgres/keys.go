package postgres

import (
	"context"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

type keys struct{ *Store }

// Keys implements store.Store.
func (s *Store) Keys() store.Keys { return keys{s} }

const signingKeyColumns = `id, secret, created, retired`

func (s keys) Live(ctx context.Context) (live []store.SigningKey, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT `+signingKeyColumns+` FROM signing_keys WHERE retired IS NULL ORDER BY created DESC, id`)
		if err == nil {
			live, err = collect(rows, scanSigningKey)
		}
		return err
	})
	return live, doing(err, "read signing keys")
}

func scanSigningKey(r scanner) (k store.SigningKey, err error) {
	return k, r.Scan(&k.ID, bytes{&k.Secret}, instant{&k.Created}, instant{&k.Retired})
}

func (s keys) Add(ctx context.Context, k store.SigningKey) error {
	return doing(s.change(ctx, s.o.Timeout, func(ctx context.Context, tx pgx.Tx) error {
		return added(tx.Exec(ctx, `INSERT INTO signing_keys (id, secret, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, k.ID, blob(k.Secret), k.Created))
	}), "add signing key")
}

func (s keys) Retire(ctx context.Context, id string, at time.Time) error {
	return s.existing(ctx, "retire signing key", `UPDATE signing_keys SET retired = coalesce(retired, $2) WHERE id = $1`, id, at)
}

// existing runs one statement that is meant for an existing row: ErrNotFound if it changed none.
func (s *Store) existing(ctx context.Context, what, query string, args ...any) error {
	return doing(s.change(ctx, s.o.Timeout, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, query, args...)
		if err == nil && tag.RowsAffected() == 0 {
			return store.ErrNotFound
		}
		return err
	}), what)
}

// added turns an insertion that met its like into ErrExists.
func added(tag pgconn.CommandTag, err error) error {
	if err == nil && tag.RowsAffected() == 0 {
		return store.ErrExists
	}
	return err
}
