package sqlite

import (
	"context"

	"anamnesis/internal/store"
)

type consents struct{ *Store }

// Consents implements store.Store.
func (s *Store) Consents() store.Consents { return consents{s} }

func (s consents) RecordConsent(ctx context.Context, v store.Consent) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		_, err := c.exec(`INSERT INTO consents (sid, content_version, partner_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			v.SID, v.ContentVersion, v.PartnerID, micros(v.At))
		return err
	}), "record consent")
}

func (s consents) Consents(ctx context.Context, sid string) (all []store.Consent, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		all, err = collect(c, func(r scanner) (v store.Consent, err error) {
			return v, r.Scan(&v.SID, &v.PartnerID, &v.ContentVersion, instant{&v.At})
		}, `SELECT sid, partner_id, content_version, at FROM consents WHERE sid = ? ORDER BY at, content_version`, sid)
		return err
	})
	return all, doing(err, "read consents")
}
