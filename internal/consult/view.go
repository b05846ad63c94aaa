package consult

import (
	"fmt"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/report"
)

// View gives the consultation as a client sees it. Debug adds diagnostics: why the question was
// asked, the level so far, the head of the differential.
func (iv *Interview) View(r *Record, debug bool) *Turn {
	s := iv.replay(r)
	defer s.close()
	return s.view(debug)
}

// view is View of a record that has been replayed.
func (s *session) view(debug bool) *Turn {
	r := s.r
	t := &Turn{
		StepBackPossible: r.StepBackPossible(),
		ReportPossible:   r.End != endNone,
		Ended:            r.Reported,
		Scenario:         r.scenario(),
		Stage:            r.stage(),
		Percentage:       r.percentage(),
		Question:         s.iv.Render(r),
	}
	s.summarise(t)
	inside := r.End == endInformation || r.End == endNoOutcome
	if inside || debug {
		s.weigh()
	}
	if inside {
		t.Report = s.report()
	}
	if debug {
		t.Debug = s.debug()
	}
	return t
}

// Report makes the report of a record that has ended.
func (iv *Interview) Report(r *Record) *report.Report {
	s := iv.replay(r).weigh()
	defer s.close()
	return s.report()
}

func (r *Record) scenario() string {
	if len(r.Done) > 0 && r.Done[0].Kind == stepSearch || r.Open != nil && len(r.Done) == 0 && r.Open.Kind == stepSearch {
		return "autocomplete_start"
	}
	return "consultation_routine"
}

func (r *Record) stage() string {
	if r.Open == nil {
		return "report"
	}
	switch r.Open.Kind {
	case stepRatify, stepContinue:
		return "symptom_check"
	case stepClarify:
		return "clarify"
	case stepSearch:
		return "autocomplete"
	case stepDuration:
		return "duration"
	case stepHealth:
		return "health_background"
	}
	return "questions"
}

// usualTurns is the number of answers of a usual consultation; progress is measured against it.
const usualTurns = 13

// percentage never falls as answers are added.
func (r *Record) percentage() int {
	if r.Open == nil {
		return 100
	}
	n := len(r.Done)
	if n <= usualTurns {
		return 85 * n / usualTurns
	}
	return min(98, 85+(n-usualTurns))
}

// summarise fills the three lists. Ignored is what was heard but not taken into account, or
// answered "not sure".
func (s *session) summarise(t *Turn) {
	w := s.iv.wording(s.r.Lang)
	t.Selected, t.Excluded = make([]Named, 0, len(s.c.Order)/2), make([]Named, 0, len(s.c.Order))
	for _, id := range s.c.Order {
		con := &w.base.Concepts[id]
		n := Named{con.Code, w.text(con.Name)}
		switch s.c.Known[id].Assertion {
		case clinical.Present:
			t.Selected = append(t.Selected, n)
		case clinical.Denied:
			t.Excluded = append(t.Excluded, n)
		case clinical.Unsure:
			t.Ignored = append(t.Ignored, n)
		}
	}
	for _, h := range s.r.Heard {
		id, ok := s.iv.base.Concept(h.ID)
		if ok && h.Kind == heardConcept && h.State == stateIgnored && s.c.Is(id) == clinical.NotAsked {
			con := &w.base.Concepts[id]
			t.Ignored = append(t.Ignored, Named{con.Code, w.text(con.Name)})
		}
	}
}

func (s *session) debug() []string {
	decision := report.Decide(s.p, s.flags)
	out := []string{fmt.Sprintf("edition %.12s, level %s (by least harm %s)", s.r.Edition, decision.Level, decision.Posterior)}
	if s.r.Open != nil && s.r.Open.Why != "" {
		out = append(out, "asked because: "+s.r.Open.Why)
	}
	for _, f := range s.flags {
		out = append(out, fmt.Sprintf("red flag %s -> %s", s.iv.base.RedFlags[f.Rule].ID, f.Level))
	}
	for i, d := range s.p.Order() {
		if i == 5 {
			break
		}
		out = append(out, fmt.Sprintf("%s %.3f (full %.3f)", s.iv.base.Conditions[d].Code, s.p.Named(d), s.p.Full[d]))
	}
	return out
}

func (s *session) report() *report.Report {
	f, d := s.facts(), report.Decide(s.p, s.flags)
	switch s.r.End {
	case endInformation:
		return report.Early(s.p, d, f, s.r.Lang, clinical.Information)
	case endNoOutcome:
		return report.Early(s.p, d, f, s.r.Lang, clinical.NoOutcome)
	}
	return report.Build(s.p, d, f, s.r.Lang)
}

// facts sorts what is known for the summary: volunteered findings are initial symptoms, answers additional ones.
func (s *session) facts() report.Facts {
	f := report.Facts{Duration: s.c.Duration}
	for _, id := range s.c.Order {
		k := s.c.Known[id]
		if s.iv.base.Concepts[id].Kind.Finding() {
			sortFact(id, k.Assertion, &f.Additional, &f.Excluded, &f.Unsure)
			if k.Assertion == clinical.Present && k.Origin == clinical.Volunteered {
				f.Additional = f.Additional[:len(f.Additional)-1]
				f.Initial = append(f.Initial, id)
			}
			continue
		}
		sortFact(id, k.Assertion, &f.FactorsPresent, &f.FactorsAbsent, &f.FactorsUnsure)
	}
	return f
}

func sortFact(id kb.ConceptID, a clinical.Assertion, yes, no, unsure *[]kb.ConceptID) {
	switch a {
	case clinical.Present:
		*yes = append(*yes, id)
	case clinical.Denied:
		*no = append(*no, id)
	case clinical.Unsure:
		*unsure = append(*unsure, id)
	}
}
