package sqlite

import (
	"context"

	"anamnesis/internal/store"
)

type events struct{ *Store }

// Events implements store.Store.
func (s *Store) Events() store.Events { return events{s} }

func (s events) AddEvent(ctx context.Context, e store.Event) error {
	var payload []byte // NULL where empty
	if len(e.Payload) > 0 {
		payload = e.Payload
	}
	return doing(s.writer.do(ctx, func(c *conn) error {
		_, err := c.exec(`INSERT INTO events (sid, partner_id, name, payload, at) VALUES (?, ?, ?, ?, ?)`,
			e.SID, e.PartnerID, e.Name, payload, micros(e.At))
		return err
	}), "add event")
}

func (s events) Events(ctx context.Context, sid string) (all []store.Event, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		all, err = collect(c, scanEvent, `SELECT e.sid, e.partner_id, e.name, e.payload, e.at
			FROM events e WHERE e.sid = ? ORDER BY e.at, e.seq`, sid)
		return err
	})
	return all, doing(err, "read events")
}

func scanEvent(r scanner) (e store.Event, err error) {
	return e, r.Scan(&e.SID, &e.PartnerID, &e.Name, &e.Payload, instant{&e.At})
}

func (s events) SetFeedback(ctx context.Context, f store.Feedback) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		_, err := c.exec(`INSERT OR REPLACE INTO feedback (sid, partner_id, stars, labels, message, at) VALUES (?, ?, ?, ?, ?, ?)`,
			f.SID, f.PartnerID, f.Stars, listed(f.Labels), f.Message, micros(f.At))
		if err == nil {
			err = notify(c, f.Notices)
		}
		return err
	}), "set feedback")
}

func (s events) Feedback(ctx context.Context, sid string) (f store.Feedback, err error) {
	err = s.readers.do(ctx, func(c *conn) error {
		return c.row(`SELECT `+feedbackColumns+` FROM feedback WHERE sid = ?`, []any{sid}, feedbackFields(&f)...)
	})
	return f, doing(err, "read feedback")
}

const feedbackColumns = `sid, partner_id, stars, labels, message, at`

func feedbackFields(f *store.Feedback) []any {
	return []any{&f.SID, &f.PartnerID, &f.Stars, list{&f.Labels}, &f.Message, instant{&f.At}}
}
