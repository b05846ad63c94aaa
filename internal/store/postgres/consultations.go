package postgres

import (
	"context"
	"slices"

	"anamnesis/internal/store"
)

type consultations struct{ *Store }

// Consultations implements store.Store.
func (s *Store) Consultations() store.Consultations { return consultations{s} }

func (s consultations) Create(ctx context.Context, v store.Consultation, r *store.Reply) error {
	v.State = slices.Clone(v.State)
	w := &write{op: op{key: v.SID}, kind: creates, sid: v.SID, consultation: v, reply: cloned(r)}
	return doing(s.writes.do(ctx, w), "create consultation")
}

func (s consultations) Get(ctx context.Context, sid string) (store.Consultation, error) {
	l := &load{sid: sid}
	err := s.loads.do(ctx, l)
	if err != nil {
		return store.Consultation{}, doing(err, "read consultation")
	}
	return l.found, nil
}

func (s consultations) Update(ctx context.Context, sid string, version int64, v store.Change) error {
	v.State, v.Reply = slices.Clone(v.State), cloned(v.Reply)
	w := &write{op: op{key: sid}, kind: updates, sid: sid, version: version, change: v, reply: v.Reply}
	return doing(s.writes.do(ctx, w), "update consultation")
}

func (s consultations) Reply(ctx context.Context, sid string, keyHash []byte) ([]byte, error) {
	l := &load{sid: sid, reply: true, keyHash: slices.Clone(keyHash)}
	err := s.loads.do(ctx, l)
	if err != nil {
		return nil, doing(err, "read reply")
	}
	return l.body, nil
}

// cloned is a copy, because a call that was given up may still be on its way to the server.
func cloned(r *store.Reply) *store.Reply {
	if r == nil {
		return nil
	}
	return &store.Reply{KeyHash: slices.Clone(r.KeyHash), Body: slices.Clone(r.Body)}
}
