package postgres

import (
	"context"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// rewriteStep is the records looked at in one transaction: few enough that requests hardly wait.
const rewriteStep = 100

// position is where a step of a rewrite begins: after this record, in the order of sid and what parts a sid's records.
type position struct {
	sid  string
	at   time.Time // of events
	seq  int64     // of events
	hash []byte    // of replies
}

// Rewrite implements store.Rewriter. Each step locks its rows, in the order in which groups of writes do.
func (s *Store) Rewrite(ctx context.Context, r store.Rewrite) (total int, err error) {
	for _, step := range []func(context.Context, pgx.Tx, position) (int, int, position, error){
		rewriteConsultations(r.Consultation), rewriteReplies(r.Reply), rewriteEvents(r.Event), rewriteFeedback(r.Feedback),
	} {
		from, seen := position{hash: []byte{}}, rewriteStep
		for seen == rewriteStep {
			var n int
			var last position
			err := s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) (err error) {
				seen, n, last, err = step(ctx, tx, from)
				return err
			})
			if err != nil {
				return total, doing(err, "rewrite records")
			}
			total, from = total+n, last
		}
	}
	return total, nil
}

func rewriteConsultations(change func(*store.Consultation) (bool, error)) func(context.Context, pgx.Tx, position) (int, int, position, error) {
	return func(ctx context.Context, tx pgx.Tx, from position) (seen, n int, last position, err error) {
		rows, err := tx.Query(ctx, `SELECT `+consultationColumns+` FROM consultations c WHERE c.sid > $1 ORDER BY c.sid LIMIT $2 FOR UPDATE`, from.sid, rewriteStep)
		if err != nil {
			return 0, 0, from, err
		}
		all, err := collect(rows, scanConsultation)
		last = from
		for i := range all {
			v := &all[i]
			last.sid = v.SID
			n, err = wrote(ctx, tx, n, err, func() (bool, error) { return change(v) },
				`UPDATE consultations SET state = $3 WHERE day = $1 AND sid = $2`, func() []any { return []any{dayOf(v.SID), v.SID, blob(v.State)} })
		}
		return len(all), n, last, err
	}
}

func rewriteReplies(change func(string, *store.Reply) (bool, error)) func(context.Context, pgx.Tx, position) (int, int, position, error) {
	return func(ctx context.Context, tx pgx.Tx, from position) (seen, n int, last position, err error) {
		rows, err := tx.Query(ctx, `SELECT sid, key_hash, body FROM replies WHERE (sid, key_hash) > ($1, $2) ORDER BY sid, key_hash LIMIT $3 FOR UPDATE`,
			from.sid, blob(from.hash), rewriteStep)
		if err != nil {
			return 0, 0, from, err
		}
		type reply struct {
			sid string
			store.Reply
		}
		all, err := collect(rows, func(r scanner) (v reply, err error) { return v, r.Scan(&v.sid, bytes{&v.KeyHash}, bytes{&v.Body}) })
		last = from
		for i := range all {
			v := &all[i]
			last.sid, last.hash = v.sid, v.KeyHash
			n, err = wrote(ctx, tx, n, err, func() (bool, error) { return change(v.sid, &v.Reply) },
				`UPDATE replies SET body = $4 WHERE day = $1 AND sid = $2 AND key_hash = $3`, func() []any { return []any{dayOf(v.sid), v.sid, v.KeyHash, blob(v.Body)} })
		}
		return len(all), n, last, err
	}
}

func rewriteEvents(change func(*store.Event) (bool, error)) func(context.Context, pgx.Tx, position) (int, int, position, error) {
	return func(ctx context.Context, tx pgx.Tx, from position) (seen, n int, last position, err error) {
		rows, err := tx.Query(ctx, `SELECT seq, sid, partner_id, name, payload, at FROM events WHERE (sid, at, seq) > ($1, $2, $3) ORDER BY sid, at, seq LIMIT $4 FOR UPDATE`,
			from.sid, from.at, from.seq, rewriteStep)
		if err != nil {
			return 0, 0, from, err
		}
		type event struct {
			seq int64
			store.Event
		}
		all, err := collect(rows, func(r scanner) (v event, err error) {
			return v, r.Scan(&v.seq, &v.SID, &v.PartnerID, &v.Name, &v.Payload, instant{&v.At})
		})
		last = from
		for i := range all {
			v := &all[i]
			last.sid, last.at, last.seq = v.SID, v.At, v.seq
			n, err = wrote(ctx, tx, n, err, func() (bool, error) { return change(&v.Event) },
				`UPDATE events SET payload = $5 WHERE day = $1 AND sid = $2 AND at = $3 AND seq = $4`, func() []any { return []any{dayOf(v.SID), v.SID, v.At, v.seq, v.Payload} })
		}
		return len(all), n, last, err
	}
}

func rewriteFeedback(change func(*store.Feedback) (bool, error)) func(context.Context, pgx.Tx, position) (int, int, position, error) {
	return func(ctx context.Context, tx pgx.Tx, from position) (seen, n int, last position, err error) {
		rows, err := tx.Query(ctx, `SELECT sid, partner_id, stars, labels, message, at FROM feedback WHERE sid > $1 ORDER BY sid LIMIT $2 FOR UPDATE`, from.sid, rewriteStep)
		if err != nil {
			return 0, 0, from, err
		}
		all, err := collect(rows, scanFeedback)
		last = from
		for i := range all {
			v := &all[i]
			last.sid = v.SID
			n, err = wrote(ctx, tx, n, err, func() (bool, error) { return change(v) },
				`UPDATE feedback SET labels = $3, message = $4 WHERE day = $1 AND sid = $2`, func() []any { return []any{dayOf(v.SID), v.SID, listed(v.Labels), v.Message} })
		}
		return len(all), n, last, err
	}
}

// wrote writes a record if there is something to write and nothing has failed before, and counts it.
func wrote(ctx context.Context, tx pgx.Tx, n int, err error, change func() (bool, error), query string, args func() []any) (int, error) {
	if err != nil {
		return n, err
	}
	ok, err := change()
	if !ok || err != nil {
		return n, err
	}
	_, err = tx.Exec(ctx, query, args()...)
	return n + 1, err
}
