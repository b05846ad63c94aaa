package sqlite

import (
	"context"
	"time"
)

// Rows or sessions erased in one transaction: few enough that requests hardly wait.
const (
	replyStep   = 500
	sessionStep = 100
)

var eraseSession = []string{
	`DELETE FROM consultations WHERE sid = ?`,
	`DELETE FROM replies WHERE sid = ?`,
	`DELETE FROM events WHERE sid = ?`,
	`DELETE FROM feedback WHERE sid = ?`,
	`DELETE FROM consents WHERE sid = ?`,
	`DELETE FROM outbox WHERE sid = ?`,
}

// erase removes all rows of a session and returns their number.
func erase(c *conn, sid string) (rows int, err error) {
	for _, q := range eraseSession {
		n, err := c.exec(q, sid)
		if err != nil {
			return 0, err
		}
		rows += n
	}
	return rows, nil
}

func (s consultations) Erase(ctx context.Context, sid string) error {
	err := s.writer.doThen(ctx, func(c *conn) error {
		n, err := erase(c, sid)
		if n == 0 {
			return orNotFound(err)
		}
		return err
	}, func() { s.recent.forget(sid) })
	if err == nil {
		s.check.clear.Store(true)
	}
	return doing(err, "erase session")
}

// Sessions to expire: consultations by their start; traces without a consultation by their own time.
var expired = []string{
	`SELECT sid FROM consultations WHERE partner_id = ? AND started < ? ORDER BY started LIMIT ?`,
	orphans("consents"), orphans("feedback"), orphans("events"), orphans("outbox"),
}

func orphans(table string) string {
	return `SELECT DISTINCT t.sid FROM ` + table + ` t WHERE t.partner_id = ? AND t.at < ?
		AND NOT EXISTS (SELECT 1 FROM consultations c WHERE c.sid = t.sid) LIMIT ?`
}

func (s consultations) ExpireBefore(ctx context.Context, partnerID string, before time.Time) (int, error) {
	total := 0
	for _, q := range expired {
		n, err := steps(ctx, s.Store, sessionStep, func(c *conn) (int, error) {
			return expire(c, q, partnerID, micros(before))
		})
		total += n
		if err != nil {
			return total, doing(err, "expire sessions")
		}
	}
	return total, nil
}

func expire(c *conn, query, partnerID string, before int64) (int, error) {
	sids, err := collect(c, func(r scanner) (sid string, err error) { return sid, r.Scan(&sid) },
		query, partnerID, before, sessionStep)
	for _, sid := range sids {
		if _, err := erase(c, sid); err != nil {
			return 0, err
		}
	}
	return len(sids), err
}

func (s consultations) ForgetReplies(ctx context.Context, before time.Time) (int, error) {
	n, err := steps(ctx, s.Store, replyStep, func(c *conn) (int, error) {
		return c.exec(`DELETE FROM replies WHERE at < ? AND seq IN (SELECT seq FROM replies ORDER BY seq LIMIT ?)`,
			micros(before), replyStep)
	})
	return n, doing(err, "forget replies")
}

// steps repeats a write in transactions of its own until one does less than a full step.
func steps(ctx context.Context, s *Store, full int, step func(*conn) (int, error)) (total int, err error) {
	for {
		var n int
		err := s.writer.doThen(ctx, func(c *conn) (err error) {
			n, err = step(c)
			return err
		}, s.recent.clear)
		if err != nil {
			return total, err
		}
		if total += n; n > 0 {
			s.check.clear.Store(true)
		}
		if n < full {
			return total, nil
		}
	}
}
