package consult_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"anamnesis/internal/consult"
)

// TestMachine walks random consultations: any valid answer moves on, any invalid one changes
// nothing, stepping back gives the very question that was answered, and every walk ends.
func TestMachine(t *testing.T) {
	openings := []string{
		"headache since yesterday", "cough and fever, no rash", "my stomach hurts", "xyzzy plugh", "what is diabetes?",
		"chest pain", "I feel dizzy", "back pain for 3 weeks", "sore throat", "vomiting blood", "I am tired all the time", crisis,
	}
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		s := service(t)
		ses := consult.Session{SID: "s", PartnerID: "p", Language: rapid.SampledFrom([]string{"en-US", "en-GB"}).Draw(rt, "language")}
		in := consult.Start{Sex: rapid.SampledFrom([]string{"female", "male"}).Draw(rt, "sex"), Age: rapid.IntRange(18, 125).Draw(rt, "age"), Query: rapid.SampledFrom(openings).Draw(rt, "query")}
		body, err := s.Initial(ctx, ses, in, "", s.Arrive("s"), encode)
		if err != nil {
			rt.Fatal(err)
		}
		m := &machine{t: rt, s: s, ses: ses, turns: []consult.Turn{decode(rt, body)}, most: consult.DefaultPolicy().MaxTurns}
		for range 80 {
			if m.top().Question == nil {
				break
			}
			m.step()
		}
		m.finish()
	})
}

// crisis is an opening after which nobody is questioned for long, unless it is denied; TestCrisis has both.
const crisis = "some days I think about ending my life"

type machine struct {
	t     *rapid.T
	s     *consult.Service
	ses   consult.Session
	turns []consult.Turn // one for each answer that stands, and the current one
	most  int            // answers
}

func decode(t *rapid.T, b []byte) consult.Turn {
	var turn consult.Turn
	if err := json.Unmarshal(b, &turn); err != nil {
		t.Fatal(err)
	}
	return turn
}

func (m *machine) top() *consult.Turn { return &m.turns[len(m.turns)-1] }

func (m *machine) step() {
	switch rapid.IntRange(0, 9).Draw(m.t, "action") {
	case 0:
		m.invalid()
	case 1:
		m.back()
	default:
		m.answer()
	}
	now, err := m.s.State(context.Background(), m.ses)
	if err != nil {
		m.t.Fatal(err)
	}
	b, _ := encode(now)
	if d := cmp.Diff(*m.top(), decode(m.t, b)); d != "" {
		m.t.Fatalf("the state is not that of the last answer (-want +got):\n%s", d)
	}
}

func (m *machine) chat(a consult.Answer) ([]byte, error) {
	return m.s.Chat(context.Background(), m.ses, a, "", m.s.Arrive(m.ses.SID), encode)
}

// valid draws an answer that keeps the rules.
func (m *machine) valid() consult.Answer {
	q := m.top().Question
	a := consult.Answer{Type: q.Type}
	if q.Type == consult.TypeAutocomplete {
		a.Included = []string{rapid.SampledFrom([]string{"skip_autocomplete", "assessment_C0010200", "assessment_C0018681"}).Draw(m.t, "found")}
		return a
	}
	most := len(q.Choices)
	if q.Max > 0 {
		most = min(most, q.Max)
	}
	n := rapid.IntRange(q.Min, most).Draw(m.t, "n")
	for i, at := range rapid.Permutation(q.Choices).Draw(m.t, "order") {
		if i < n {
			a.Included = append(a.Included, at.ID)
		} else {
			a.Excluded = append(a.Excluded, at.ID)
		}
	}
	return a
}

func (m *machine) answer() {
	body, err := m.chat(m.valid())
	if err != nil {
		m.t.Fatalf("a valid answer was refused: %v", err)
	}
	m.turns = append(m.turns, decode(m.t, body))
	if len(m.turns)-1 > m.most {
		m.t.Fatalf("the consultation goes on after %d answers", len(m.turns)-1)
	}
}

func (m *machine) invalid() {
	a := m.valid()
	switch rapid.IntRange(0, 3).Draw(m.t, "fault") {
	case 0:
		a.Type = "nonsense"
	case 1:
		a.Included = append(a.Included, "C9999999")
	case 2:
		a.Included, a.Excluded = nil, nil
	case 3:
		a.Excluded = append(a.Excluded, a.Included...)
		a.Excluded = append(a.Excluded, "again")
	}
	var bad *consult.Invalid
	if _, err := m.chat(a); !errors.As(err, &bad) || len(bad.Faults) == 0 {
		m.t.Fatalf("%+v was answered with %v", a, err)
	}
}

func (m *machine) back() {
	body, err := m.s.StepBack(context.Background(), m.ses, "", m.s.Arrive(m.ses.SID), encode)
	if !m.top().StepBackPossible {
		if !errors.Is(err, consult.ErrNoStepBack) {
			m.t.Fatalf("stepping back where not possible: %v", err)
		}
		return
	}
	if err != nil {
		m.t.Fatal(err)
	}
	m.turns = m.turns[:len(m.turns)-1]
	if d := cmp.Diff(*m.top(), decode(m.t, body)); d != "" {
		m.t.Fatalf("stepping back does not give the turn before (-want +got):\n%s", d)
	}
}

// finish reads the report twice and finds the consultation closed.
func (m *machine) finish() {
	ctx := context.Background()
	if m.top().Question != nil {
		return
	}
	if !m.top().ReportPossible || m.top().Percentage != 100 {
		m.t.Fatalf("the end is %+v", m.top())
	}
	first, err := m.s.Report(ctx, m.ses, encodeReport)
	if err != nil {
		m.t.Fatal(err)
	}
	again, err := m.s.Report(ctx, m.ses, encodeReport)
	if err != nil || !bytes.Equal(first, again) {
		m.t.Fatalf("the report differs the second time, error %v", err)
	}
	if _, err := m.chat(consult.Answer{Type: "generic", Included: []string{"OK"}}); !errors.Is(err, consult.ErrEnded) {
		m.t.Fatalf("an answer after the end: %v", err)
	}
	if _, err := m.s.StepBack(ctx, m.ses, "", m.s.Arrive("s"), encode); !errors.Is(err, consult.ErrEnded) {
		m.t.Fatalf("a step back after the end: %v", err)
	}
}
