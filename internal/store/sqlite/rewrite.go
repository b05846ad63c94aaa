package sqlite

import (
	"context"
	"errors"

	"anamnesis/internal/store"
)

// rewriteStep is the records looked at in one transaction: few enough that requests hardly wait.
const rewriteStep = 100

// row is a record with the number of its row.
type row[T any] struct {
	id     int64
	sid    string // of replies, which have none in themselves
	record T
}

// Rewrite implements store.Rewriter. Each step is a transaction of the one writer, so nobody writes beside it.
func (s *Store) Rewrite(ctx context.Context, r store.Rewrite) (total int, err error) {
	for _, kind := range []func() (int, error){
		func() (int, error) {
			return rewrite(ctx, s, `SELECT c.rowid, c.sid, `+consultationColumns+` FROM consultations c WHERE c.rowid > ? ORDER BY c.rowid LIMIT ?`,
				consultationFields, func(c *conn, v *row[store.Consultation]) (bool, error) {
					ok, err := r.Consultation(&v.record)
					return written(c, ok, err, `UPDATE consultations SET state = ? WHERE rowid = ?`, blob(v.record.State), v.id)
				})
		},
		func() (int, error) {
			return rewrite(ctx, s, `SELECT seq, sid, key_hash, body FROM replies WHERE seq > ? ORDER BY seq LIMIT ?`,
				func(v *store.Reply) []any { return []any{&v.KeyHash, &v.Body} }, func(c *conn, v *row[store.Reply]) (bool, error) {
					ok, err := r.Reply(v.sid, &v.record)
					return written(c, ok, err, `UPDATE replies SET body = ? WHERE seq = ?`, blob(v.record.Body), v.id)
				})
		},
		func() (int, error) {
			return rewrite(ctx, s, `SELECT seq, sid, sid, partner_id, name, payload, at FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
				func(v *store.Event) []any { return []any{&v.SID, &v.PartnerID, &v.Name, &v.Payload, instant{&v.At}} },
				func(c *conn, v *row[store.Event]) (bool, error) {
					ok, err := r.Event(&v.record)
					return written(c, ok, err, `UPDATE events SET payload = ? WHERE seq = ?`, v.record.Payload, v.id)
				})
		},
		func() (int, error) {
			return rewrite(ctx, s, `SELECT rowid, sid, `+feedbackColumns+` FROM feedback WHERE rowid > ? ORDER BY rowid LIMIT ?`,
				feedbackFields, func(c *conn, v *row[store.Feedback]) (bool, error) {
					ok, err := r.Feedback(&v.record)
					return written(c, ok, err, `UPDATE feedback SET labels = ?, message = ? WHERE rowid = ?`, listed(v.record.Labels), v.record.Message, v.id)
				})
		},
	} {
		n, err := kind()
		total += n
		if err != nil {
			return total, doing(err, "rewrite records")
		}
	}
	return total, nil
}

// rewrite goes through a table in order of its rows' numbers, up to the last one that it has now.
func rewrite[T any](ctx context.Context, s *Store, query string, fields func(*T) []any, change func(*conn, *row[T]) (bool, error)) (total int, err error) {
	after := int64(-1 << 63)
	for {
		var n, seen int
		var refusal *refusalError
		last := after
		err := s.writer.doThen(ctx, func(c *conn) error {
			n, last, refusal = 0, after, nil
			rows, err := collect(c, func(r scanner) (row[T], error) {
				var v row[T]
				return v, r.Scan(append([]any{&v.id, &v.sid}, fields(&v.record)...)...)
			}, query, after, rewriteStep)
			seen = len(rows)
			for i := range rows {
				if err != nil {
					return err
				}
				var wrote bool
				if wrote, err = change(c, &rows[i]); wrote {
					n++
				}
				last = rows[i].id
				if errors.As(err, &refusal) {
					return nil
				}
			}
			return err
		}, s.recent.clear)
		if err != nil {
			return total, err
		}
		after = last
		if total += n; n > 0 {
			s.check.clear.Store(true)
		}
		if refusal != nil {
			return total, refusal.error
		}
		if seen < rewriteStep {
			return total, nil
		}
	}
}

// refusalError is an error of the caller's function. It ends the work, and is none of the transaction, which other
// writes may share.
type refusalError struct{ error }

// written writes a record if there is something to write.
func written(c *conn, ok bool, err error, query string, args ...any) (bool, error) {
	if err != nil {
		return false, &refusalError{err}
	}
	if !ok {
		return false, nil
	}
	n, err := c.exec(query, args...)
	return n > 0, err
}
