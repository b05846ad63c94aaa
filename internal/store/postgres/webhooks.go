package postgres

import (
	"context"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

type webhooks struct{ *Store }

// Webhooks implements store.Store.
func (s *Store) Webhooks() store.Webhooks { return webhooks{s} }

const (
	webhookColumns  = `partner_id, url, secret, private, created`
	deliveryColumns = `seq, id, sid, partner_id, event, body, at, attempts, due, delivered`
)

func scanWebhook(r scanner) (w store.Webhook, err error) {
	return w, r.Scan(&w.PartnerID, &w.URL, bytes{&w.Secret}, &w.Private, instant{&w.Created})
}

func scanDelivery(r scanner) (d store.Delivery, err error) {
	return d, r.Scan(&d.Seq, &d.ID, &d.SID, &d.PartnerID, &d.Event, bytes{&d.Body}, instant{&d.At}, &d.Attempts, instant{&d.Due}, instant{&d.Delivered})
}

func (s webhooks) Set(ctx context.Context, w store.Webhook) error {
	return s.existing(ctx, "set webhook", `INSERT INTO webhooks (`+webhookColumns+`)
		SELECT id, $2, $3, $4, $5 FROM partners WHERE id = $1
		ON CONFLICT (partner_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, private = excluded.private, created = excluded.created`,
		w.PartnerID, w.URL, blob(w.Secret), w.Private, w.Created)
}

func (s webhooks) Webhook(ctx context.Context, partnerID string) (w store.Webhook, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) (err error) {
		w, err = scanWebhook(c.QueryRow(ctx, `SELECT `+webhookColumns+` FROM webhooks WHERE partner_id = $1`, partnerID))
		return err
	})
	return w, doing(err, "read webhook")
}

func (s webhooks) Reseal(ctx context.Context, partnerID string, old, secret []byte) error {
	return s.existing(ctx, "reseal webhook", `UPDATE webhooks SET secret = $3 WHERE partner_id = $1 AND secret = $2`, partnerID, blob(old), blob(secret))
}

func (s webhooks) Remove(ctx context.Context, partnerID string) error {
	return doing(s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM webhooks WHERE partner_id = $1`, partnerID)
		if err == nil && tag.RowsAffected() == 0 {
			return store.ErrNotFound
		}
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM outbox WHERE partner_id = $1 AND delivered IS NULL`, partnerID)
		}
		return err
	}), "remove webhook")
}

func (s webhooks) Take(ctx context.Context, now, until time.Time, limit int) (all []store.Delivery, err error) {
	var some bool // mostly nothing is due, which one round trip tells
	err = s.use(ctx, longest, func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM outbox WHERE due <= $1)`, now).Scan(&some)
	})
	if err != nil || !some {
		return nil, doing(err, "take deliveries")
	}
	err = s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT `+deliveryColumns+` FROM outbox WHERE due <= $1 ORDER BY due, seq LIMIT $2 FOR UPDATE SKIP LOCKED`, now, limit)
		if err != nil {
			return err
		}
		if all, err = collect(rows, scanDelivery); err != nil || len(all) == 0 {
			return err
		}
		seqs := make([]int64, len(all))
		for i, d := range all {
			seqs[i] = d.Seq
		}
		_, err = tx.Exec(ctx, `UPDATE outbox SET due = $1 WHERE seq = ANY($2)`, until, seqs)
		return err
	})
	return all, doing(err, "take deliveries")
}

func (s webhooks) Settle(ctx context.Context, seq int64, delivered, due time.Time) error {
	return doing(s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE outbox SET attempts = attempts + 1, delivered = $2, due = $3 WHERE seq = $1`, seq, optional(delivered), optional(due))
		return err
	}), "settle delivery")
}

func (s webhooks) Replay(ctx context.Context, partnerID string, since, now time.Time) (n int, err error) {
	err = s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE outbox SET attempts = 0, delivered = NULL, due = $3 WHERE partner_id = $1 AND at >= $2`, partnerID, since, now)
		n = int(tag.RowsAffected())
		return err
	})
	return n, doing(err, "replay deliveries")
}

func (s webhooks) Forget(ctx context.Context, before time.Time) (int, error) {
	n, err := s.steps(ctx, replyStep, func(ctx context.Context, tx pgx.Tx) (int, error) {
		tag, err := tx.Exec(ctx, `DELETE FROM outbox WHERE seq IN (SELECT seq FROM outbox WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`, before, replyStep)
		return int(tag.RowsAffected()), err
	})
	return n, doing(err, "forget notices")
}

// The statements that write notices take them from six arrays, whose first parameter follows the statement's own.
// Those of partners without a webhook go nowhere. keepReply is for a reply or none.

const keepReply = `,
	kept AS (
		INSERT INTO replies{day} (day, sid, key_hash, at, body)
		SELECT `

// updateNotices is updateReply, with or without a reply, and the notices beside it.
const updateNotices = updateUnused + keepReply + `$8::date, w.sid, $6, $4, $7 FROM wrote w WHERE $6 IS NOT NULL),
	told AS (
		INSERT INTO outbox (id, sid, partner_id, event, body, at, due)
		SELECT n.id, n.sid, n.partner_id, n.event, n.body, n.at, n.at
		FROM unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::timestamptz[]) AS n(id, sid, partner_id, event, body, at)
		JOIN wrote w ON w.sid = n.sid JOIN webhooks h ON h.partner_id = n.partner_id)
	SELECT sid FROM wrote`

// createNotices is createReply in the same way.
const createNotices = createMade + keepReply + `$1, m.sid, $8::bytea, $4, $9 FROM made m WHERE $8::bytea IS NOT NULL),
	told AS (
		INSERT INTO outbox (id, sid, partner_id, event, body, at, due)
		SELECT n.id, n.sid, n.partner_id, n.event, n.body, n.at, n.at
		FROM unnest($10::text[], $11::text[], $12::text[], $13::text[], $14::bytea[], $15::timestamptz[]) AS n(id, sid, partner_id, event, body, at)
		JOIN made m ON m.sid = n.sid JOIN webhooks h ON h.partner_id = n.partner_id)
	SELECT sid FROM made`

const feedbackNotices = `
	INSERT INTO outbox (id, sid, partner_id, event, body, at, due)
	SELECT n.id, n.sid, n.partner_id, n.event, n.body, n.at, n.at
	FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[]) AS n(id, sid, partner_id, event, body, at)
	JOIN webhooks w ON w.partner_id = n.partner_id`

// noticeColumns gives the six arrays; none where there is nothing to tell.
func noticeColumns(list []store.Notice) []any {
	var ids, sids, partners, events []string
	var bodies [][]byte
	var ats []time.Time
	for _, n := range list {
		ids, sids, partners, events = append(ids, n.ID), append(sids, n.SID), append(partners, n.PartnerID), append(events, n.Event)
		bodies, ats = append(bodies, blob(n.Body)), append(ats, n.At)
	}
	if len(ids) == 0 {
		return nil
	}
	return []any{ids, sids, partners, events, bodies, ats}
}
