package storetest

import (
	"context"
	"testing"
	"time"

	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
)

// far is beyond the time of all other tests: stores may be shared, and nobody else's deliveries are due before it.
var far = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

func notice(sid, partner, event string, when time.Time) store.Notice {
	return store.Notice{ID: newID(), SID: sid, PartnerID: partner, Event: event, Body: odd, At: when}
}

// partnerWithHook is a new partner that is told of its events.
func partnerWithHook(t *testing.T, s store.Store) string {
	t.Helper()
	p := newID()
	must(t, s.Partners().Create(t.Context(), store.Partner{ID: p, Name: "n", Created: start}, store.APIKey{Hash: []byte(newID()), Created: start}))
	must(t, s.Webhooks().Set(t.Context(), store.Webhook{PartnerID: p, URL: "https://example.org/", Secret: odd, Created: start}))
	return p
}

// taken are the deliveries of a partner that are due, by event, without their numbers.
func taken(t *testing.T, s store.Store, partner string, now, until time.Time) map[string]store.Delivery {
	t.Helper()
	all, err := s.Webhooks().Take(t.Context(), now, until, 1000)
	must(t, err)
	mine := map[string]store.Delivery{}
	for _, d := range all {
		if d.PartnerID == partner {
			mine[d.Event] = d
		}
	}
	return mine
}

func events(m map[string]store.Delivery) []string {
	var out []string
	for e := range m {
		out = append(out, e)
	}
	return out
}

