package sqlite

import (
	"context"

	"anamnesis/internal/store"
)

type dataKeys struct{ *Store }

// DataKeys implements store.Store.
func (s *Store) DataKeys() store.DataKeys { return dataKeys{s} }

func (s dataKeys) All(ctx context.Context) (all []store.DataKey, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		all, err = collect(c, func(r scanner) (k store.DataKey, err error) {
			return k, r.Scan(&k.ID, &k.Wrapped, instant{&k.Created})
		}, `SELECT id, wrapped, created FROM data_keys ORDER BY created, id`)
		return err
	})
	return all, doing(err, "read data keys")
}

func (s dataKeys) Add(ctx context.Context, k store.DataKey) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		n, err := c.exec(`INSERT INTO data_keys (id, wrapped, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			k.ID, blob(k.Wrapped), micros(k.Created))
		if err == nil && n == 0 {
			return store.ErrExists
		}
		return err
	}), "add data key")
}

func (s dataKeys) Rewrap(ctx context.Context, id string, wrapped []byte) error {
	return s.change(ctx, "rewrap data key", `UPDATE data_keys SET wrapped = ? WHERE id = ?`, blob(wrapped), id)
}
