package storetest

import (
	"bytes"
	"testing"
	"time"

	"anamnesis/internal/store"
)

var consultationTests = map[string]func(*testing.T, store.Store){
	"a consultation comes back whole": func(t *testing.T, s store.Store) {
		c := consultation(newID(), words, start)
		c.Ended, c.State, c.Version = at(1), odd, 7
		create(t, s, c, nil)
		c.Version = 1
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
		bare := store.Consultation{SID: newID(), PartnerID: "p", Started: start, Updated: start}
		create(t, s, bare, nil)
		bare.Version = 1
		sameAfter(t, bare)(s.Consultations().Get(t.Context(), bare.SID))
	},
	"a large state comes back whole": func(t *testing.T, s store.Store) {
		c := consultation(newID(), "p", start)
		c.State = bytes.Repeat(odd, 1<<20/len(odd))
		create(t, s, c, nil)
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
	},
	"Create refuses a sid that has one": func(t *testing.T, s store.Store) {
		c := create(t, s, consultation(newID(), "p", start), nil)
		other := consultation(c.SID, "other", at(1))
		wantErr(t, s.Consultations().Create(t.Context(), other, &store.Reply{KeyHash: odd, Body: odd}), store.ErrExists)
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
		_, err := s.Consultations().Reply(t.Context(), c.SID, odd)
		wantErr(t, err, store.ErrNotFound)
	},
	"Get and Update of none are ErrNotFound": func(t *testing.T, s store.Store) {
		_, err := s.Consultations().Get(t.Context(), newID())
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.Consultations().Update(t.Context(), newID(), 1, store.Change{At: start}), store.ErrNotFound)
		wantErr(t, s.Consultations().Update(t.Context(), newID(), 1, store.Change{At: start, Reply: &store.Reply{KeyHash: odd}}), store.ErrNotFound)
	},
	"Update writes one version on": func(t *testing.T, s store.Store) {
		c := create(t, s, consultation(newID(), "p", start), nil)
		must(t, s.Consultations().Update(t.Context(), c.SID, 1, store.Change{State: odd, At: at(1), Ended: at(2)}))
		c.Version, c.State, c.Updated, c.Ended = 2, odd, at(1), at(2)
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
		must(t, s.Consultations().Update(t.Context(), c.SID, 2, store.Change{At: at(3)}))
		c.Version, c.State, c.Updated, c.Ended = 3, nil, at(3), time.Time{}
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
	},
	"Update of another version is ErrConflict": func(t *testing.T, s store.Store) {
		c := create(t, s, consultation(newID(), "p", start), nil)
		for _, version := range []int64{-1, 0, 2} {
			err := s.Consultations().Update(t.Context(), c.SID, version, store.Change{State: odd, At: at(1), Reply: &store.Reply{KeyHash: odd, Body: odd}})
			wantErr(t, err, store.ErrConflict)
			wantErr(t, s.Consultations().Update(t.Context(), c.SID, version, store.Change{State: odd, At: at(1)}), store.ErrConflict)
		}
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
		_, err := s.Consultations().Reply(t.Context(), c.SID, odd)
		wantErr(t, err, store.ErrNotFound)
	},
}

var replyTests = map[string]func(*testing.T, store.Store){
	"a reply comes with its state, for its sid and key only": func(t *testing.T, s store.Store) {
		key := []byte("\x00key")
		c := create(t, s, consultation(newID(), "p", start), &store.Reply{KeyHash: key, Body: odd})
		other := create(t, s, consultation(newID(), "p", start), &store.Reply{KeyHash: key, Body: []byte("other")})
		sameAfter(t, odd)(s.Consultations().Reply(t.Context(), c.SID, key))
		sameAfter(t, []byte("other"))(s.Consultations().Reply(t.Context(), other.SID, key))
		must(t, s.Consultations().Update(t.Context(), c.SID, 1, store.Change{At: at(1), Reply: &store.Reply{KeyHash: []byte("2"), Body: []byte("second")}}))
		sameAfter(t, odd)(s.Consultations().Reply(t.Context(), c.SID, key))
		sameAfter(t, []byte("second"))(s.Consultations().Reply(t.Context(), c.SID, []byte("2")))
		_, err := s.Consultations().Reply(t.Context(), other.SID, []byte("2"))
		wantErr(t, err, store.ErrNotFound)
		_, err = s.Consultations().Reply(t.Context(), newID(), key)
		wantErr(t, err, store.ErrNotFound)
	},
	"a key used before is ErrConflict, even at the right version": func(t *testing.T, s store.Store) {
		r := &store.Reply{KeyHash: odd, Body: []byte("first")}
		c := create(t, s, consultation(newID(), "p", start), r)
		err := s.Consultations().Update(t.Context(), c.SID, 1, store.Change{State: odd, At: at(1), Reply: &store.Reply{KeyHash: odd, Body: []byte("second")}})
		wantErr(t, err, store.ErrConflict)
		sameAfter(t, c)(s.Consultations().Get(t.Context(), c.SID))
		sameAfter(t, r.Body)(s.Consultations().Reply(t.Context(), c.SID, odd))
	},
	"ForgetReplies forgets the old ones only": func(t *testing.T, s store.Store) {
		old, young := newID(), newID()
		create(t, s, consultation(old, "p", at(-100)), &store.Reply{KeyHash: odd, Body: odd})
		must(t, s.Consultations().Update(t.Context(), old, 1, store.Change{At: at(-50), Reply: &store.Reply{KeyHash: []byte("k"), Body: odd}}))
		create(t, s, consultation(young, "p", at(-49)), &store.Reply{KeyHash: odd, Body: odd})
		n, err := s.Consultations().ForgetReplies(t.Context(), at(-49))
		must(t, err)
		if n < 2 {
			t.Errorf("forgot %d replies, want 2 or more", n)
		}
		for _, key := range []string{string(odd), "k"} {
			_, err = s.Consultations().Reply(t.Context(), old, []byte(key))
			wantErr(t, err, store.ErrNotFound)
		}
		sameAfter(t, odd)(s.Consultations().Reply(t.Context(), young, odd))
	},
}
