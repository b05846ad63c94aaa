package sqlite

import (
	"context"
	"time"

	"anamnesis/internal/store"
)

type partners struct{ *Store }

// Partners implements store.Store.
func (s *Store) Partners() store.Partners { return partners{s} }

const (
	partnerColumns = `p.id, p.name, p.secret_hash, p.languages, p.origins, p.debug, p.rate, p.burst, p.daily_quota, p.retention_days, p.created`
	keyColumns     = `k.hash, k.partner_id, k.created, k.revoked`

	hasKey        = `SELECT 1 FROM api_keys WHERE hash = ?`
	hasPartner    = `SELECT 1 FROM partners WHERE id = ?`
	insertPartner = `INSERT INTO partners (id, name, secret_hash, languages, origins, debug, rate, burst, daily_quota, retention_days, created)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertKey = `INSERT INTO api_keys (hash, partner_id, created, revoked) VALUES (?, ?, ?, ?)`
)

func (s partners) Create(ctx context.Context, p store.Partner, key store.APIKey) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		if err := free(c, hasKey, key.Hash); err != nil {
			return err
		}
		if err := free(c, hasPartner, p.ID); err != nil {
			return err
		}
		_, err := c.exec(insertPartner, partnerValues(p)...)
		if err != nil {
			return err
		}
		_, err = c.exec(insertKey, blob(key.Hash), p.ID, micros(key.Created), optional(key.Revoked))
		return err
	}), "create partner")
}

func partnerValues(p store.Partner) []any {
	return []any{
		p.ID, p.Name, blob(p.SecretHash), listed(p.Languages), listed(p.Origins), p.Debug,
		p.Rate, p.Burst, p.DailyQuota, p.RetentionDays, micros(p.Created),
	}
}

func (s partners) Update(ctx context.Context, p store.Partner) error {
	return s.change(ctx, "update partner", `UPDATE partners SET name = ?, languages = ?, origins = ?, debug = ?,
		rate = ?, burst = ?, daily_quota = ?, retention_days = ? WHERE id = ?`,
		p.Name, listed(p.Languages), listed(p.Origins), p.Debug,
		p.Rate, p.Burst, p.DailyQuota, p.RetentionDays, p.ID)
}

func (s partners) SetSecret(ctx context.Context, id string, hash []byte) error {
	return s.change(ctx, "set partner's secret", `UPDATE partners SET secret_hash = ? WHERE id = ?`, blob(hash), id)
}

func (s partners) Partner(ctx context.Context, id string) (p store.Partner, err error) {
	err = s.readers.do(ctx, func(c *conn) error {
		return c.row(`SELECT `+partnerColumns+` FROM partners p WHERE id = ?`, []any{id}, partnerFields(&p)...)
	})
	return p, doing(err, "read partner")
}

func (s partners) List(ctx context.Context) (all []store.Partner, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		all, err = collect(c, func(r scanner) (p store.Partner, err error) {
			return p, r.Scan(partnerFields(&p)...)
		}, `SELECT `+partnerColumns+` FROM partners p ORDER BY p.created, p.id`)
		return err
	})
	return all, doing(err, "list partners")
}

func (s partners) AddKey(ctx context.Context, key store.APIKey) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		if ok, err := c.has(hasPartner, key.PartnerID); err != nil || !ok {
			return orNotFound(err)
		}
		if err := free(c, hasKey, key.Hash); err != nil {
			return err
		}
		_, err := c.exec(insertKey, blob(key.Hash), key.PartnerID, micros(key.Created), optional(key.Revoked))
		return err
	}), "add api key")
}

func (s partners) RevokeKey(ctx context.Context, hash []byte, at time.Time) error {
	return s.change(ctx, "revoke api key", `UPDATE api_keys SET revoked = coalesce(revoked, ?) WHERE hash = ?`, micros(at), blob(hash))
}

func (s partners) PartnerByKey(ctx context.Context, hash []byte) (p store.Partner, key store.APIKey, err error) {
	err = s.readers.do(ctx, func(c *conn) error {
		return c.row(`SELECT `+partnerColumns+`, `+keyColumns+` FROM api_keys k JOIN partners p ON p.id = k.partner_id WHERE k.hash = ?`,
			[]any{blob(hash)}, append(partnerFields(&p), keyFields(&key)...)...)
	})
	return p, key, doing(err, "read partner by key")
}

func (s partners) APIKeys(ctx context.Context, partnerID string) (all []store.APIKey, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		all, err = collect(c, func(r scanner) (k store.APIKey, err error) {
			return k, r.Scan(keyFields(&k)...)
		}, `SELECT `+keyColumns+` FROM api_keys k WHERE k.partner_id = ? ORDER BY k.created, k.hash`, partnerID)
		return err
	})
	return all, doing(err, "read api keys")
}

func partnerFields(p *store.Partner) []any {
	return []any{
		&p.ID, &p.Name, &p.SecretHash, list{&p.Languages}, list{&p.Origins}, &p.Debug,
		&p.Rate, &p.Burst, &p.DailyQuota, &p.RetentionDays, instant{&p.Created},
	}
}

func keyFields(k *store.APIKey) []any {
	return []any{&k.Hash, &k.PartnerID, instant{&k.Created}, instant{&k.Revoked}}
}
