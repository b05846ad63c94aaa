package postgres

import (
	"context"
	"errors"
	"strings"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

// The statements of updates and creations, one for each write. Sent together they share a round trip and a commit all the
// same, lock their rows in the order in which they are sent, and need no plan but the lookup of a key; a statement for a
// whole group costs the server a tenth of a millisecond before its first row. {day} stands for the partitions of the
// session's day.

// of fills in the partitions: those of a day, or nothing for those of all days.
func of(statement, partitions string) string {
	return strings.ReplaceAll(statement, "{day}", partitions)
}

// An update writes the consultation if it is at the version expected; who waited for another's lock looks again. With a
// reply it also wants the key not to have been used. A reply that another update wrote after this statement's snapshot
// need not be seen: that update has raised the version too. Each affects one row if it has written, else none.
const (
	updatePlain = `
	UPDATE consultations{day} SET state = $3, updated = $4, ended = $5, version = $2 + 1 WHERE sid = $1 AND version = $2`

	updateReply = updateUnused + `
	INSERT INTO replies{day} (day, sid, key_hash, at, body) SELECT $8::date, w.sid, $6, $4, $7 FROM wrote w`

	updateUnused = `
	WITH wrote AS (
		UPDATE consultations{day} SET state = $3, updated = $4, ended = $5, version = $2 + 1 WHERE sid = $1 AND version = $2
			AND NOT EXISTS (SELECT 1 FROM replies{day} r WHERE r.sid = $1 AND r.key_hash = $6)
		RETURNING sid)`
)

// errMissed marks an update that found no consultation at its version, until it is known why.
var errMissed = errors.New("no consultation at that version")

// queueUpdates queues the updates of one day.
func queueUpdates(b *pgx.Batch, group []*write) {
	day := group[0].day
	plain := of(updatePlain, suffix(day))
	for _, w := range group {
		c := &w.change
		at := pgtype.Timestamptz{Time: c.At, Valid: true}
		args := []any{w.sid, w.version, blob(c.State), at, optional(c.Ended)}
		query := plain
		hash, body := w.replied()
		if told := noticeColumns(c.Notices); told != nil {
			query, args = of(updateNotices, suffix(day)), append(append(args, hash, body, day), told...)
		} else if w.reply != nil {
			query, args = of(updateReply, suffix(day)), append(args, hash, body, day)
		}
		queueOne(b, query, args, w, errMissed)
	}
}

// queueOne queues the statement of one write, which comes to missed where no row is affected.
func queueOne(b *pgx.Batch, query string, args []any, w *write, missed error) {
	b.Queue(query, args...).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() == 0 {
			w.err = missed
		}
		return nil
	})
}

// replied gives the reply's key hash and body, NULL where there is none.
func (w *write) replied() (hash, body []byte) {
	if w.reply == nil {
		return nil, nil
	}
	return blob(w.reply.KeyHash), blob(w.reply.Body)
}

// explain finds out why updates of a committed group missed: others have written the consultation, or there is none.
// Where that cannot be learned they fail, while the rest of the group has been written.
func (s *Store) explain(ctx context.Context, c *pgx.Conn, p *pools, group []*write) {
	var missed []*write
	for _, w := range group {
		if errors.Is(w.err, errMissed) {
			missed = append(missed, w)
		}
	}
	if len(missed) == 0 {
		return
	}
	there := make(map[string]bool, len(missed))
	rows, err := c.Query(ctx, `SELECT sid FROM consultations WHERE day = ANY($1) AND sid = ANY($2)`, days(missed), sidsOf(missed))
	if err == nil {
		var sids []string
		sids, err = pgx.CollectRows(rows, pgx.RowTo[string])
		for _, sid := range sids {
			there[sid] = true
		}
	}
	err = s.judge(context.Background(), p, err)
	for _, w := range missed {
		switch {
		case err != nil:
			w.err = err
		case there[w.sid]:
			w.err = store.ErrConflict
		default:
			w.err = store.ErrNotFound
		}
	}
}

// A creation is as an update: it affects one row if the sid had no consultation.
const (
	createPlain = `
	INSERT INTO consultations{day} (day, sid, partner_id, started, updated, ended, version, state)
	VALUES ($1, $2, $3, $4, $5, $6, 1, $7) ON CONFLICT DO NOTHING`

	createReply = createMade + `
	INSERT INTO replies{day} (day, sid, key_hash, at, body) SELECT $1, m.sid, $8, $4, $9 FROM made m`

	createMade = `
	WITH made AS (` + createPlain + ` RETURNING sid)`
)

// queueCreates queues the creations of one day.
func queueCreates(b *pgx.Batch, group []*write) {
	day := group[0].day
	for _, w := range group {
		c := &w.consultation
		args := []any{day, w.sid, c.PartnerID, c.Started, c.Updated, optional(c.Ended), blob(c.State)}
		query := createPlain
		hash, body := w.replied()
		if told := noticeColumns(c.Notices); told != nil {
			query, args = createNotices, append(append(args, hash, body), told...)
		} else if w.reply != nil {
			query, args = createReply, append(args, hash, body)
		}
		queueOne(b, of(query, suffix(day)), args, w, store.ErrExists)
	}
}
