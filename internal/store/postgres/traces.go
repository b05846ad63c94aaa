package postgres

import (
	"context"
	"slices"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

type events struct{ *Store }

// Events implements store.Store.
func (s *Store) Events() store.Events { return events{s} }

func (s events) AddEvent(ctx context.Context, e store.Event) error {
	if e.Payload = slices.Clone(e.Payload); len(e.Payload) == 0 {
		e.Payload = nil // NULL
	}
	return doing(s.writes.do(ctx, &write{kind: addEvents, sid: e.SID, event: e}), "add event")
}

func (s events) Events(ctx context.Context, sid string) (all []store.Event, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT e.sid, e.partner_id, e.name, e.payload, e.at
			FROM events e WHERE e.day = $1 AND e.sid = $2 ORDER BY e.at, e.seq`, dayOf(sid), sid)
		if err == nil {
			all, err = collect(rows, scanEvent)
		}
		return err
	})
	return all, doing(err, "read events")
}

func scanEvent(r scanner) (e store.Event, err error) {
	return e, r.Scan(&e.SID, &e.PartnerID, &e.Name, &e.Payload, instant{&e.At})
}

func (s events) SetFeedback(ctx context.Context, f store.Feedback) error {
	f.Labels = slices.Clone(f.Labels)
	return doing(s.writes.do(ctx, &write{op: op{key: "feedback " + f.SID}, kind: setFeedback, sid: f.SID, feedback: f}), "set feedback")
}

func (s events) Feedback(ctx context.Context, sid string) (f store.Feedback, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) (err error) {
		f, err = scanFeedback(c.QueryRow(ctx, `SELECT sid, partner_id, stars, labels, message, at FROM feedback WHERE day = $1 AND sid = $2`, dayOf(sid), sid))
		return err
	})
	return f, doing(err, "read feedback")
}

func scanFeedback(r scanner) (f store.Feedback, err error) {
	return f, r.Scan(&f.SID, &f.PartnerID, &f.Stars, list{&f.Labels}, &f.Message, instant{&f.At})
}

type consents struct{ *Store }

// Consents implements store.Store.
func (s *Store) Consents() store.Consents { return consents{s} }

func (s consents) RecordConsent(ctx context.Context, c store.Consent) error {
	return doing(s.writes.do(ctx, &write{op: op{key: "consent " + c.SID}, kind: addConsents, sid: c.SID, consent: c}), "record consent")
}

func (s consents) Consents(ctx context.Context, sid string) (all []store.Consent, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT sid, partner_id, content_version, at FROM consents WHERE day = $1 AND sid = $2 ORDER BY at, content_version`, dayOf(sid), sid)
		if err == nil {
			all, err = collect(rows, scanConsent)
		}
		return err
	})
	return all, doing(err, "read consents")
}

func scanConsent(r scanner) (c store.Consent, err error) {
	return c, r.Scan(&c.SID, &c.PartnerID, &c.ContentVersion, instant{&c.At})
}

// collect reads every row by scan.
func collect[T any](rows pgx.Rows, scan func(scanner) (T, error)) ([]T, error) {
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
