package postgres

import (
	"context"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

type partners struct{ *Store }

// Partners implements store.Store.
func (s *Store) Partners() store.Partners { return partners{s} }

const (
	partnerColumns = `p.id, p.name, p.secret_hash, p.languages, p.origins, p.debug, p.rate, p.burst, p.daily_quota, p.retention_days, p.created`
	keyColumns     = `k.hash, k.partner_id, k.created, k.revoked`

	insertPartner = `INSERT INTO partners (id, name, secret_hash, languages, origins, debug, rate, burst, daily_quota, retention_days, created)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`
	insertKey = `INSERT INTO api_keys (hash, partner_id, created, revoked) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`
)

func (s partners) Create(ctx context.Context, p store.Partner, key store.APIKey) error {
	return doing(s.change(ctx, s.o.Timeout, func(ctx context.Context, tx pgx.Tx) error {
		err := added(tx.Exec(ctx, insertPartner, partnerValues(p)...))
		if err == nil {
			err = added(tx.Exec(ctx, insertKey, blob(key.Hash), p.ID, key.Created, optional(key.Revoked)))
		}
		return err
	}), "create partner")
}

func partnerValues(p store.Partner) []any {
	return []any{
		p.ID, p.Name, blob(p.SecretHash), listed(p.Languages), listed(p.Origins), p.Debug,
		p.Rate, int64(p.Burst), p.DailyQuota, int64(p.RetentionDays), p.Created,
	}
}

func (s partners) Update(ctx context.Context, p store.Partner) error {
	return s.existing(ctx, "update partner", `UPDATE partners SET name = $2, languages = $3, origins = $4, debug = $5,
		rate = $6, burst = $7, daily_quota = $8, retention_days = $9 WHERE id = $1`,
		p.ID, p.Name, listed(p.Languages), listed(p.Origins), p.Debug, p.Rate, int64(p.Burst), p.DailyQuota, int64(p.RetentionDays))
}

func (s partners) SetSecret(ctx context.Context, id string, hash []byte) error {
	return s.existing(ctx, "set partner's secret", `UPDATE partners SET secret_hash = $2 WHERE id = $1`, id, blob(hash))
}

func (s partners) Partner(ctx context.Context, id string) (p store.Partner, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) (err error) {
		p, err = scanPartner(c.QueryRow(ctx, `SELECT `+partnerColumns+` FROM partners p WHERE id = $1`, id))
		return err
	})
	return p, doing(err, "read partner")
}

func (s partners) List(ctx context.Context) (all []store.Partner, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT `+partnerColumns+` FROM partners p ORDER BY p.created, p.id`)
		if err == nil {
			all, err = collect(rows, scanPartner)
		}
		return err
	})
	return all, doing(err, "list partners")
}

func (s partners) AddKey(ctx context.Context, key store.APIKey) error {
	return doing(s.change(ctx, s.o.Timeout, func(ctx context.Context, tx pgx.Tx) error {
		var n int
		err := tx.QueryRow(ctx, `SELECT 1 FROM partners WHERE id = $1`, key.PartnerID).Scan(&n)
		if err == nil {
			err = added(tx.Exec(ctx, insertKey, blob(key.Hash), key.PartnerID, key.Created, optional(key.Revoked)))
		}
		return err
	}), "add api key")
}

func (s partners) RevokeKey(ctx context.Context, hash []byte, at time.Time) error {
	return s.existing(ctx, "revoke api key", `UPDATE api_keys SET revoked = coalesce(revoked, $2) WHERE hash = $1`, blob(hash), at)
}

func (s partners) PartnerByKey(ctx context.Context, hash []byte) (p store.Partner, key store.APIKey, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT `+partnerColumns+`, `+keyColumns+` FROM api_keys k JOIN partners p ON p.id = k.partner_id WHERE k.hash = $1`,
			blob(hash)).Scan(append(partnerFields(&p), keyFields(&key)...)...)
	})
	return p, key, doing(err, "read partner by key")
}

func (s partners) APIKeys(ctx context.Context, partnerID string) (all []store.APIKey, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT `+keyColumns+` FROM api_keys k WHERE k.partner_id = $1 ORDER BY k.created, k.hash`, partnerID)
		if err == nil {
			all, err = collect(rows, scanAPIKey)
		}
		return err
	})
	return all, doing(err, "read api keys")
}

func scanPartner(r scanner) (p store.Partner, err error) { return p, r.Scan(partnerFields(&p)...) }

func scanAPIKey(r scanner) (k store.APIKey, err error) { return k, r.Scan(keyFields(&k)...) }

func partnerFields(p *store.Partner) []any {
	return []any{
		&p.ID, &p.Name, bytes{&p.SecretHash}, list{&p.Languages}, list{&p.Origins}, &p.Debug,
		&p.Rate, &p.Burst, &p.DailyQuota, &p.RetentionDays, instant{&p.Created},
	}
}

func keyFields(k *store.APIKey) []any {
	return []any{bytes{&k.Hash}, &k.PartnerID, instant{&k.Created}, instant{&k.Revoked}}
}
