package postgres

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
)

// sidOf is an id of version 7 made at that time.
func sidOf(at time.Time, n int) string {
	ms := fmt.Sprintf("%012x", at.UnixMilli())
	return fmt.Sprintf("%s-%s-7000-8000-%012x", ms[:8], ms[8:], n)
}

func TestDayOf(t *testing.T) {
	at := time.Date(2026, 2, 28, 23, 59, 59, 999e6, time.UTC)
	for sid, want := range map[string]string{
		sidOf(at, 1):                           "2026-02-28",
		sidOf(at.Add(time.Millisecond), 1):     "2026-03-01",
		"":                                     "1970-01-01",
		"not an id":                            "1970-01-01",
		"6ba7b810-9dad-41d1-80b4-00c04fd430c8": "1970-01-01", // version 4
		"ffffffff-ffff-7fff-8fff-ffffffffffff": "1970-01-01", // the year 10889
		"{" + sidOf(at, 1) + "}":               "1970-01-01",
	} {
		if got := dayOf(sid).Format(time.DateOnly); got != want {
			t.Errorf("%q: %s, want %s", sid, got, want)
		}
	}
}

// TestRetentionDropsDays expires days that are one partner's, one that it shares, and one of which a part is due.
func TestRetentionDropsDays(t *testing.T) {
	dsn := shared.Database(t)
	s := open(t, dsn, quiet)
	noon := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	n := 0
	add := func(partner string, at time.Time) string {
		n++
		sid := sidOf(at, n)
		err := errors.Join(
			s.Consultations().Create(t.Context(), store.Consultation{SID: sid, PartnerID: partner, Started: at, Updated: at}, &store.Reply{KeyHash: []byte("k")}),
			s.Events().AddEvent(t.Context(), store.Event{SID: sid, PartnerID: partner, Name: "n", At: at}),
			s.Consents().RecordConsent(t.Context(), store.Consent{SID: sid, PartnerID: partner, ContentVersion: "v", At: at}),
			s.Events().SetFeedback(t.Context(), store.Feedback{SID: sid, PartnerID: partner, Stars: 1, At: at}))
		if err != nil {
			t.Fatal(err)
		}
		return sid
	}
	days := func() (left []string) {
		for _, d := range []int{0, 1, 2, 3} {
			name := "consultations" + suffix(noon.AddDate(0, 0, d))
			if asked[bool](t, dsn, `SELECT to_regclass($1) IS NOT NULL`, name) {
				left = append(left, name)
			}
		}
		return left
	}
	add("p", noon)
	add("p", noon.AddDate(0, 0, 1))
	others := add("other", noon.AddDate(0, 0, 1))
	add("p", noon.AddDate(0, 0, 2))
	young := add("p", noon.AddDate(0, 0, 3))
	expire := func(partner string, before time.Time, want int) {
		t.Helper()
		if got, err := s.Consultations().ExpireBefore(t.Context(), partner, before); err != nil || got != want {
			t.Fatalf("%d expired, want %d, %v", got, want, err)
		}
	}
	expire("p", noon.AddDate(0, 0, 3), 3)
	// The second day is shared, the third too young for its partitions to go.
	if d := cmp.Diff([]string{"consultations_20260311", "consultations_20260312", "consultations_20260313"}, days()); d != "" {
		t.Error(d)
	}
	for _, sid := range []string{others, young} {
		if _, err := s.Consultations().Get(t.Context(), sid); err != nil {
			t.Errorf("%s: %v", sid, err)
		}
	}
	expire("other", noon.AddDate(0, 0, 5), 1)
	if d := cmp.Diff([]string{"consultations_20260313"}, days()); d != "" {
		t.Error(d)
	}
	again := add("p", noon) // a late session of a day that is gone
	if _, err := s.Consultations().Reply(t.Context(), again, []byte("k")); err != nil {
		t.Error(err)
	}
	if err := s.Consultations().Update(t.Context(), again, 1, store.Change{At: noon, Reply: &store.Reply{KeyHash: []byte("2")}}); err != nil {
		t.Error(err)
	}
}

// TestGroupsOfSeveralDays runs groups whose sessions are of two days, of none that can be told from the id, and of a day
// that has no partitions.
func TestGroupsOfSeveralDays(t *testing.T) {
	s := open(t, shared.Database(t), quiet)
	noon := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	old, recent, odd, nobody := sidOf(noon, 1), sidOf(noon.AddDate(0, 0, 1), 1), "an id", sidOf(noon.AddDate(0, 0, 2), 1)
	var made []*write
	for _, sid := range []string{recent, odd, old} {
		c := store.Consultation{SID: sid, PartnerID: "p", Started: noon, Updated: noon}
		made = append(made, &write{op: op{done: make(chan error, 1)}, kind: creates, sid: sid, consultation: c})
	}
	s.write(made)
	for _, w := range made {
		if err := <-w.done; err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]error{recent: nil, odd: store.ErrConflict, old: nil, nobody: store.ErrNotFound}
	var group []*write
	for sid, want := range want {
		w := &write{op: op{done: make(chan error, 1)}, sid: sid, version: 1, change: store.Change{State: []byte(sid), At: noon}}
		if want != nil {
			w.version = 7
		}
		if sid == old {
			w.reply = &store.Reply{KeyHash: []byte("key"), Body: []byte("body")}
		}
		group = append(group, w)
	}
	s.write(group)
	for _, w := range group {
		if err := <-w.done; !errors.Is(err, want[w.sid]) {
			t.Errorf("%s: %v, want %v", w.sid, err, want[w.sid])
		}
	}
	absent := sidOf(noon.AddDate(0, 0, 5), 1)
	loads := []*load{{sid: recent}, {sid: odd}, {sid: absent}, {sid: old}, {sid: old, reply: true, keyHash: []byte("key")}, {sid: old}}
	for _, l := range loads {
		l.done = make(chan error, 1)
	}
	s.load(loads)
	for i, l := range loads {
		if err := <-l.done; l.sid == absent != errors.Is(err, store.ErrNotFound) || l.sid != absent && err != nil {
			t.Errorf("%d: %v", i, err)
		}
		if got := string(l.found.State); l.sid == recent && got != recent || l.sid == old && !l.reply && got != old || l.reply && string(l.body) != "body" {
			t.Errorf("%d: %q, %q", i, got, l.body)
		}
	}
}
