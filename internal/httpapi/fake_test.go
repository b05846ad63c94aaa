package httpapi_test

import (
	"context"
	"errors"
	"strings"
	"sync"

	"anamnesis/api"
	"anamnesis/internal/analytics"
	"anamnesis/internal/clinical"
	"anamnesis/internal/consult"
	"anamnesis/internal/report"
)

// fakeCalls is a consultation of two questions, kept in a map; its state's bytes are the first text.
type fakeCalls struct {
	mu       sync.Mutex
	at       map[string]int // answers given; absent before the start
	reported map[string]bool
	replies  map[string][]byte
	arrived  int
	hook     func(ctx context.Context, in consult.Start) error // runs in Initial
}

func newFakeCalls() *fakeCalls {
	return &fakeCalls{at: map[string]int{}, reported: map[string]bool{}, replies: map[string][]byte{}}
}

func (f *fakeCalls) Arrive(string) *consult.Ticket {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.arrived++
	return nil
}

func (f *fakeCalls) Initial(ctx context.Context, s consult.Session, in consult.Start, key string, _ *consult.Ticket, enc consult.Encode) ([]byte, error) {
	if f.hook != nil {
		if err := f.hook(ctx, in); err != nil {
			return nil, err
		}
	}
	return f.change(s, key, enc, func(at int, ok bool) (int, error) {
		if ok {
			return 0, consult.ErrStarted
		}
		return 0, nil
	})
}

func (f *fakeCalls) Chat(_ context.Context, s consult.Session, a consult.Answer, key string, _ *consult.Ticket, enc consult.Encode) ([]byte, error) {
	return f.change(s, key, enc, func(at int, ok bool) (int, error) {
		switch {
		case !ok:
			return 0, consult.ErrNotStarted
		case at > 1:
			return 0, consult.ErrEnded
		case len(a.Included)+len(a.Excluded) != 2:
			return 0, &consult.Invalid{Mismatch: true, Faults: []string{"Selection mismatch: choices are missing"}}
		}
		return at + 1, nil
	})
}

func (f *fakeCalls) StepBack(_ context.Context, s consult.Session, key string, _ *consult.Ticket, enc consult.Encode) ([]byte, error) {
	return f.change(s, key, enc, func(at int, ok bool) (int, error) {
		switch {
		case !ok:
			return 0, consult.ErrNotStarted
		case f.reported[s.SID]:
			return 0, consult.ErrEnded
		case at == 0:
			return 0, consult.ErrNoStepBack
		}
		return at - 1, nil
	})
}

func (f *fakeCalls) change(s consult.Session, key string, enc consult.Encode, next func(int, bool) (int, error)) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b := f.replies[s.SID+key]; key != "" && b != nil {
		return b, nil
	}
	at, ok := f.at[s.SID]
	at, err := next(at, ok)
	if err != nil {
		return nil, err
	}
	b, err := enc(f.turn(s, at))
	if err != nil {
		return nil, err
	}
	f.at[s.SID], f.replies[s.SID+key] = at, b
	return b, nil
}

func (f *fakeCalls) State(_ context.Context, s consult.Session) (*consult.Turn, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, ok := f.at[s.SID]
	if !ok {
		return nil, consult.ErrNotStarted
	}
	return f.turn(s, at), nil
}

func (f *fakeCalls) Report(_ context.Context, s consult.Session, enc func(*consult.Turn, *report.Report) ([]byte, error)) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, ok := f.at[s.SID]
	if !ok {
		return nil, consult.ErrNotStarted
	}
	if at < 2 {
		return nil, consult.ErrReportNotReady
	}
	f.reported[s.SID] = true
	return enc(f.turn(s, at), sampleReport())
}

func (f *fakeCalls) Faults(context.Context, consult.Session, consult.Answer) *consult.Invalid {
	return nil
}

func (f *fakeCalls) Dossier(context.Context, string) (*consult.Dossier, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &consult.Dossier{}, nil
}

func (f *fakeCalls) Sex(context.Context, string) (string, error) { return "female", nil }

