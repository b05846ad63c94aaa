package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"anamnesis/internal/store"
)

// ranged collects the sids of a range.
func ranged(t *testing.T, s store.Store, partner string, from, to time.Time) (sids []string) {
	t.Helper()
	must(t, s.Consultations().Range(t.Context(), partner, from, to, func(c store.Consultation, _ []store.Event) error {
		sids = append(sids, c.SID)
		return nil
	}))
	return sids
}

var rangeTests = map[string]func(*testing.T, store.Store){
	"a range holds its first moment and not its last": func(t *testing.T, s store.Store) {
		p := newID()
		from, to := at(0), at(10)
		micro := time.Microsecond
		before, first, last, after := newID(), newID(), newID(), newID()
		create(t, s, consultation(after, p, to), nil)
		create(t, s, consultation(last, p, to.Add(-micro)), nil)
		create(t, s, consultation(first, p, from), nil)
		create(t, s, consultation(before, p, from.Add(-micro)), nil)
		create(t, s, consultation(newID(), newID(), at(5)), nil)
		same(t, []string{first, last}, ranged(t, s, p, from, to))
		same(t, []string{first, last}, ranged(t, s, p, from.In(time.FixedZone("west", -7*3600)), to))
		same(t, nil, ranged(t, s, p, to, from))
		same(t, nil, ranged(t, s, p, from, from))
		same(t, nil, ranged(t, s, newID(), from, to))
	},
	"a range is ordered by start, then sid, and brings events": func(t *testing.T, s store.Store) {
		p := newID()
		var want, got []string
		show := func(c store.Consultation, events []store.Event) string {
			line := fmt.Sprintf("%s v%d %s", c.SID, c.Version, c.State)
			for _, e := range events {
				line += fmt.Sprintf(" %s=%q@%v", e.Name, e.Payload, e.At)
			}
			return line
		}
		for i := range 3 {
			a, b := consultation(newID(), p, at(3-i)), consultation(newID(), p, at(3-i)) // ids grow
			a.State = odd
			create(t, s, b, nil)
			create(t, s, a, nil)
			events := []store.Event{
				{SID: b.SID, PartnerID: p, Name: "second", Payload: odd, At: at(9)},
				{SID: b.SID, PartnerID: p, Name: "first", At: at(8)},
			}
			for _, e := range events {
				must(t, s.Events().AddEvent(t.Context(), e))
			}
			want = append([]string{show(a, nil), show(b, []store.Event{events[1], events[0]})}, want...)
		}
		must(t, s.Events().AddEvent(t.Context(), store.Event{SID: newID(), PartnerID: p, Name: "without consultation", At: at(2)}))
		must(t, s.Consultations().Range(t.Context(), p, start, at(99), func(c store.Consultation, e []store.Event) error {
			got = append(got, show(c, e))
			return nil
		}))
		same(t, want, got)
	},
	"a long range misses nothing and repeats nothing": func(t *testing.T, s store.Store) {
		p := newID()
		sids := make([]string, 900)
		var wg sync.WaitGroup
		for i := range sids {
			sids[i] = newID()
			wg.Go(func() {
				if err := s.Consultations().Create(context.Background(), consultation(sids[i], p, at(i/250)), nil); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if d := cmp.Diff(sids, ranged(t, s, p, start, at(99))); d != "" {
			t.Fatal(d)
		}
	},
	"yield ends a range and may use the store": func(t *testing.T, s store.Store) {
		p := newID()
		for i := range 3 {
			create(t, s, consultation(newID(), p, at(i)), nil)
		}
		enough := errors.New("enough")
		seen := 0
		err := s.Consultations().Range(t.Context(), p, start, at(99), func(c store.Consultation, _ []store.Event) error {
			seen++
			must(t, s.Consultations().Update(t.Context(), c.SID, 1, store.Change{At: at(50)}))
			if seen == 2 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || seen != 2 {
			t.Errorf("got error %v after %d, want %v after 2", err, seen, enough)
		}
	},
	"a cancelled context ends a range": func(t *testing.T, s store.Store) {
		p := newID()
		for i := range 3 {
			create(t, s, consultation(newID(), p, at(i)), nil)
		}
		ctx, cancel := context.WithCancel(t.Context())
		seen := 0
		err := s.Consultations().Range(ctx, p, start, at(99), func(store.Consultation, []store.Event) error {
			seen++
			cancel()
			return nil
		})
		wantErr(t, err, context.Canceled)
		same(t, 1, seen)
	},
}
