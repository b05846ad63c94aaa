package sqlite

import (
	"context"
	"slices"

	"anamnesis/internal/store"
)

type consultations struct{ *Store }

// Consultations implements store.Store.
func (s *Store) Consultations() store.Consultations { return consultations{s} }

const consultationColumns = `c.sid, c.partner_id, c.started, c.updated, c.ended, c.version, c.state`

func scanConsultation(r scanner) (v store.Consultation, err error) {
	return v, r.Scan(consultationFields(&v)...)
}

func consultationFields(v *store.Consultation) []any {
	return []any{&v.SID, &v.PartnerID, instant{&v.Started}, instant{&v.Updated}, instant{&v.Ended}, &v.Version, &v.State}
}

func (s consultations) Create(ctx context.Context, v store.Consultation, r *store.Reply) error {
	return doing(s.writer.do(ctx, func(c *conn) error {
		n, err := c.exec(`INSERT INTO consultations (sid, partner_id, started, updated, ended, version, state)
			VALUES (?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO NOTHING`,
			v.SID, v.PartnerID, micros(v.Started), micros(v.Updated), optional(v.Ended), blob(v.State))
		if err != nil {
			return err
		}
		if n == 0 {
			return store.ErrExists
		}
		if r != nil {
			_, err = c.exec(`INSERT INTO replies (sid, key_hash, at, body) VALUES (?, ?, ?, ?)`,
				v.SID, r.KeyHash, micros(v.Started), blob(r.Body))
		}
		if err == nil {
			err = notify(c, v.Notices)
		}
		return err
	}), "create consultation")
}

func (s consultations) Get(ctx context.Context, sid string) (store.Consultation, error) {
	if err := s.readers.open(ctx); err != nil {
		return store.Consultation{}, doing(err, "read consultation")
	}
	k, changes := s.recent.get(sid)
	if k != nil {
		return k.copied(), nil
	}
	k = &kept{}
	err := s.readers.do(ctx, func(c *conn) error {
		return c.row(`SELECT c.rowid, `+consultationColumns+` FROM consultations c WHERE c.sid = ?`, []any{sid},
			append([]any{&k.row}, consultationFields(&k.Consultation)...)...)
	})
	if err != nil {
		return store.Consultation{}, doing(err, "read consultation")
	}
	s.recent.fill(k, changes)
	return k.copied(), nil
}

func (s consultations) Update(ctx context.Context, sid string, version int64, v store.Change) error {
	var next *kept
	err := s.writer.doThen(ctx, func(c *conn) error {
		next = nil
		if v.Reply != nil {
			if err := claimReply(c, sid, version, v); err != nil {
				return err
			}
		}
		last, _ := s.recent.get(sid)
		if last == nil || last.Version != version {
			if err := s.update(c, sid, version, v); err != nil {
				return err
			}
			return notify(c, v.Notices)
		}
		next = last.changed(v)
		if err := updateRow(c, next); err != nil {
			return err
		}
		return notify(c, v.Notices)
	}, func() {
		if next != nil {
			s.recent.put(next)
		} else {
			s.recent.forget(sid)
		}
	})
	return doing(err, "update consultation")
}

func (s consultations) update(c *conn, sid string, version int64, v store.Change) error {
	n, err := c.exec(`UPDATE consultations SET state = ?, updated = ?, ended = ?, version = version + 1 WHERE sid = ? AND version = ?`,
		blob(v.State), micros(v.At), optional(v.Ended), sid, version)
	if err == nil && n == 0 {
		return missed(c, sid)
	}
	return err
}

// updateRow is update of a consultation whose row is known: it spares the way through the index of sids.
func updateRow(c *conn, k *kept) error {
	n, err := c.exec(`UPDATE consultations SET state = ?, updated = ?, ended = ?, version = ? WHERE rowid = ? AND sid = ? AND version = ?`,
		blob(k.State), micros(k.Updated), optional(k.Ended), k.Version, k.row, k.SID, k.Version-1)
	if err == nil && n == 0 {
		return missed(c, k.SID)
	}
	return err
}

// changed is the consultation after a change.
func (k *kept) changed(v store.Change) *kept {
	next := *k
	next.Version++
	next.State, next.Updated, next.Ended = nil, asStored(v.At), asStored(v.Ended)
	if len(v.State) > 0 {
		next.State = slices.Clone(v.State)
	}
	return &next
}

// claimReply goes before the update because it can be refused for two reasons, and must have changed nothing then.
func claimReply(c *conn, sid string, version int64, v store.Change) error {
	n, err := c.exec(`INSERT INTO replies (sid, key_hash, at, body) SELECT ?, ?, ?, ?
		WHERE EXISTS (SELECT 1 FROM consultations WHERE sid = ? AND version = ?) ON CONFLICT DO NOTHING`,
		sid, v.Reply.KeyHash, micros(v.At), blob(v.Reply.Body), sid, version)
	if err == nil && n == 0 {
		return missed(c, sid)
	}
	return err
}

// missed tells why an update found nothing to change.
func missed(c *conn, sid string) error {
	ok, err := c.has(`SELECT 1 FROM consultations WHERE sid = ?`, sid)
	if err == nil && ok {
		return store.ErrConflict
	}
	return orNotFound(err)
}

func (s consultations) Reply(ctx context.Context, sid string, keyHash []byte) (body []byte, err error) {
	err = s.readers.do(ctx, func(c *conn) error {
		return c.row(`SELECT body FROM replies WHERE sid = ? AND key_hash = ?`, []any{sid, keyHash}, &body)
	})
	return body, doing(err, "read reply")
}
