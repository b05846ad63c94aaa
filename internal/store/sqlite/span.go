package sqlite

import (
	"context"
	"time"

	"anamnesis/internal/store"
)

// pageSize is the consultations read in one snapshot. A snapshot held for a whole range would keep the log from being
// reused for as long as its consumer takes.
const pageSize = 200

// place is a position in the order of a range.
type place struct {
	started int64
	sid     string
}

func (s consultations) Range(ctx context.Context, partnerID string, from, to time.Time, yield func(store.Consultation, []store.Event) error) error {
	after := place{started: micros(from)} // before every sid of that moment, because no sid is empty
	for {
		page, traces, err := s.page(ctx, partnerID, after, micros(to))
		if err != nil {
			return doing(err, "read range of consultations")
		}
		for _, v := range page {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := yield(v, traces[v.SID]); err != nil {
				return err
			}
		}
		if len(page) < pageSize {
			return nil
		}
		last := page[len(page)-1]
		after = place{micros(last.Started), last.SID}
	}
}

func (s consultations) page(ctx context.Context, partnerID string, after place, to int64) (page []store.Consultation, traces map[string][]store.Event, err error) {
	err = s.readers.snapshot(ctx, func(c *conn) (err error) {
		page, err = collect(c, scanConsultation, `SELECT `+consultationColumns+` FROM consultations c
			WHERE c.partner_id = ? AND (c.started, c.sid) > (?, ?) AND c.started < ?
			ORDER BY c.started, c.sid LIMIT ?`, partnerID, after.started, after.sid, to, pageSize)
		if err != nil || len(page) == 0 {
			return err
		}
		last := page[len(page)-1]
		traces, err = pageEvents(c, partnerID, after, place{micros(last.Started), last.SID})
		return err
	})
	return page, traces, err
}

// pageEvents reads the events of consultations after one place up to another. CROSS JOIN fixes the order of the join.
func pageEvents(c *conn, partnerID string, after, last place) (map[string][]store.Event, error) {
	all, err := collect(c, scanEvent, `SELECT e.sid, e.partner_id, e.name, e.payload, e.at
		FROM consultations c CROSS JOIN events e ON e.sid = c.sid
		WHERE c.partner_id = ? AND (c.started, c.sid) > (?, ?) AND (c.started, c.sid) <= (?, ?)
		ORDER BY e.at, e.seq`, partnerID, after.started, after.sid, last.started, last.sid)
	bySID := make(map[string][]store.Event)
	for _, e := range all {
		bySID[e.SID] = append(bySID[e.SID], e)
	}
	return bySID, err
}