var webhookTests = map[string]func(*testing.T, store.Store){
	"a partner has one webhook": func(t *testing.T, s store.Store) {
		p := partnerWithHook(t, s)
		w := store.Webhook{PartnerID: p, URL: words, Secret: odd, Private: true, Created: at(1)}
		must(t, s.Webhooks().Set(t.Context(), w))
		sameAfter(t, w)(s.Webhooks().Webhook(t.Context(), p))
		wantErr(t, s.Webhooks().Reseal(t.Context(), p, []byte("another"), []byte("new")), store.ErrNotFound)
		must(t, s.Webhooks().Reseal(t.Context(), p, w.Secret, []byte("new")))
		w.Secret = []byte("new")
		sameAfter(t, w)(s.Webhooks().Webhook(t.Context(), p))
		wantErr(t, s.Webhooks().Reseal(t.Context(), newID(), w.Secret, odd), store.ErrNotFound)
		must(t, s.Webhooks().Remove(t.Context(), p))
		_, err := s.Webhooks().Webhook(t.Context(), p)
		wantErr(t, err, store.ErrNotFound)
		wantErr(t, s.Webhooks().Remove(t.Context(), p), store.ErrNotFound)
		w.PartnerID = newID()
		wantErr(t, s.Webhooks().Set(t.Context(), w), store.ErrNotFound)
	},
	"notices come with what they tell of, or not at all": func(t *testing.T, s store.Store) {
		p := partnerWithHook(t, s)
		c := consultation(newID(), p, start)
		c.Notices = []store.Notice{notice(c.SID, p, "created", far)}
		must(t, s.Consultations().Create(t.Context(), c, nil))
		c.Notices = []store.Notice{notice(c.SID, p, "created twice", far)}
		wantErr(t, s.Consultations().Create(t.Context(), c, nil), store.ErrExists)
		must(t, s.Consultations().Update(t.Context(), c.SID, 1, store.Change{PartnerID: p, State: odd, At: at(1), Notices: []store.Notice{notice(c.SID, p, "one", far), notice(c.SID, p, "two", far)}}))
		must(t, s.Consultations().Update(t.Context(), c.SID, 2, store.Change{PartnerID: p, State: odd, At: at(1), Reply: &store.Reply{KeyHash: odd}, Notices: []store.Notice{notice(c.SID, p, "with a reply", far)}}))
		for _, ch := range []store.Change{{PartnerID: p, At: at(1)}, {PartnerID: p, State: odd, At: at(1), Reply: &store.Reply{KeyHash: []byte("k")}}} {
			ch.Notices = []store.Notice{notice(c.SID, p, "refused", far)}
			wantErr(t, s.Consultations().Update(t.Context(), c.SID, 2, ch), store.ErrConflict)
		}
		must(t, s.Consultations().Update(t.Context(), c.SID, 3, store.Change{PartnerID: p, State: odd, At: at(2)}))
		must(t, s.Events().SetFeedback(t.Context(), store.Feedback{SID: c.SID, PartnerID: p, Stars: 1, At: start, Notices: []store.Notice{notice(c.SID, p, "feedback", far)}}))
		silent := newID() // has no webhook
		other := consultation(newID(), silent, start)
		other.Notices = []store.Notice{notice(other.SID, silent, "nobody listens", far)}
		must(t, s.Consultations().Create(t.Context(), other, nil))
		same(t, 0, len(taken(t, s, silent, far.Add(-time.Second), far)))
		got := taken(t, s, p, far, far.Add(time.Minute))
		if d := cmp.Diff(map[string]bool{"created": true, "one": true, "two": true, "with a reply": true, "feedback": true}, set(events(got))); d != "" {
			t.Fatal(d)
		}
		same(t, odd, got["one"].Body)
		same(t, 0, len(taken(t, s, silent, far, far.Add(time.Minute))))
	},
	"a delivery taken is nobody else's until its time": func(t *testing.T, s store.Store) {
		p := partnerWithHook(t, s)
		sid := newID()
		must(t, s.Events().SetFeedback(t.Context(), store.Feedback{SID: sid, PartnerID: p, Stars: 1, At: start, Notices: []store.Notice{notice(sid, p, "f", far)}}))
		same(t, 0, len(taken(t, s, p, far.Add(-time.Microsecond), far)))
		d := taken(t, s, p, far, far.Add(time.Minute))["f"]
		same(t, 0, d.Attempts)
		same(t, 0, len(taken(t, s, p, far.Add(30*time.Second), far.Add(time.Hour))))
		d = taken(t, s, p, far.Add(time.Minute), far.Add(2*time.Minute))["f"]
		must(t, s.Webhooks().Settle(t.Context(), d.Seq, time.Time{}, far.Add(time.Hour)))
		same(t, 0, len(taken(t, s, p, far.Add(59*time.Minute), far.Add(59*time.Minute))))
		d = taken(t, s, p, far.Add(time.Hour), far.Add(2*time.Hour))["f"]
		same(t, 1, d.Attempts)
		must(t, s.Webhooks().Settle(t.Context(), d.Seq, far, time.Time{}))
		same(t, 0, len(taken(t, s, p, far.Add(1e5*time.Hour), far.Add(1e5*time.Hour))))
		sameAfter(t, 0)(s.Webhooks().Replay(t.Context(), p, far.Add(time.Second), far))
		sameAfter(t, 1)(s.Webhooks().Replay(t.Context(), p, far, far.Add(15e4*time.Hour)))
		d = taken(t, s, p, far.Add(15e4*time.Hour), far.Add(15e4*time.Hour))["f"]
		same(t, 0, d.Attempts)
		same(t, true, d.Delivered.IsZero())
		must(t, s.Consultations().Erase(t.Context(), sid))
		same(t, 0, len(taken(t, s, p, far.Add(2e5*time.Hour), far.Add(2e5*time.Hour))))
		must(t, s.Webhooks().Settle(t.Context(), d.Seq, far, time.Time{}))
	},
	"old notices are forgotten, and go with their sessions": func(t *testing.T, s store.Store) {
		p := partnerWithHook(t, s)
		sid, kept := newID(), newID()
		for id, when := range map[string]time.Time{sid: at(-3e6), kept: at(0)} {
			must(t, s.Events().SetFeedback(t.Context(), store.Feedback{SID: id, PartnerID: p, Stars: 1, At: when, Notices: []store.Notice{notice(id, p, id, when)}}))
		}
		n, err := s.Webhooks().Forget(t.Context(), at(-2e6))
		must(t, err)
		same(t, true, n >= 1)
		same(t, []string{kept}, events(taken(t, s, p, at(1), at(1))))
		_, err = s.Consultations().ExpireBefore(context.Background(), p, at(1))
		must(t, err)
		same(t, 0, len(taken(t, s, p, at(1), at(1))))
	},
}

func set(list []string) map[string]bool {
	m := map[string]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}
