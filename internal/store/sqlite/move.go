package sqlite

import (
	"context"
	"iter"

	"anamnesis/internal/store"
)

// moveStep is the records imported in one transaction.
const moveStep = 500

// Export implements store.Mover.
func (s *Store) Export(ctx context.Context, yield func(store.Record) error) error {
	return s.readers.snapshot(ctx, func(c *conn) error {
		for _, e := range exports() {
			if err := export(ctx, c, e, yield); err != nil {
				return err
			}
		}
		return nil
	})
}

// kindExport reads one kind of record.
type kindExport struct {
	query string
	scan  func(scanner) (store.Record, error)
}

func exports() []kindExport {
	return []kindExport{
		{`SELECT ` + partnerColumns + ` FROM partners p ORDER BY p.created, p.id`, func(r scanner) (store.Record, error) {
			v := new(store.Partner)
			return store.Record{Partner: v}, r.Scan(partnerFields(v)...)
		}},
		{`SELECT ` + keyColumns + ` FROM api_keys k ORDER BY k.created, k.hash`, func(r scanner) (store.Record, error) {
			v := new(store.APIKey)
			return store.Record{APIKey: v}, r.Scan(keyFields(v)...)
		}},
		{`SELECT id, secret, created, retired FROM signing_keys ORDER BY created, id`, func(r scanner) (store.Record, error) {
			v := new(store.SigningKey)
			return store.Record{SigningKey: v}, r.Scan(&v.ID, &v.Secret, instant{&v.Created}, instant{&v.Retired})
		}},
		{`SELECT ` + consultationColumns + ` FROM consultations c ORDER BY c.sid`, func(r scanner) (store.Record, error) {
			v := new(store.Consultation)
			return store.Record{Consultation: v}, r.Scan(consultationFields(v)...)
		}},
		{`SELECT sid, at, key_hash, body FROM replies ORDER BY seq`, func(r scanner) (store.Record, error) {
			v := new(store.KeptReply)
			return store.Record{Reply: v}, r.Scan(&v.SID, instant{&v.At}, &v.KeyHash, &v.Body)
		}},
		{`SELECT sid, partner_id, content_version, at FROM consents ORDER BY sid, content_version`, func(r scanner) (store.Record, error) {
			v := new(store.Consent)
			return store.Record{Consent: v}, r.Scan(&v.SID, &v.PartnerID, &v.ContentVersion, instant{&v.At})
		}},
		{`SELECT e.sid, e.partner_id, e.name, e.payload, e.at FROM events e ORDER BY e.seq`, func(r scanner) (store.Record, error) {
			v, err := scanEvent(r)
			return store.Record{Event: &v}, err
		}},
		{`SELECT sid, partner_id, stars, labels, message, at FROM feedback ORDER BY sid`, func(r scanner) (store.Record, error) {
			v := new(store.Feedback)
			return store.Record{Feedback: v}, r.Scan(&v.SID, &v.PartnerID, &v.Stars, list{&v.Labels}, &v.Message, instant{&v.At})
		}},
		{`SELECT id, wrapped, created FROM data_keys ORDER BY created, id`, func(r scanner) (store.Record, error) {
			v := new(store.DataKey)
			return store.Record{DataKey: v}, r.Scan(&v.ID, &v.Wrapped, instant{&v.Created})
		}},
		{`SELECT ` + auditColumns + ` FROM audit ORDER BY seq`, func(r scanner) (store.Record, error) {
			v := new(store.AuditEntry)
			return store.Record{Audit: v}, r.Scan(auditFields(v)...)
		}},
		{`SELECT ` + webhookColumns + ` FROM webhooks ORDER BY partner_id`, func(r scanner) (store.Record, error) {
			v := new(store.Webhook)
			return store.Record{Webhook: v}, r.Scan(webhookFields(v)...)
		}},
		{`SELECT 0, ` + noticeColumns + `, attempts, due, delivered FROM outbox ORDER BY seq`, func(r scanner) (store.Record, error) {
			v := new(store.Delivery)
			return store.Record{Delivery: v}, r.Scan(deliveryFields(v)...)
		}},
	}
}

