package sealed

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"anamnesis/internal/store"
)

// Reencrypted says what Reencrypt did.
type Reencrypted struct {
	DataKey string // the new one
	Wrapped int    // data keys that another master key had wrapped
	Records int    // records sealed anew
}

// Reencrypt adds a data key, wraps all data keys with the first master key, and seals with the new one all records that
// are sealed with another or not at all. Afterwards no master key but the first is needed by whoever starts. It may
// run beside any number of services, end halfway and run again.
func (s *Store) Reencrypt(ctx context.Context) (Reencrypted, error) {
	if s.ring.master.empty() {
		return Reencrypted{}, errors.New("reencrypt: there is no encryption key")
	}
	wrapped, err := s.ring.rotate(ctx)
	if err != nil {
		return Reencrypted{Wrapped: wrapped}, err
	}
	newest := s.ring.cur.Load().newest
	n, err := s.Store.Rewrite(ctx, s.ring.around(ctx, newest, true, store.Rewrite{
		Consultation: func(*store.Consultation) (bool, error) { return true, nil },
		Reply:        func(string, *store.Reply) (bool, error) { return true, nil },
		Event:        func(*store.Event) (bool, error) { return true, nil },
		Feedback:     func(*store.Feedback) (bool, error) { return true, nil },
	}))
	if err != nil {
		return Reencrypted{DataKey: newest.id, Wrapped: wrapped, Records: n}, err
	}
	hooks, err := s.resealWebhooks(ctx, newest)
	return Reencrypted{DataKey: newest.id, Wrapped: wrapped, Records: n + hooks}, err
}

// resealWebhooks seals anew the secrets that webhooks are signed with: one may be older than the first key.
func (s *Store) resealWebhooks(ctx context.Context, k *dataKey) (n int, err error) {
	partners, err := s.Partners().List(ctx)
	if err != nil {
		return 0, err
	}
	for _, p := range partners {
		w, err := s.Store.Webhooks().Webhook(ctx, p.ID)
		if errors.Is(err, store.ErrNotFound) || err == nil && k.current(w.Secret) {
			continue
		}
		if err != nil {
			return n, err
		}
		at := bound(webhookKind, p.ID)
		secret, err := s.ring.unseal(ctx, bytes.Clone(w.Secret), at) // it opens in place
		if err != nil {
			return n, fmt.Errorf("webhook: %w", err)
		}
		switch err := s.Store.Webhooks().Reseal(ctx, p.ID, w.Secret, k.seal(secret, at)); {
		case err == nil:
			n++
		case !errors.Is(err, store.ErrNotFound): // set anew or removed meanwhile
			return n, err
		}
	}
	return n, nil
}

// Rewrite implements store.Rewriter on what is inside the seals.
func (s *Store) Rewrite(ctx context.Context, r store.Rewrite) (int, error) {
	k, err := s.ring.sealing(ctx)
	if err != nil {
		return 0, err
	}
	return s.Store.Rewrite(ctx, s.ring.around(ctx, k, false, r))
}

// around opens before the functions of do and seals after them, with a key found beforehand: the store is at work. What
// is sealed with it already is left alone where others is set.
func (r *ring) around(ctx context.Context, k *dataKey, others bool, do store.Rewrite) store.Rewrite {
	done := func(b []byte) bool { return others && (len(b) == 0 || k.current(b)) }
	change := func(b *[]byte, bound []byte, do func() (bool, error)) (bool, error) {
		var err error
		if *b, err = r.unseal(ctx, *b, bound); err != nil {
			return false, err
		}
		ok, err := do()
		if err != nil || !ok {
			return false, err
		}
		*b = k.seal(*b, bound)
		return true, nil
	}
	return store.Rewrite{
		Consultation: func(c *store.Consultation) (bool, error) {
			if done(c.State) {
				return false, nil
			}
			return change(&c.State, bound(stateKind, c.SID, c.PartnerID), func() (bool, error) { return do.Consultation(c) })
		},
		Reply: func(sid string, v *store.Reply) (bool, error) {
			if done(v.Body) {
				return false, nil
			}
			return change(&v.Body, bound(replyKind, sid, string(v.KeyHash)), func() (bool, error) { return do.Reply(sid, v) })
		},
		Event: func(e *store.Event) (bool, error) {
			if done(e.Payload) {
				return false, nil
			}
			return change(&e.Payload, bound(eventKind, e.SID, e.PartnerID), func() (bool, error) { return do.Event(e) })
		},
		Feedback: func(f *store.Feedback) (bool, error) {
			if b, ok := sealedText(f.Message); others && (ok && k.current(b) || f.Message == "" && len(f.Labels) == 0) {
				return false, nil
			}
			open, err := r.openFeedback(ctx, *f)
			if err != nil {
				return false, err
			}
			*f = open
			if ok, err := do.Feedback(f); err != nil || !ok {
				return false, err
			}
			*f, err = k.sealFeedback(*f)
			return err == nil, err
		},
	}
}
