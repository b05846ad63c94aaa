package postgres

import (
	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// The statements of what belongs to a session beside its consultation. Each takes its rows as arrays, $1 the days and
// $2 the sids.

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
	var told []store.Notice
	for _, w := range group {
		told = append(told, w.feedback.Notices...)
	}
	if told := noticeColumns(told); told != nil {
		b.Queue(feedbackNotices, told...)
	}
}
