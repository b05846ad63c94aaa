package sqlite

import (
	"context"
	"errors"
	"time"

	"anamnesis/internal/store"
)

type webhooks struct{ *Store }

// Webhooks implements store.Store.
func (s *Store) Webhooks() store.Webhooks { return webhooks{s} }

const (
	webhookColumns = `partner_id, url, secret, private, created`
	setWebhook     = `INSERT OR REPLACE INTO webhooks (` + webhookColumns + `) VALUES (?, ?, ?, ?, ?)`

	noticeColumns = `id, sid, partner_id, event, body, at`
)

func webhookFields(w *store.Webhook) []any {
	return []any{&w.PartnerID, &w.URL, &w.Secret, &w.Private, instant{&w.Created}}
}

func webhookValues(w *store.Webhook) []any {
	return []any{w.PartnerID, w.URL, blob(w.Secret), w.Private, micros(w.Created)}
}

func noticeValues(n *store.Notice) []any {
	return []any{n.ID, n.SID, n.PartnerID, n.Event, blob(n.Body), micros(n.At)}
}

func deliveryFields(d *store.Delivery) []any {
	return []any{&d.Seq, &d.ID, &d.SID, &d.PartnerID, &d.Event, &d.Body, instant{&d.At}, &d.Attempts, instant{&d.Due}, instant{&d.Delivered}}
}

// notify writes notices for partners that have a webhook.
func notify(c *conn, notices []store.Notice) error {
	for i := range notices {
		n := &notices[i]
		_, err := c.exec(`INSERT INTO outbox (`+noticeColumns+`, due) SELECT ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM webhooks WHERE partner_id = ?)`,
			append(noticeValues(n), micros(n.At), n.PartnerID)...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s webhooks) Set(ctx context.Context, w store.Webhook) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		if ok, err := c.has(hasPartner, w.PartnerID); err != nil || !ok {
			return orNotFound(err)
		}
		_, err := c.exec(setWebhook, webhookValues(&w)...)
		return err
	}), "set webhook")
}

func (s webhooks) Webhook(ctx context.Context, partnerID string) (w store.Webhook, err error) {
	err = s.readers.do(ctx, func(c *conn) error {
		return c.row(`SELECT `+webhookColumns+` FROM webhooks WHERE partner_id = ?`, []any{partnerID}, webhookFields(&w)...)
	})
	return w, doing(err, "read webhook")
}

func (s webhooks) Reseal(ctx context.Context, partnerID string, old, secret []byte) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		n, err := c.exec(`UPDATE webhooks SET secret = ? WHERE partner_id = ? AND secret = ?`, blob(secret), partnerID, blob(old))
		if err != nil || n == 0 {
			return orNotFound(err)
		}
		return nil
	}), "reseal webhook")
}

func (s webhooks) Remove(ctx context.Context, partnerID string) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		n, err := c.exec(`DELETE FROM webhooks WHERE partner_id = ?`, partnerID)
		if err != nil || n == 0 {
			return orNotFound(err)
		}
		_, err = c.exec(`DELETE FROM outbox WHERE partner_id = ? AND delivered IS NULL`, partnerID)
		return err
	}), "remove webhook")
}

func (s webhooks) Take(ctx context.Context, now, until time.Time, limit int) (all []store.Delivery, err error) {
	err = s.readers.do(ctx, func(c *conn) error { // mostly nothing is due, which needs no write
		var n int
		return c.row(`SELECT 1 FROM outbox WHERE due <= ? LIMIT 1`, []any{micros(now)}, &n)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err == nil {
		err = s.writer.do(ctx, func(c *conn) (err error) {
			all, err = collect(c, func(r scanner) (d store.Delivery, err error) { return d, r.Scan(deliveryFields(&d)...) },
				`SELECT seq, `+noticeColumns+`, attempts, due, delivered FROM outbox WHERE due <= ? ORDER BY due, seq LIMIT ?`, micros(now), limit)
			for i := range all {
				if err == nil {
					_, err = c.exec(`UPDATE outbox SET due = ? WHERE seq = ?`, micros(until), all[i].Seq)
				}
			}
			return err
		})
	}
	return all, doing(err, "take deliveries")
}

func (s webhooks) Settle(ctx context.Context, seq int64, delivered, due time.Time) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		_, err := c.exec(`UPDATE outbox SET attempts = attempts + 1, delivered = ?, due = ? WHERE seq = ?`, optional(delivered), optional(due), seq)
		return err
	}), "settle delivery")
}

func (s webhooks) Replay(ctx context.Context, partnerID string, since, now time.Time) (n int, err error) {
	err = s.writer.do(ctx, func(c *conn) (err error) {
		n, err = c.exec(`UPDATE outbox SET attempts = 0, delivered = NULL, due = ? WHERE partner_id = ? AND at >= ?`, micros(now), partnerID, micros(since))
		return err
	})
	return n, doing(err, "replay deliveries")
}

func (s webhooks) Forget(ctx context.Context, before time.Time) (n int, err error) {
	n, err = steps(ctx, s.Store, replyStep, func(c *conn) (int, error) {
		return c.exec(`DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE at < ? LIMIT ?)`, micros(before), replyStep)
	})
	return n, doing(err, "forget notices")
}
