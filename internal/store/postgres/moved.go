package postgres

import (
	"anamnesis/internal/store"
)

// moved are the kinds of record in the order of an export.
func moved() []movedKind {
	return []movedKind{
		{
			table: "partners", query: `SELECT ` + partnerColumns + ` FROM partners p ORDER BY p.created, p.id`,
			columns: []string{"id", "name", "secret_hash", "languages", "origins", "debug", "rate", "burst", "daily_quota", "retention_days", "created"},
			scan:    func(r scanner) (store.Record, error) { v, err := scanPartner(r); return store.Record{Partner: &v}, err },
			values:  func(r store.Record) []any { return partnerValues(*r.Partner) },
		},
		{
			table: "api_keys", query: `SELECT ` + keyColumns + ` FROM api_keys k ORDER BY k.created, k.hash`,
			columns: []string{"hash", "partner_id", "created", "revoked"},
			scan:    func(r scanner) (store.Record, error) { v, err := scanAPIKey(r); return store.Record{APIKey: &v}, err },
			values: func(r store.Record) []any {
				return []any{blob(r.APIKey.Hash), r.APIKey.PartnerID, r.APIKey.Created, optional(r.APIKey.Revoked)}
			},
		},
		{
			table: "signing_keys", query: `SELECT ` + signingKeyColumns + ` FROM signing_keys ORDER BY created, id`,
			columns: []string{"id", "secret", "created", "retired"},
			scan: func(r scanner) (store.Record, error) {
				v, err := scanSigningKey(r)
				return store.Record{SigningKey: &v}, err
			},
			values: func(r store.Record) []any {
				return []any{r.SigningKey.ID, blob(r.SigningKey.Secret), r.SigningKey.Created, optional(r.SigningKey.Retired)}
			},
		},
		movedConsultations(), movedReplies(),
		{
			table: "consents", query: `SELECT sid, partner_id, content_version, at FROM consents`,
			columns: []string{"sid", "content_version", "partner_id", "at"},
			scan:    func(r scanner) (store.Record, error) { v, err := scanConsent(r); return store.Record{Consent: &v}, err },
			values: func(r store.Record) []any {
				return []any{r.Consent.SID, r.Consent.ContentVersion, r.Consent.PartnerID, r.Consent.At}
			},
			sid: func(r store.Record) string { return r.Consent.SID },
		},
		movedEvents(),
		{
			table: "feedback", query: `SELECT sid, partner_id, stars, labels, message, at FROM feedback`,
			columns: []string{"sid", "partner_id", "stars", "labels", "message", "at"},
			scan: func(r scanner) (store.Record, error) {
				v, err := scanFeedback(r)
				return store.Record{Feedback: &v}, err
			},
			values: func(r store.Record) []any {
				v := r.Feedback
				return []any{v.SID, v.PartnerID, int64(v.Stars), listed(v.Labels), v.Message, v.At}
			},
			sid: func(r store.Record) string { return r.Feedback.SID },
		},
		{
			table: "data_keys", query: `SELECT id, wrapped, created FROM data_keys ORDER BY created, id`,
			columns: []string{"id", "wrapped", "created"},
			scan: func(r scanner) (store.Record, error) {
				v, err := scanDataKey(r)
				return store.Record{DataKey: &v}, err
			},
			values: func(r store.Record) []any { return []any{r.DataKey.ID, blob(r.DataKey.Wrapped), r.DataKey.Created} },
		},
		{
			table: "audit", query: `SELECT ` + auditColumns + ` FROM audit ORDER BY seq`,
			columns: []string{"seq", "at", "actor", "action", "target", "detail", "hash"},
			scan:    func(r scanner) (store.Record, error) { v, err := scanAudit(r); return store.Record{Audit: &v}, err },
			values: func(r store.Record) []any {
				v := r.Audit
				return []any{v.Seq, v.At, v.Actor, v.Action, v.Target, v.Detail, blob(v.Hash)}
			},
		},
		{
			table: "webhooks", query: `SELECT ` + webhookColumns + ` FROM webhooks ORDER BY partner_id`,
			columns: []string{"partner_id", "url", "secret", "private", "created"},
			scan:    func(r scanner) (store.Record, error) { v, err := scanWebhook(r); return store.Record{Webhook: &v}, err },
			values: func(r store.Record) []any {
				v := r.Webhook
				return []any{v.PartnerID, v.URL, blob(v.Secret), v.Private, v.Created}
			},
		},
		{
			table: "outbox", query: `SELECT ` + deliveryColumns + ` FROM outbox ORDER BY seq`,
			columns: []string{"id", "sid", "partner_id", "event", "body", "at", "attempts", "due", "delivered"},
			scan: func(r scanner) (store.Record, error) {
				v, err := scanDelivery(r)
				v.Seq = 0
				return store.Record{Delivery: &v}, err
			},
			values: func(r store.Record) []any {
				v := r.Delivery
				return []any{v.ID, v.SID, v.PartnerID, v.Event, blob(v.Body), v.At, int64(v.Attempts), optional(v.Due), optional(v.Delivered)}
			},
		},
	}
}

func movedConsultations() movedKind {
	return movedKind{
		table: "consultations", query: `SELECT ` + consultationColumns + ` FROM consultations c`,
		columns: []string{"sid", "partner_id", "started", "updated", "ended", "version", "state"},
		scan: func(r scanner) (store.Record, error) {
			v, err := scanConsultation(r)
			return store.Record{Consultation: &v}, err
		},
		values: func(r store.Record) []any {
			v := r.Consultation
			return []any{v.SID, v.PartnerID, v.Started, v.Updated, optional(v.Ended), v.Version, blob(v.State)}
		},
		sid: func(r store.Record) string { return r.Consultation.SID },
	}
}

func movedReplies() movedKind {
	return movedKind{
		table: "replies", query: `SELECT sid, at, key_hash, body FROM replies`,
		columns: []string{"sid", "at", "key_hash", "body"},
		scan: func(r scanner) (store.Record, error) {
			v := new(store.KeptReply)
			return store.Record{Reply: v}, r.Scan(&v.SID, instant{&v.At}, bytes{&v.KeyHash}, bytes{&v.Body})
		},
		values: func(r store.Record) []any {
			return []any{r.Reply.SID, r.Reply.At, blob(r.Reply.KeyHash), blob(r.Reply.Body)}
		},
		sid: func(r store.Record) string { return r.Reply.SID },
	}
}

func movedEvents() movedKind {
	return movedKind{
		table: "events", query: `SELECT e.sid, e.partner_id, e.name, e.payload, e.at FROM events e ORDER BY e.seq`,
		columns: []string{"sid", "partner_id", "name", "payload", "at"},
		scan:    func(r scanner) (store.Record, error) { v, err := scanEvent(r); return store.Record{Event: &v}, err },
		values: func(r store.Record) []any {
			v := r.Event
			return []any{v.SID, v.PartnerID, v.Name, v.Payload, v.At}
		},
		sid: func(r store.Record) string { return r.Event.SID },
	}
}

// tableOf is the table that a record lies in.
func tableOf(r store.Record) string {
	switch {
	case r.Partner != nil:
		return "partners"
	case r.APIKey != nil:
		return "api_keys"
	case r.SigningKey != nil:
		return "signing_keys"
	case r.DataKey != nil:
		return "data_keys"
	case r.Audit != nil:
		return "audit"
	case r.Delivery != nil:
		return "outbox"
	}
	return r.Kind()
}
