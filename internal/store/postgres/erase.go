package postgres

import (
	"context"
	"errors"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Rows or sessions erased in one transaction: few enough that requests hardly wait.
const (
	replyStep   = 500
	sessionStep = 100
)

// erase removes all rows of sessions and returns their number. It locks the consultations in the order in which groups
// of writes do.
func erase(ctx context.Context, tx pgx.Tx, sids []string) (rows int64, err error) {
	days := daysOf(sids)
	_, err = tx.Exec(ctx, `SELECT 1 FROM consultations c WHERE c.day = ANY($1) AND c.sid = ANY($2) ORDER BY c.sid FOR UPDATE`, days, sids)
	for _, table := range partitioned() {
		if err != nil {
			return 0, err
		}
		tag, failed := tx.Exec(ctx, `DELETE FROM `+table+` t WHERE t.day = ANY($1) AND t.sid = ANY($2)`, days, sids)
		rows, err = rows+tag.RowsAffected(), failed
	}
	if err == nil {
		var tag pgconn.CommandTag
		tag, err = tx.Exec(ctx, `DELETE FROM outbox t WHERE t.sid = ANY($1)`, sids)
		rows += tag.RowsAffected()
	}
	return rows, err
}

func (s consultations) Erase(ctx context.Context, sid string) error {
	return doing(s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		rows, err := erase(ctx, tx, []string{sid})
		if err == nil && rows == 0 {
			return store.ErrNotFound
		}
		return err
	}), "erase session")
}

// expired are the sessions to expire: consultations by their start; traces without a consultation by their own time.
func expired() []string {
	list := []string{`SELECT sid FROM consultations WHERE partner_id = $1 AND started < $2 ORDER BY started LIMIT $3`}
	for _, table := range []string{"consents", "feedback", "events"} {
		list = append(list, `SELECT DISTINCT t.sid FROM `+table+` t WHERE t.partner_id = $1 AND t.at < $2
			AND NOT EXISTS (SELECT 1 FROM consultations c WHERE c.sid = t.sid AND c.day = t.day) LIMIT $3`)
	}
	return append(list, `SELECT DISTINCT t.sid FROM outbox t WHERE t.partner_id = $1 AND t.at < $2
		AND NOT EXISTS (SELECT 1 FROM consultations c WHERE c.sid = t.sid) LIMIT $3`)
}

func (s consultations) ExpireBefore(ctx context.Context, partnerID string, before time.Time) (int, error) {
	total, err := s.dropDays(ctx, partnerID, before)
	for _, query := range expired() {
		if err != nil {
			break
		}
		var n int
		n, err = s.steps(ctx, sessionStep, func(ctx context.Context, tx pgx.Tx) (int, error) {
			return expire(ctx, tx, query, partnerID, before)
		})
		total += n
	}
	return total, doing(err, "expire sessions")
}

func expire(ctx context.Context, tx pgx.Tx, query, partnerID string, before time.Time) (int, error) {
	rows, err := tx.Query(ctx, query, partnerID, before, sessionStep)
	if err != nil {
		return 0, err
	}
	sids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(sids) == 0 {
		return 0, err
	}
	_, err = erase(ctx, tx, sids)
	return len(sids), err
}

func (s consultations) ForgetReplies(ctx context.Context, before time.Time) (int, error) {
	n, err := s.steps(ctx, replyStep, func(ctx context.Context, tx pgx.Tx) (int, error) {
		tag, err := tx.Exec(ctx, `DELETE FROM replies WHERE (day, sid, key_hash) IN (
			SELECT day, sid, key_hash FROM replies WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`, before, replyStep)
		return int(tag.RowsAffected()), err
	})
	return n, doing(err, "forget replies")
}

// steps repeats a write in transactions of its own until one does less than a full step.
func (s *Store) steps(ctx context.Context, full int, step func(context.Context, pgx.Tx) (int, error)) (total int, err error) {
	for {
		var n int
		err := s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) (err error) {
			n, err = step(ctx, tx)
			return err
		})
		if err != nil {
			return total, err
		}
		if total += n; n < full {
			return total, nil
		}
	}
}

// dropDays drops the partitions of days on which nothing has to stay once the partner's sessions before that time are
// gone, and returns how many sessions went.
func (s *Store) dropDays(ctx context.Context, partnerID string, before time.Time) (total int, err error) {
	var old []day
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT day FROM days WHERE day < $1 AND day <> $2 ORDER BY day`, before.UTC().Truncate(24*time.Hour).AddDate(0, 0, -1), oddDay)
		if err == nil {
			old, err = pgx.CollectRows(rows, pgx.RowTo[day])
		}
		return err
	})
	for _, d := range old {
		if err != nil {
			return total, err
		}
		var n int
		err = s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) (err error) {
			n, err = dropDay(ctx, tx, d, partnerID, before)
			return err
		})
		switch {
		case err == nil:
			total += n
		case errors.Is(err, errStays), code(err) == codeLockTimeout: // its rows are deleted one by one
			err = nil
		}
	}
	return total, err
}

// errStays says that a day has rows that must stay.
var errStays = errors.New("the day has rows that must stay")

// dropDay looks twice, because the lock that lets nobody write into the day disturbs others for nothing where
// something has to stay.
func dropDay(ctx context.Context, tx pgx.Tx, d day, partnerID string, before time.Time) (sessions int, err error) {
	if err := mayGo(ctx, tx, d, partnerID, before); err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '200ms'`); err != nil {
		return 0, err
	}
	tag, err := tx.Exec(ctx, `DELETE FROM days WHERE day = $1`, d)
	if err != nil || tag.RowsAffected() == 0 {
		return 0, err // another replica was faster
	}
	for _, parent := range partitioned() {
		if _, err := tx.Exec(ctx, `LOCK TABLE `+parent+suffix(d)+` IN ACCESS EXCLUSIVE MODE`); err != nil {
			return 0, err
		}
	}
	if err := mayGo(ctx, tx, d, partnerID, before); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT count(*) FROM (SELECT sid FROM consultations`+suffix(d)+` UNION SELECT sid FROM events`+suffix(d)+
		` UNION SELECT sid FROM consents`+suffix(d)+` UNION SELECT sid FROM feedback`+suffix(d)+`) AS sessions`).Scan(&sessions)
	for _, parent := range partitioned() {
		if err != nil {
			return 0, err
		}
		_, err = tx.Exec(ctx, `DROP TABLE `+parent+suffix(d))
	}
	return sessions, err
}

// mayGo returns errStays if the day has rows of other partners or of that time and later. A trace's own time counts
// only where there is no consultation; here a young trace keeps the day, and its session goes row by row.
func mayGo(ctx context.Context, tx pgx.Tx, d day, partnerID string, before time.Time) error {
	for table, at := range map[string]string{"consultations": "started", "events": "at", "consents": "at", "feedback": "at"} {
		var stays bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM `+table+suffix(d)+` WHERE partner_id <> $1 OR `+at+` >= $2)`, partnerID, before).Scan(&stays)
		if err != nil {
			return err
		}
		if stays {
			return errStays
		}
	}
	return nil
}
