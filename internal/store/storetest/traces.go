package storetest

import (
	"testing"
	"time"

	"anamnesis/internal/store"
)

// leaveTraces writes one of everything for a session, except its consultation.
func leaveTraces(t *testing.T, s store.Store, sid, partner string, when time.Time) {
	t.Helper()
	must(t, s.Consents().RecordConsent(t.Context(), store.Consent{SID: sid, PartnerID: partner, ContentVersion: "v1", At: when}))
	must(t, s.Events().AddEvent(t.Context(), store.Event{SID: sid, PartnerID: partner, Name: "seen", At: when}))
	must(t, s.Events().SetFeedback(t.Context(), store.Feedback{SID: sid, PartnerID: partner, Stars: 4, At: when}))
}

// traces tells what is left of a session.
func traces(t *testing.T, s store.Store, sid string) (left []string) {
	t.Helper()
	if _, err := s.Consultations().Get(t.Context(), sid); err == nil {
		left = append(left, "consultation")
	}
	if _, err := s.Consultations().Reply(t.Context(), sid, odd); err == nil {
		left = append(left, "reply")
	}
	if all, err := s.Events().Events(t.Context(), sid); len(all) > 0 || err != nil {
		left = append(left, "events")
	}
	if _, err := s.Events().Feedback(t.Context(), sid); err == nil {
		left = append(left, "feedback")
	}
	if all, err := s.Consents().Consents(t.Context(), sid); len(all) > 0 || err != nil {
		left = append(left, "consents")
	}
	return left
}

var allTraces = []string{"consultation", "reply", "events", "feedback", "consents"}

var traceTests = map[string]func(*testing.T, store.Store){
	"of a consent the first record stands, versions apart": func(t *testing.T, s store.Store) {
		first := store.Consent{SID: newID(), PartnerID: words, ContentVersion: "v1", At: at(2)}
		again, earlier := first, first
		again.At, again.PartnerID = at(3), "other"
		earlier.ContentVersion, earlier.At = "v0", at(1)
		for _, c := range []store.Consent{first, again, earlier} {
			must(t, s.Consents().RecordConsent(t.Context(), c))
		}
		sameAfter(t, []store.Consent{earlier, first})(s.Consents().Consents(t.Context(), first.SID))
	},
	"events keep every byte and their order": func(t *testing.T, s store.Store) {
		sid := newID()
		event := func(name string, payload []byte, minute int) store.Event {
			return store.Event{SID: sid, PartnerID: "p", Name: name, Payload: payload, At: at(minute)}
		}
		late, odd1, same1, same2 := event("late", []byte(`{"a":null}`), 9), event(words, odd, 3), event("same", nil, 5), event("same", nil, 5)
		two := event("two", []byte("0"), 5)
		for _, e := range []store.Event{late, odd1, same1, same2, two} {
			must(t, s.Events().AddEvent(t.Context(), e))
		}
		sameAfter(t, []store.Event{odd1, same1, same2, two, late})(s.Events().Events(t.Context(), sid))
		must(t, s.Events().AddEvent(t.Context(), store.Event{SID: newID(), PartnerID: "p", Name: "other", At: start}))
		sameAfter(t, []store.Event{odd1, same1, same2, two, late})(s.Events().Events(t.Context(), sid))
	},
	"of feedback the last counts": func(t *testing.T, s store.Store) {
		sid := newID()
		_, err := s.Events().Feedback(t.Context(), sid)
		wantErr(t, err, store.ErrNotFound)
		first := store.Feedback{SID: sid, PartnerID: "p", Stars: 1, Labels: []string{"a", words, ""}, Message: words, At: at(5)}
		must(t, s.Events().SetFeedback(t.Context(), first))
		sameAfter(t, first)(s.Events().Feedback(t.Context(), sid))
		last := store.Feedback{SID: sid, PartnerID: "p", Stars: 5, At: at(4)}
		must(t, s.Events().SetFeedback(t.Context(), last))
		sameAfter(t, last)(s.Events().Feedback(t.Context(), sid))
	},
}

var eraseTests = map[string]func(*testing.T, store.Store){
	"Erase leaves nothing of one session and all of another": func(t *testing.T, s store.Store) {
		gone, stays := newID(), newID()
		for _, sid := range []string{gone, stays} {
			create(t, s, consultation(sid, "p", start), &store.Reply{KeyHash: odd, Body: odd})
			leaveTraces(t, s, sid, "p", start)
			same(t, allTraces, traces(t, s, sid))
		}
		must(t, s.Consultations().Erase(t.Context(), gone))
		same(t, nil, traces(t, s, gone))
		same(t, allTraces, traces(t, s, stays))
		wantErr(t, s.Consultations().Erase(t.Context(), gone), store.ErrNotFound)
		wantErr(t, s.Consultations().Update(t.Context(), gone, 1, store.Change{At: at(1)}), store.ErrNotFound)
	},
	"Erase takes traces without a consultation": func(t *testing.T, s store.Store) {
		sid := newID()
		leaveTraces(t, s, sid, "p", start)
		must(t, s.Consultations().Erase(t.Context(), sid))
		same(t, nil, traces(t, s, sid))
		wantErr(t, s.Consultations().Erase(t.Context(), newID()), store.ErrNotFound)
	},
}

var expireTests = map[string]func(*testing.T, store.Store){
	"ExpireBefore erases the partner's older sessions": func(t *testing.T, s store.Store) {
		p, other := newID(), newID()
		sids := map[string]string{}
		add := func(name, partner string, started int) {
			sids[name] = newID()
			create(t, s, consultation(sids[name], partner, at(started)), &store.Reply{KeyHash: odd, Body: odd})
			leaveTraces(t, s, sids[name], partner, at(started))
		}
		add("old", p, 9)
		add("at the bound", p, 10)
		add("of another partner", other, 9)
		sids["no consultation, old"], sids["no consultation, young"] = newID(), newID()
		leaveTraces(t, s, sids["no consultation, old"], p, at(9))
		leaveTraces(t, s, sids["no consultation, young"], p, at(10))
		sameAfter(t, 2)(s.Consultations().ExpireBefore(t.Context(), p, at(10)))
		left := map[string]int{}
		for name, sid := range sids {
			left[name] = len(traces(t, s, sid))
		}
		same(t, map[string]int{"old": 0, "at the bound": 5, "of another partner": 5, "no consultation, old": 0, "no consultation, young": 3}, left)
		sameAfter(t, 0)(s.Consultations().ExpireBefore(t.Context(), p, at(10)))
	},
	"ExpireBefore erases many": func(t *testing.T, s store.Store) {
		p := newID()
		for i := range 450 {
			must(t, s.Events().AddEvent(t.Context(), store.Event{SID: newID(), PartnerID: p, Name: "n", At: at(i)}))
		}
		sameAfter(t, 449)(s.Consultations().ExpireBefore(t.Context(), p, at(449)))
		sameAfter(t, 1)(s.Consultations().ExpireBefore(t.Context(), p, at(1e6)))
	},
}
