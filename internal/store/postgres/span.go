package postgres

import (
	"context"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// pageSize is the consultations read in one snapshot. A snapshot held for a whole range would keep old versions of
// rows from being cleared away for as long as its consumer takes.
const pageSize = 200

// place is a position in the order of a range.
type place struct {
	started time.Time
	sid     string
}

func (s consultations) Range(ctx context.Context, partnerID string, from, to time.Time, yield func(store.Consultation, []store.Event) error) error {
	after := place{started: from.Truncate(time.Microsecond)} // before every sid of that moment, because no sid is empty
	for {
		page, traces, err := s.page(ctx, partnerID, after, to)
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
		after = place{last.Started, last.SID}
	}
}

func (s consultations) page(ctx context.Context, partnerID string, after place, to time.Time) (page []store.Consultation, traces map[string][]store.Event, err error) {
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = s.transact(ctx, longest, snapshot, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT `+consultationColumns+` FROM consultations c
			WHERE c.partner_id = $1 AND (c.started, c.sid) > ($2, $3) AND c.started < $4
			ORDER BY c.started, c.sid LIMIT $5`, partnerID, after.started, after.sid, to, pageSize)
		if err == nil {
			page, err = collect(rows, scanConsultation)
		}
		if err == nil && len(page) > 0 {
			traces, err = pageEvents(ctx, tx, page)
		}
		return err
	})
	return page, traces, err
}

// pageEvents reads the events of some consultations.
func pageEvents(ctx context.Context, tx pgx.Tx, page []store.Consultation) (map[string][]store.Event, error) {
	sids := make([]string, len(page))
	for i, v := range page {
		sids[i] = v.SID
	}
	rows, err := tx.Query(ctx, `SELECT e.sid, e.partner_id, e.name, e.payload, e.at
		FROM events e WHERE e.day = ANY($1) AND e.sid = ANY($2) ORDER BY e.at, e.seq`, daysOf(sids), sids)
	if err != nil {
		return nil, err
	}
	all, err := collect(rows, scanEvent)
	bySID := make(map[string][]store.Event)
	for _, e := range all {
		bySID[e.SID] = append(bySID[e.SID], e)
	}
	return bySID, err
}
