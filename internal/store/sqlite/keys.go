package sqlite

import (
	"context"
	"time"

	"anamnesis/internal/store"
)

type keys struct{ *Store }

// Keys implements store.Store.
func (s *Store) Keys() store.Keys { return keys{s} }

func (s keys) Live(ctx context.Context) (live []store.SigningKey, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		live, err = collect(c, func(r scanner) (k store.SigningKey, err error) {
			return k, r.Scan(&k.ID, &k.Secret, instant{&k.Created}, instant{&k.Retired})
		}, `SELECT id, secret, created, retired FROM signing_keys WHERE retired IS NULL ORDER BY created DESC, id`)
		return err
	})
	return live, doing(err, "read signing keys")
}

func (s keys) Add(ctx context.Context, k store.SigningKey) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		n, err := c.exec(`INSERT INTO signing_keys (id, secret, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			k.ID, blob(k.Secret), micros(k.Created))
		if err == nil && n == 0 {
			return store.ErrExists
		}
		return err
	}), "add signing key")
}

func (s keys) Retire(ctx context.Context, id string, at time.Time) error {
	return s.change(ctx, "retire signing key", `UPDATE signing_keys SET retired = coalesce(retired, ?) WHERE id = ?`, micros(at), id)
}