func (f *fakeCalls) turn(s consult.Session, at int) *consult.Turn {
	t := &consult.Turn{
		StepBackPossible: at > 0 && !f.reported[s.SID], ReportPossible: at > 1, Ended: f.reported[s.SID], Scenario: "consultation_routine",
		Stage: "questions", Percentage: 50 * at,
	}
	if s.Debug {
		t.Debug = []string{"asked because: test"}
	}
	if at > 1 {
		t.Stage = "report"
		return t
	}
	t.Selected = []consult.Named{{Code: "C0015967", Name: "Fever"}}
	t.Question = &consult.Question{
		Type: "symptoms", ID: "q" + strings.Repeat("1", at+1), Messages: []consult.Message{{Value: "Do you have any of these?", Type: "HEADER", Format: "PLAIN_TEXT"}},
		Choices: []consult.Choice{{ID: "C0010200", Text: "Cough", Definition: "Air pushed out"}, {ID: "C0018681", Text: "Headache"}},
	}
	return t
}

func sampleReport() *report.Report {
	level := report.Level{ID: "self_care", DisplayName: "Self-care"}
	pharmacy := report.Service{ID: "pharmacy", Name: "Pharmacy"}
	line := func(s string) []report.Message {
		return []report.Message{{Value: s, Type: "PARAGRAPH", Format: "PLAIN_TEXT"}}
	}
	cold := report.Condition{
		Code: "C0009443", Name: "Common cold", Lay: "a cold", Level: level, Service: pharmacy, ArticleID: "common-cold", Probability: 0.6, Likelihood: "likely",
		For: []report.Reason{{Code: "C0015967", Name: "Fever", Weight: 1.2, Text: "You have: fever"}}, WatchFor: []string{"Breathing gets hard"}, ICD10: []string{"J00"},
	}
	return &report.Report{
		Level: level, MainRecommendation: "Look after yourself", MainService: pharmacy, Messages: line("It passes."), Instructions: line("Use this to decide."),
		Categories: []report.Category{{Type: "LIKELY", Subdomains: []report.Subdomain{{Code: "CM900102", Name: "Airways", Level: level, Service: pharmacy, Conditions: []report.Condition{cold}}}}, {Type: "TO_RULE_OUT"}},
		Options:    []report.Option{{Service: report.Service{ID: "doctor", Name: "Doctor"}, Messages: line("Ask one.")}},
		Articles:   []string{"common-cold", "unknown-one"},
		Summary: report.Summary{
			Age: 34, Gender: "female", Duration: "day", Ranked: []report.Ranked{{Code: "C0009443", Name: "Common cold", Probability: 0.6, Category: "LIKELY"}},
			InitialSymptoms: []report.Fact{{Code: "C0015967", Name: "Fever", Value: "yes"}},
		},
		Rules: []report.Rule{{ID: "rule", Reason: "Because", Level: level}}, Disclaimer: line("Not a diagnosis."), Edition: "abc",
	}
}

// fakeSearch finds one symptom.
type fakeSearch struct{ sex clinical.Sex }

func (f *fakeSearch) Search(_, text string, sex clinical.Sex) (string, []api.Suggestion) {
	f.sex = sex
	if !strings.HasPrefix("headache", text) {
		return "", nil
	}
	return "Also known as:", []api.Suggestion{{ID: "assessment_C0018681", CUI: "C0018681", DropdownName: "Headache", Highlight: "<i>" + text + "</i>"}}
}

// fakeRecorder takes a state for the text of the person.
type fakeRecorder struct{}

func (fakeRecorder) Record(state []byte) (analytics.Facts, error) {
	if string(state) == "broken" {
		return analytics.Facts{}, errors.New("secret detail of a patient")
	}
	return analytics.Facts{Gender: "male", Age: 48, Query: string(state), Rounds: 3, Extracted: []analytics.Named{{Code: "C0015967", Name: "Fever"}}}, nil
}

// fakeReviews shows the one question that the state's bytes are.
type fakeReviews struct{}

func (fakeReviews) Review(state []byte) (*consult.Review, error) {
	q := &consult.Question{Type: consult.TypeSymptom, Messages: []consult.Message{{Value: "Is it " + string(state) + "?", Type: "HEADER"}},
		Choices: []consult.Choice{{ID: "y", Text: "Yes"}, {ID: "n", Text: "No"}}}
	self := consult.Standing{Level: report.Level{ID: api.TriageSelfCare, DisplayName: "Self-care"}}
	after := consult.Standing{Level: self.Level, Causes: []report.Ranked{{Code: "C0009443", Name: "Common cold", Probability: 0.5}}}
	return &consult.Review{Sex: "male", Age: 48, Query: string(state), Edition: "old", Current: "new", Start: self,
		Steps: []consult.ReviewStep{{Question: q, Included: []string{"n"}, After: after}}}, nil
}
