package consult

import (
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Action ids.
const (
	choiceSkip     = "skip_autocomplete"
	choiceContinue = "continue_assessment"
	choiceAdd      = "add_symptoms"
	choiceOK       = "OK"
)

// healthBackground are the seven that every consultation asks about, by code.
var healthBackground = []string{"C0020538", "C0011849", "C0004096", "C0010054", "C0403447", "C0024117", "C0038454"}

// maxRatify bounds the list of what was understood.
const maxRatify = 10

// ratifiable lists what the first text may mean: findings and vague complaints, and for a
// condition that was named the findings that it usually starts with.
func (s *session) ratifiable() []string {
	var out []string
	add := func(id string) {
		if !slices.Contains(out, id) && len(out) < maxRatify {
			out = append(out, id)
		}
	}
	for _, h := range s.r.Heard {
		switch {
		case h.State != statePresent:
		case h.Kind == heardClarify:
			if _, ok := s.iv.base.ClarificationByCode(h.ID); ok {
				add("clarify_" + h.ID)
			}
		case h.Kind == heardConcept:
			if id, ok := s.iv.base.Concept(h.ID); ok && s.ratified(id) {
				add("assessment_" + s.iv.base.Concepts[id].Code)
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, h := range s.r.Heard {
		if h.Kind == heardCondition && h.State == statePresent {
			for _, id := range s.iv.presenting(h.ID, s.c) {
				add("assessment_" + s.iv.base.Concepts[id].Code)
			}
		}
	}
	return out
}

func (s *session) ratified(id kb.ConceptID) bool {
	con := &s.iv.base.Concepts[id]
	return con.Kind.Finding() && s.c.Fits(con)
}

func (s *session) ratify() *Step {
	if len(s.r.Done) > 0 {
		return nil
	}
	if items := s.ratifiable(); len(items) > 0 {
		return &Step{Kind: stepRatify, Items: items, Why: "heard in the first text"}
	}
	return nil
}

// crisis asks about the danger before anything else where the first text spoke of ending a life, an
// overdose or violence.
func (s *session) crisis() *Step {
	if !s.r.Crisis || len(s.c.Complaints()) == 0 {
		return nil
	}
	return s.redFlags()
}

// search asks for a symptom where nothing is known, clarifications that led to nothing included, or
// where more were announced.
func (s *session) search() *Step {
	n := len(s.r.Done)
	if n > 0 && s.r.Done[n-1].Kind == stepContinue && slices.Contains(s.r.Done[n-1].Included, choiceAdd) {
		return &Step{Kind: stepSearch, Ref: "add", Why: "another symptom was announced"}
	}
	if !s.anything() && !s.skipped {
		return &Step{Kind: stepSearch, Why: "no symptom is known"}
	}
	return nil
}

// more asks whether there is anything else, after what was understood and after each search.
func (s *session) more() *Step {
	n := len(s.r.Done)
	if n == 0 || !s.anything() {
		return nil
	}
	last := s.r.Done[n-1].Kind
	if (last == stepRatify || last == stepSearch && !s.skipped) && s.searches < maxSearches {
		return &Step{Kind: stepContinue}
	}
	return nil
}

func (s *session) clarify() *Step {
	if len(s.pending) == 0 {
		return nil
	}
	return &Step{Kind: stepClarify, Ref: s.pending[0], Why: "what was said is vague"}
}

func (s *session) duration() *Step {
	if s.c.Duration != clinical.UnknownDuration {
		return nil
	}
	main := s.c.Complaints()
	if len(main) == 0 {
		return nil
	}
	return &Step{Kind: stepDuration, Items: []string{s.iv.base.Concepts[main[0]].ID}}
}

// notice tells of an emergency as soon as it is known, before the last few questions.
func (s *session) notice() *Step {
	if s.noticed >= 0 || !s.flagged(clinical.Emergency) {
		return nil
	}
	return &Step{Kind: stepNotice, Why: "a red flag fired"}
}

func (s *session) health() *Step {
	if s.noticed >= 0 || s.done(stepHealth, "") {
		return nil
	}
	return &Step{Kind: stepHealth}
}
