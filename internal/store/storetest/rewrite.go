package storetest

import (
	"errors"
	"fmt"
	"testing"

	"anamnesis/internal/store"
)

var dataKeyTests = map[string]func(*testing.T, store.Store){
	"data keys come back whole and are rewrapped": func(t *testing.T, s store.Store) {
		k := store.DataKey{ID: newID(), Wrapped: odd, Created: at(-1e7)}
		must(t, s.DataKeys().Add(t.Context(), k))
		wantErr(t, s.DataKeys().Add(t.Context(), store.DataKey{ID: k.ID, Wrapped: []byte("other"), Created: at(0)}), store.ErrExists)
		same(t, []store.DataKey{k}, dataKey(t, s, k.ID))
		must(t, s.DataKeys().Rewrap(t.Context(), k.ID, []byte("again")))
		k.Wrapped = []byte("again")
		same(t, []store.DataKey{k}, dataKey(t, s, k.ID))
		wantErr(t, s.DataKeys().Rewrap(t.Context(), newID(), odd), store.ErrNotFound)
	},
	"Rewrite offers every record once and changes nothing but its bytes": func(t *testing.T, s store.Store) {
		p := newID()
		mine := map[string]bool{}
		for i := range 130 {
			c := create(t, s, consultation(newID(), p, at(i)), &store.Reply{KeyHash: odd, Body: []byte("old")})
			leaveTraces(t, s, c.SID, p, at(i))
			must(t, s.Events().AddEvent(t.Context(), store.Event{SID: c.SID, PartnerID: p, Name: "two", Payload: []byte("old"), At: at(i)}))
			mine[c.SID] = true
		}
		seen := map[string]int{}
		_, err := s.Rewrite(t.Context(), store.Rewrite{
			Consultation: func(c *store.Consultation) (bool, error) {
				if c.PartnerID != p {
					return false, nil
				}
				seen["consultation"]++
				c.State = append([]byte("new "), c.State...)
				return true, nil
			},
			Reply: func(sid string, r *store.Reply) (bool, error) {
				if !mine[sid] {
					return false, nil
				}
				seen["reply "+string(r.Body)]++
				r.Body = []byte("new")
				return true, nil
			},
			Event: func(e *store.Event) (bool, error) {
				if e.PartnerID != p {
					return false, nil
				}
				seen[e.Name+" "+string(e.Payload)]++
				e.Payload = []byte("new")
				return e.Name == "two", nil
			},
			Feedback: func(f *store.Feedback) (bool, error) {
				if f.PartnerID != p {
					return false, nil
				}
				seen[fmt.Sprint("feedback ", f.Stars)]++
				f.Message, f.Labels = "new", []string{words}
				return true, nil
			},
		})
		must(t, err)
		same(t, map[string]int{"consultation": 130, "reply old": 130, "seen ": 130, "two old": 130, "feedback 4": 130}, seen)
		n := 0
		must(t, s.Consultations().Range(t.Context(), p, start, at(1e6), func(c store.Consultation, events []store.Event) error {
			want := consultation(c.SID, p, at(n))
			want.State = append([]byte("new "), want.State...)
			same(t, want, c)
			same(t, []store.Event{{SID: c.SID, PartnerID: p, Name: "seen", At: at(n)}, {SID: c.SID, PartnerID: p, Name: "two", Payload: []byte("new"), At: at(n)}}, events)
			sameAfter(t, []byte("new"))(s.Consultations().Reply(t.Context(), c.SID, odd))
			sameAfter(t, store.Feedback{SID: c.SID, PartnerID: p, Stars: 4, Labels: []string{words}, Message: "new", At: at(n)})(s.Events().Feedback(t.Context(), c.SID))
			n++
			return nil
		}))
		same(t, 130, n)
	},
	"an error of a function ends Rewrite": func(t *testing.T, s store.Store) {
		create(t, s, consultation(newID(), newID(), start), nil)
		enough := errors.New("enough")
		_, err := s.Rewrite(t.Context(), store.Rewrite{Consultation: func(*store.Consultation) (bool, error) { return true, enough }})
		wantErr(t, err, enough)
	},
}

// dataKey is what the store has under an id. Stores may be shared, and keys of others are no concern of a test.
func dataKey(t *testing.T, s store.Store, id string) (found []store.DataKey) {
	t.Helper()
	all, err := s.DataKeys().All(t.Context())
	must(t, err)
	for _, k := range all {
		if k.ID == id {
			found = append(found, k)
		}
	}
	return found
}
