package postgres

import (
	"strings"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// The statements of groups. Each takes its rows as arrays, $1 the days and $2 the sids. {day} stands for the partitions
// of the group's only day, so that the server plans once and not for each group, or for nothing where it has several;
// $1 and $2 stand once more with each table for that case, in which only those days' partitions are to be looked at.

// of fills in the partitions: those of days, if that is one day.
func of(statement string, days []day) string {
	if len(days) != 1 {
		return strings.ReplaceAll(statement, "{day}", "")
	}
	return strings.ReplaceAll(statement, "{day}", suffix(days[0]))
}

// updatePlain locks the consultations in order of their sids, waiting for other replicas, and writes those that are at
// the version expected. It returns each that exists, and whether it was written.
const updatePlain = `
	WITH v AS MATERIALIZED (
		SELECT * FROM unnest($1::date[], $2::text[], $3::bigint[], $4::bytea[], $5::timestamptz[], $6::timestamptz[])
			AS v(day, sid, version, state, updated, ended)),
	held AS MATERIALIZED (
		SELECT c.sid, c.version FROM consultations{day} c WHERE c.day = ANY($1) AND c.sid = ANY($2) ORDER BY c.sid FOR UPDATE),
	wrote AS (
		UPDATE consultations{day} c SET state = v.state, updated = v.updated, ended = v.ended, version = v.version + 1
		FROM v JOIN held h ON h.sid = v.sid AND h.version = v.version
		WHERE c.day = v.day AND c.sid = v.sid AND c.day = ANY($1) AND c.sid = ANY($2)
		RETURNING c.sid)
	SELECT h.sid, w.sid IS NOT NULL FROM held h LEFT JOIN wrote w ON w.sid = h.sid`

// updateReplies does the same with replies beside the states. A reply that another update wrote after this statement's
// snapshot need not be seen: that update has raised the version too.
const (
	updateReplies = updateRepliesHead + updateRepliesTail

	updateRepliesHead = `
	WITH v AS MATERIALIZED (
		SELECT * FROM unnest($1::date[], $2::text[], $3::bigint[], $4::bytea[], $5::timestamptz[], $6::timestamptz[], $7::bytea[], $8::bytea[])
			AS v(day, sid, version, state, updated, ended, key_hash, body)),
	held AS MATERIALIZED (
		SELECT c.sid, c.version FROM consultations{day} c WHERE c.day = ANY($1) AND c.sid = ANY($2) ORDER BY c.sid FOR UPDATE),
	used AS MATERIALIZED (
		SELECT r.sid, r.key_hash FROM replies{day} r WHERE r.day = ANY($1) AND r.sid = ANY($2) AND r.key_hash = ANY($7)),
	fit AS MATERIALIZED (
		SELECT v.* FROM v JOIN held h ON h.sid = v.sid AND h.version = v.version
		WHERE NOT EXISTS (SELECT 1 FROM used u WHERE u.sid = v.sid AND u.key_hash = v.key_hash)),
	kept AS (
		INSERT INTO replies{day} (day, sid, key_hash, at, body)
		SELECT f.day, f.sid, f.key_hash, f.updated, f.body FROM fit f WHERE f.key_hash IS NOT NULL ORDER BY f.sid),`

	updateRepliesTail = `
	wrote AS (
		UPDATE consultations{day} c SET state = f.state, updated = f.updated, ended = f.ended, version = f.version + 1
		FROM fit f WHERE c.day = f.day AND c.sid = f.sid AND c.day = ANY($1) AND c.sid = ANY($2)
		RETURNING c.sid)
	SELECT h.sid, w.sid IS NOT NULL FROM held h LEFT JOIN wrote w ON w.sid = h.sid`
)

func queueUpdates(b *pgx.Batch, group []*write) {
	args := []any{
		days(group), sidsOf(group), column(group, func(w *write) int64 { return w.version }),
		column(group, func(w *write) []byte { return blob(w.change.State) }),
		column(group, func(w *write) pgtype.Timestamptz { return pgtype.Timestamptz{Time: w.change.At, Valid: true} }),
		column(group, func(w *write) pgtype.Timestamptz { return optional(w.change.Ended) }),
	}
	query := updatePlain
	hashes, bodies, some := replyColumns(group)
	if told := noticeColumns(group, func(w *write) []store.Notice { return w.change.Notices }); told != nil {
		query, args = updateNotices, append(append(args, hashes, bodies), told...)
	} else if some {
		query, args = updateReplies, append(args, hashes, bodies)
	}
	b.Queue(of(query, daysOf(sidsOf(group))), args...).Query(func(rows pgx.Rows) error {
		there := make(map[string]bool, len(group)) // by sid: whether it was written
		for rows.Next() {
			var sid string
			var wrote bool
			if err := rows.Scan(&sid, &wrote); err != nil {
				return err
			}
			there[sid] = wrote
		}
		for _, w := range group {
			switch wrote, ok := there[w.sid]; {
			case !ok:
				w.err = store.ErrNotFound
			case !wrote:
				w.err = store.ErrConflict
			}
		}
		return rows.Err()
	})
}

// replyColumns gives key hashes, NULL where a write has no reply, and bodies; and whether there is any.
func replyColumns(group []*write) (hashes, bodies [][]byte, some bool) {
	for _, w := range group {
		if w.reply == nil {
			hashes, bodies = append(hashes, nil), append(bodies, nil)
			continue
		}
		hashes, bodies, some = append(hashes, blob(w.reply.KeyHash)), append(bodies, blob(w.reply.Body)), true
	}
	return hashes, bodies, some
}

const (
	create = createHead + createTail

	createHead = `
	WITH v AS MATERIALIZED (
		SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::bytea[], $8::bytea[], $9::bytea[])
			AS v(day, sid, partner_id, started, updated, ended, state, key_hash, body)),
	made AS (
		INSERT INTO consultations{day} (day, sid, partner_id, started, updated, ended, version, state)
		SELECT v.day, v.sid, v.partner_id, v.started, v.updated, v.ended, 1, v.state FROM v ORDER BY v.sid
		ON CONFLICT DO NOTHING RETURNING sid),
	kept AS (
		INSERT INTO replies{day} (day, sid, key_hash, at, body)
		SELECT v.day, v.sid, v.key_hash, v.started, v.body FROM v JOIN made m ON m.sid = v.sid WHERE v.key_hash IS NOT NULL)`

	createTail = `
	SELECT sid FROM made`
)

func queueCreates(b *pgx.Batch, group []*write) {
	hashes, bodies, _ := replyColumns(group)
	args := []any{
		days(group), sidsOf(group),
		column(group, func(w *write) string { return w.consultation.PartnerID }),
		column(group, func(w *write) pgtype.Timestamptz {
			return pgtype.Timestamptz{Time: w.consultation.Started, Valid: true}
		}),
		column(group, func(w *write) pgtype.Timestamptz {
			return pgtype.Timestamptz{Time: w.consultation.Updated, Valid: true}
		}),
		column(group, func(w *write) pgtype.Timestamptz { return optional(w.consultation.Ended) }),
		column(group, func(w *write) []byte { return blob(w.consultation.State) }), hashes, bodies,
	}
	query := create
	if told := noticeColumns(group, func(w *write) []store.Notice { return w.consultation.Notices }); told != nil {
		query, args = createNotices, append(args, told...)
	}
	b.Queue(of(query, daysOf(sidsOf(group))), args...).Query(func(rows pgx.Rows) error {
		made := make(map[string]bool, len(group))
		for rows.Next() {
			var sid string
			if err := rows.Scan(&sid); err != nil {
				return err
			}
			made[sid] = true
		}
		for _, w := range group {
			if !made[w.sid] {
				w.err = store.ErrExists
			}
		}
		return rows.Err()
	})
}

const addEvent = `
	INSERT INTO events (day, sid, partner_id, name, payload, at)
	SELECT v.day, v.sid, v.partner_id, v.name, v.payload, v.at
	FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::timestamptz[])
		WITH ORDINALITY AS v(day, sid, partner_id, name, payload, at, n) ORDER BY v.n`

func queueEvents(b *pgx.Batch, group []*write) {
	b.Queue(addEvent, days(group), sidsOf(group),
		column(group, func(w *write) string { return w.event.PartnerID }),
		column(group, func(w *write) string { return w.event.Name }),
		column(group, func(w *write) []byte { return w.event.Payload }),
		column(group, func(w *write) pgtype.Timestamptz { return pgtype.Timestamptz{Time: w.event.At, Valid: true} }))
}

const addConsent = `
	INSERT INTO consents (day, sid, content_version, partner_id, at)
	SELECT v.day, v.sid, v.content_version, v.partner_id, v.at
	FROM unnest($1::date[], $2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS v(day, sid, content_version, partner_id, at)
	ORDER BY v.sid, v.content_version
	ON CONFLICT DO NOTHING`

func queueConsents(b *pgx.Batch, group []*write) {
	b.Queue(addConsent, days(group), sidsOf(group),
		column(group, func(w *write) string { return w.consent.ContentVersion }),
		column(group, func(w *write) string { return w.consent.PartnerID }),
		column(group, func(w *write) pgtype.Timestamptz { return pgtype.Timestamptz{Time: w.consent.At, Valid: true} }))
}

const upsertFeedback = `
	INSERT INTO feedback (day, sid, partner_id, stars, labels, message, at)
	SELECT v.day, v.sid, v.partner_id, v.stars, v.labels, v.message, v.at
	FROM unnest($1::date[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[])
		AS v(day, sid, partner_id, stars, labels, message, at)
	ORDER BY v.sid
	ON CONFLICT (sid, day) DO UPDATE SET partner_id = excluded.partner_id, stars = excluded.stars,
		labels = excluded.labels, message = excluded.message, at = excluded.at`

func queueFeedback(b *pgx.Batch, group []*write) {
	b.Queue(upsertFeedback, days(group), sidsOf(group),
		column(group, func(w *write) string { return w.feedback.PartnerID }),
		column(group, func(w *write) int64 { return int64(w.feedback.Stars) }),
		column(group, func(w *write) string { return listed(w.feedback.Labels) }),
		column(group, func(w *write) string { return w.feedback.Message }),
		column(group, func(w *write) pgtype.Timestamptz { return pgtype.Timestamptz{Time: w.feedback.At, Valid: true} }))
	if told := noticeColumns(group, func(w *write) []store.Notice { return w.feedback.Notices }); told != nil {
		b.Queue(feedbackNotices, told...)
	}
}