func export(ctx context.Context, c *conn, e kindExport, yield func(store.Record) error) error {
	return c.each(func(row scanner) error {
		r, err := e.scan(row)
		if err != nil {
			return doing(err, "export")
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(r)
	}, e.query)
}

// Import implements store.Mover, in transactions of moveStep records.
func (s *Store) Import(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	if err := s.writer.do(ctx, empty); err != nil {
		return doing(err, "import")
	}
	var step []store.Record
	flush := func() error {
		err := s.writer.do(ctx, func(c *conn) error { return add(c, step) })
		step = nil
		return doing(err, "import")
	}
	for r, err := range records {
		if err != nil {
			return err
		}
		if step = append(step, r); len(step) == moveStep {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// empty returns ErrExists if anything is kept.
func empty(c *conn) error {
	for _, table := range []string{"partners", "api_keys", "signing_keys", "consultations", "replies", "consents", "events", "feedback", "data_keys", "audit", "webhooks", "outbox"} {
		if err := free(c, `SELECT 1 FROM `+table+` LIMIT 1`); err != nil {
			return err
		}
	}
	return nil
}

func add(c *conn, records []store.Record) error {
	for _, r := range records {
		query, args := insertion(r)
		if _, err := c.exec(query, args...); err != nil {
			return err
		}
	}
	return nil
}

func insertion(r store.Record) (query string, args []any) {
	switch {
	case r.Partner != nil:
		return insertPartner, partnerValues(*r.Partner)
	case r.APIKey != nil:
		v := r.APIKey
		return insertKey, []any{blob(v.Hash), v.PartnerID, micros(v.Created), optional(v.Revoked)}
	case r.SigningKey != nil:
		v := r.SigningKey
		return `INSERT INTO signing_keys (id, secret, created, retired) VALUES (?, ?, ?, ?)`, []any{v.ID, blob(v.Secret), micros(v.Created), optional(v.Retired)}
	case r.Consultation != nil:
		v := r.Consultation
		return `INSERT INTO consultations (sid, partner_id, started, updated, ended, version, state) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			[]any{v.SID, v.PartnerID, micros(v.Started), micros(v.Updated), optional(v.Ended), v.Version, blob(v.State)}
	case r.Reply != nil:
		v := r.Reply
		return `INSERT INTO replies (sid, key_hash, at, body) VALUES (?, ?, ?, ?)`, []any{v.SID, blob(v.KeyHash), micros(v.At), blob(v.Body)}
	case r.Consent != nil:
		v := r.Consent
		return `INSERT INTO consents (sid, content_version, partner_id, at) VALUES (?, ?, ?, ?)`, []any{v.SID, v.ContentVersion, v.PartnerID, micros(v.At)}
	case r.Event != nil:
		v := r.Event
		return `INSERT INTO events (sid, partner_id, name, payload, at) VALUES (?, ?, ?, ?, ?)`, []any{v.SID, v.PartnerID, v.Name, v.Payload, micros(v.At)}
	case r.DataKey != nil:
		v := r.DataKey
		return `INSERT INTO data_keys (id, wrapped, created) VALUES (?, ?, ?)`, []any{v.ID, blob(v.Wrapped), micros(v.Created)}
	case r.Audit != nil:
		return insertAudit, auditValues(r.Audit)
	case r.Webhook != nil:
		return setWebhook, webhookValues(r.Webhook)
	case r.Delivery != nil:
		v := r.Delivery
		return `INSERT INTO outbox (` + noticeColumns + `, attempts, due, delivered) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append(noticeValues(&v.Notice), v.Attempts, optional(v.Due), optional(v.Delivered))
	}
	v := r.Feedback
	return `INSERT INTO feedback (sid, partner_id, stars, labels, message, at) VALUES (?, ?, ?, ?, ?, ?)`,
		[]any{v.SID, v.PartnerID, v.Stars, listed(v.Labels), v.Message, micros(v.At)}
}
