package postgres

import (
	"context"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

type dataKeys struct{ *Store }

// DataKeys implements store.Store.
func (s *Store) DataKeys() store.DataKeys { return dataKeys{s} }

func (s dataKeys) All(ctx context.Context) (all []store.DataKey, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT id, wrapped, created FROM data_keys ORDER BY created, id`)
		if err == nil {
			all, err = collect(rows, scanDataKey)
		}
		return err
	})
	return all, doing(err, "read data keys")
}

func (s dataKeys) Add(ctx context.Context, k store.DataKey) error {
	return doing(s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		return added(tx.Exec(ctx, `INSERT INTO data_keys (id, wrapped, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, k.ID, blob(k.Wrapped), k.Created))
	}), "add data key")
}

func (s dataKeys) Rewrap(ctx context.Context, id string, wrapped []byte) error {
	return s.existing(ctx, "rewrap data key", `UPDATE data_keys SET wrapped = $2 WHERE id = $1`, id, blob(wrapped))
}

func scanDataKey(r scanner) (k store.DataKey, err error) {
	return k, r.Scan(&k.ID, bytes{&k.Wrapped}, instant{&k.Created})
}
