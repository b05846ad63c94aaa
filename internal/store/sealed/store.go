package sealed

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anamnesis/internal/store"
)

// Store is a store whose records are encrypted in the store inside it.
type Store struct {
	store.Store
	ring ring
}

var _ store.Store = (*Store)(nil)

// Open puts encryption before a store. Without a master key (nil) records are kept as they come, unless the store has
// data keys: then what is sealed is not read, and nothing is written unsealed. now is the clock; nil is time.Now.
func Open(ctx context.Context, st store.Store, m *Master, now func() time.Time) (*Store, error) {
	if now == nil {
		now = time.Now
	}
	s := &Store{Store: st, ring: ring{store: st.DataKeys(), master: m, now: now}}
	s.ring.mu.Lock()
	defer s.ring.mu.Unlock()
	if _, err := s.ring.load(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// Check returns ErrNoKey or ErrDamaged if the store has a data key that does not open: some records could not be read.
func (s *Store) Check() error {
	k := s.ring.cur.Load()
	for _, d := range k.all {
		if k.byID[d.ID] == nil {
			_, err := s.ring.open(d)
			return fmt.Errorf("data key %s: %w", d.ID, err)
		}
	}
	return nil
}

// Busy implements store.Watched.
func (s *Store) Busy() store.Busy {
	if w, ok := s.Store.(store.Watched); ok {
		return w.Busy()
	}
	return store.Busy{}
}

// On reports whether records are encrypted.
func (s *Store) On() bool { return !s.ring.master.empty() }

// Consultations implements store.Store.
func (s *Store) Consultations() store.Consultations {
	return &consultations{s.Store.Consultations(), &s.ring}
}

// Events implements store.Store.
func (s *Store) Events() store.Events { return &events{s.Store.Events(), &s.ring} }

type consultations struct {
	store.Consultations
	ring *ring
}

func (c *consultations) Create(ctx context.Context, v store.Consultation, r *store.Reply) (err error) {
	if v.State, err = c.ring.seal(ctx, v.State, bound(stateKind, v.SID, v.PartnerID)); err != nil {
		return err
	}
	if r, err = c.reply(ctx, v.SID, r); err != nil {
		return err
	}
	return c.Consultations.Create(ctx, v, r)
}

func (c *consultations) reply(ctx context.Context, sid string, r *store.Reply) (*store.Reply, error) {
	if r == nil {
		return nil, nil
	}
	b, err := c.ring.seal(ctx, r.Body, bound(replyKind, sid, string(r.KeyHash)))
	return &store.Reply{KeyHash: r.KeyHash, Body: b}, err
}

func (c *consultations) Get(ctx context.Context, sid string) (store.Consultation, error) {
	v, err := c.Consultations.Get(ctx, sid)
	if err != nil {
		return v, err
	}
	return c.open(ctx, v)
}

func (c *consultations) open(ctx context.Context, v store.Consultation) (_ store.Consultation, err error) {
	if v.State, err = c.ring.unseal(ctx, v.State, bound(stateKind, v.SID, v.PartnerID)); err != nil {
		return store.Consultation{}, fmt.Errorf("consultation: %w", err)
	}
	return v, nil
}

func (c *consultations) Update(ctx context.Context, sid string, version int64, v store.Change) (err error) {
	if v.PartnerID == "" && len(v.State) > 0 { // not said: looked up, so that it opens again
		old, err := c.Consultations.Get(ctx, sid)
		if err != nil {
			return err
		}
		v.PartnerID = old.PartnerID
	}
	if v.State, err = c.ring.seal(ctx, v.State, bound(stateKind, sid, v.PartnerID)); err != nil {
		return err
	}
	if v.Reply, err = c.reply(ctx, sid, v.Reply); err != nil {
		return err
	}
	return c.Consultations.Update(ctx, sid, version, v)
}

func (c *consultations) Reply(ctx context.Context, sid string, keyHash []byte) ([]byte, error) {
	b, err := c.Consultations.Reply(ctx, sid, keyHash)
	if err != nil {
		return nil, err
	}
	if b, err = c.ring.unseal(ctx, b, bound(replyKind, sid, string(keyHash))); err != nil {
		return nil, fmt.Errorf("reply: %w", err)
	}
	return b, nil
}

func (c *consultations) Range(ctx context.Context, partnerID string, from, to time.Time, yield func(store.Consultation, []store.Event) error) error {
	return c.Consultations.Range(ctx, partnerID, from, to, func(v store.Consultation, list []store.Event) error {
		v, err := c.open(ctx, v)
		if err != nil {
			return err
		}
		if list, err = openEvents(ctx, c.ring, list); err != nil {
			return err
		}
		return yield(v, list)
	})
}

type events struct {
	inner store.Events
	ring  *ring
}

func (e *events) AddEvent(ctx context.Context, v store.Event) (err error) {
	if v.Payload, err = e.ring.seal(ctx, v.Payload, bound(eventKind, v.SID, v.PartnerID)); err != nil {
		return err
	}
	return e.inner.AddEvent(ctx, v)
}

func (e *events) Events(ctx context.Context, sid string) ([]store.Event, error) {
	list, err := e.inner.Events(ctx, sid)
	if err != nil {
		return nil, err
	}
	return openEvents(ctx, e.ring, list)
}

func openEvents(ctx context.Context, r *ring, list []store.Event) (_ []store.Event, err error) {
	for i := range list {
		v := &list[i]
		if v.Payload, err = r.unseal(ctx, v.Payload, bound(eventKind, v.SID, v.PartnerID)); err != nil {
			return nil, fmt.Errorf("event: %w", err)
		}
	}
	return list, nil
}

func (e *events) SetFeedback(ctx context.Context, f store.Feedback) error {
	f.Labels = slices.Clone(f.Labels)
	f, err := e.ring.sealFeedback(ctx, f)
	if err != nil {
		return err
	}
	return e.inner.SetFeedback(ctx, f)
}

func (e *events) Feedback(ctx context.Context, sid string) (store.Feedback, error) {
	f, err := e.inner.Feedback(ctx, sid)
	if err != nil {
		return f, err
	}
	if f, err = e.ring.openFeedback(ctx, f); err != nil {
		return f, fmt.Errorf("feedback: %w", err)
	}
	return f, nil
}
