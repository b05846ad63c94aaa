package consult_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/internal/store"
	"anamnesis/knowledge"

	"github.com/google/go-cmp/cmp"
)

// next is the compiled base as a later edition, which does not know some findings any more.
func next(t *testing.T, gone []string) *consult.Interview {
	t.Helper()
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range gone {
		k, ok := b.Concept(id)
		if !ok {
			t.Fatalf("%q is not in the base", id)
		}
		b.Concepts[k].ID, b.Concepts[k].Code = "gone "+id, "gone "+b.Concepts[k].Code
	}
	b.Edition = "next"
	b.Index()
	return consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
}

// Running consultations are carried over to another edition: the question that stands stays where it can still be
// asked, an answer is taken as before, the record names the edition, and what is stored replays to the same bytes.
// Where the edition does not know what was being asked, another question takes its place. The end is reached either way.
func TestUpgradeInMidConsultation(t *testing.T) {
	old := interview(t)
	var (
		gone []string
		halt = map[string][]byte{} // stored states, in the middle
	)
	for i, query := range []string{"headache", "cough and fever for 3 days", "my belly hurts", "dizzy and tired", "burning when I pee"} {
		r := old.Begin(query, "en-US", consult.Start{Sex: "female", Age: 30 + i, Query: query}, day)
		for r.Open != nil && (len(r.Done) < 5+i || r.Open.Kind != "batch" && r.Open.Kind != "single") {
			old.Apply(r, choose(old.Render(r)))
		}
		if r.Open == nil {
			t.Fatalf("%q ends before its middle", query)
		}
		if i%2 == 1 {
			gone = append(gone, r.Open.Items...)
		}
		halt[query], _ = r.Encode()
	}
	slices.Sort(gone)
	gone = slices.Compact(gone)
	m := newMemory()
	for query, state := range halt {
		m.byID[query] = storeOf(query, state)
	}
	later := next(t, gone)
	s := consult.NewService(later, m, func() time.Time { return time.Date(2026, 6, 17, 10, 0, 0, 0, time.UTC) }, nil)
	for query, state := range halt {
		ses := consult.Session{SID: query, PartnerID: "p", Language: "en-US"}
		before, _ := consult.Decode(state)
		shown, err := s.State(t.Context(), ses)
		if err != nil {
			t.Fatal(err)
		}
		lost := slices.ContainsFunc(before.Open.Items, func(id string) bool { return slices.Contains(gone, id) })
		if same := shown.Question.ID == old.Render(before).ID; same == lost {
			t.Errorf("%q: the question stays: %v, with something gone: %v", query, same, lost)
		}
		for turns := 0; ; turns++ {
			now, err := s.State(t.Context(), ses)
			if err != nil {
				t.Fatal(err)
			}
			if now.Question == nil {
				break
			}
			if turns > 60 {
				t.Fatalf("%q does not end", query)
			}
			if len(now.Question.Choices) == 0 {
				t.Fatalf("%q: a question without choices: %+v", query, now.Question)
			}
			if turns == 1 { // and back again over what another edition asked
				for range 2 {
					if _, err := s.StepBack(t.Context(), ses, "", s.Arrive(query), encode); err != nil {
						t.Fatal(err)
					}
				}
				continue
			}
			if _, err := s.Chat(t.Context(), ses, choose(now.Question), "", s.Arrive(query), encode); err != nil {
				t.Fatalf("%q: %v", query, err)
			}
			checkCarried(t, later, m.byID[query].State)
		}
		first, err := s.Report(t.Context(), ses, encodeReport)
		if err != nil {
			t.Fatal(err)
		}
		again, err := consult.NewService(old, m, time.Now, nil).Report(t.Context(), ses, encodeReport)
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%q: another edition shows another report: %v", query, err)
		}
	}
}

// checkCarried holds a stored state to the edition that it was carried to, and to its replay.
func checkCarried(t *testing.T, iv *consult.Interview, state []byte) {
	t.Helper()
	r, err := consult.Decode(state)
	if err != nil {
		t.Fatal(err)
	}
	if r.Edition != "next" {
		t.Errorf("the record is of edition %q", r.Edition)
	}
	one, _ := json.Marshal(iv.View(r, true))
	if r, err = consult.Decode(state); err != nil {
		t.Fatal(err)
	}
	if two, _ := json.Marshal(iv.View(r, true)); !bytes.Equal(one, two) {
		t.Errorf("replays differ:\n%s\n%s", one, two)
	}
}

// choose confirms what was understood, goes on, and denies what is asked.
func choose(q *consult.Question) consult.Answer {
	a := consult.Answer{Type: q.Type}
	for i, c := range q.Choices {
		take := i == 0
		switch q.Type {
		case consult.TypeSymptoms, consult.TypeHealthBackground:
			take = false
		case consult.TypeSymptom, consult.TypeFactor:
			take = c.ID == "n"
		}
		if take {
			a.Included = append(a.Included, c.ID)
		} else {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}

func storeOf(sid string, state []byte) store.Consultation {
	return store.Consultation{SID: sid, PartnerID: "p", State: state, Version: 1}
}

// TestCodeChangeInMidConsultation: an edition gives what a question asks about other codes. A client that still shows
// the question answers by the former ones, what was answered stays said, and further questions carry the new ones.
func TestCodeChangeInMidConsultation(t *testing.T) {
	old := interview(t)
	for steps := range 6 {
		r := old.Begin("cough and fever for 3 days", "en-US", consult.Start{Sex: "female", Age: 30, Query: "cough and fever for 3 days"}, day)
		for r.Open != nil && len(r.Done) < steps {
			old.Apply(r, choose(old.Render(r)))
		}
		shown := old.Render(r)
		state, _ := r.Encode()
		m := newMemory()
		m.byID["s"] = storeOf("s", state)

		b, err := kb.Decode(knowledge.Compiled)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Concepts {
			if c := &b.Concepts[i]; c.Kind.Finding() {
				c.Former, c.Code = append(c.Former, c.Code), "new "+c.Code
			}
		}
		b.Edition = "next"
		b.Index()
		later := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
		s := consult.NewService(later, m, time.Now, nil)
		ses := consult.Session{SID: "s", PartnerID: "p", Language: "en-US"}
		now, err := s.State(t.Context(), ses)
		if err != nil {
			t.Fatal(err)
		}
		if len(now.Question.Choices) != len(shown.Choices) || now.Question.Type != shown.Type {
			t.Fatalf("step %d: %+v was asked, now %+v", steps, shown, now.Question)
		}
		if _, err := s.Chat(t.Context(), ses, choose(shown), "", s.Arrive("s"), encode); err != nil {
			t.Fatalf("step %d: an answer by former codes: %v", steps, err)
		}
		old.Apply(r, choose(shown))
		want := old.Render(r)
		after, err := s.State(t.Context(), ses)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Messages, after.Question.Messages); diff != "" {
			t.Errorf("step %d: the next question differs: -want +got\n%s", steps, diff)
		}
		for i, c := range after.Question.Choices {
			if id := strings.Replace(c.ID, "new ", "", 1); id != want.Choices[i].ID {
				t.Errorf("step %d: choice %q, want %q under its new code", steps, c.ID, want.Choices[i].ID)
			}
		}
		checkCarried(t, later, m.byID["s"].State)
	}
}
