package consult

import (
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// session is a record replayed: what is known and what it weighs. It comes from a pool, with the memory that it
// works with; give it back with close.
type session struct {
	iv       *Interview
	r        *Record
	c        *engine.Case
	p        *engine.Posterior // of c after weigh
	flags    []engine.Flag     // red flags that fired, after weigh
	pending  []string          // clarifications chosen and not yet asked
	skipped  bool              // the last search was skipped
	searches int               // searches answered
	asked    int               // questions after the health background
	noticed  int               // position of the emergency notice among the steps, -1 without one

	groups          []group // by heading, for leader
	mixed, siblings []engine.Candidate
}

// replay rebuilds what is known from the record. Nothing is weighed yet: what a turn shows needs no posterior.
func (iv *Interview) replay(r *Record) *session {
	sex, _ := clinical.ParseSex(r.Sex)
	s := iv.pool.Get().(*session)
	s.c.Reset(sex, r.Age)
	s.r, s.flags, s.pending, s.skipped, s.searches, s.asked, s.noticed = r, nil, s.pending[:0], false, 0, 0, -1
	s.hear()
	for i := range r.Done {
		s.apply(i, &r.Done[i])
	}
	iv.pregnancy.settle(s.c)
	return s
}

// look adds the red flags to a session. They seldom depend on the posterior, which the first stages do without.
func (s *session) look() *session {
	s.p.Look(s.c)
	s.flags = s.p.Flags()
	return s
}

// weigh adds the red flags and the posterior to a session.
func (s *session) weigh() *session {
	s.look().p.Weigh()
	return s
}

func (s *session) close() {
	s.r = nil
	s.iv.pool.Put(s)
}

// hear asserts what the first text said. Before ratification everything heard counts, so
// that red flags see it; afterwards only what was confirmed.
func (s *session) hear() {
	ratified := len(s.r.Done) > 0 && s.r.Done[0].Kind == stepRatify
	if s.r.Days >= 0 {
		s.c.Duration = clinical.BucketOf(s.r.Days)
	}
	for _, h := range s.r.Heard {
		id, ok := s.iv.base.Concept(h.ID)
		if h.Kind != heardConcept || !ok {
			continue
		}
		finding := s.iv.base.Concepts[id].Kind.Finding()
		switch {
		case h.State == stateDenied:
			s.c.Assert(id, clinical.Denied, clinical.Asked)
		case h.State != statePresent:
		case !finding:
			s.c.Assert(id, clinical.Present, clinical.Volunteered)
		case !ratified:
			s.present(id, h.Attrs)
		}
	}
}

// volunteer asserts a finding as a complaint. An attribute is said of its finding, which is then
// the complaint.
func (s *session) volunteer(id kb.ConceptID) {
	if of := s.iv.base.Concepts[id].AttributeOf; of != kb.None {
		s.volunteer(of)
	}
	s.c.Assert(id, clinical.Present, clinical.Volunteered)
}

func (s *session) present(id kb.ConceptID, attrs []string) {
	s.volunteer(id)
	for _, a := range attrs {
		if aid, ok := s.iv.base.Concept(a); ok {
			s.c.Assert(aid, clinical.Present, clinical.Volunteered)
		}
	}
}

// apply asserts what an answered step says.
func (s *session) apply(i int, st *Step) {
	switch st.Kind {
	case stepRatify:
		s.applyRatify(st)
	case stepSearch:
		s.applySearch(st)
	case stepClarify:
		s.applyClarify(st)
	case stepDuration:
		if len(st.Included) == 1 {
			s.c.Duration, _ = clinical.ParseBucket(st.Included[0])
		}
	case stepNotice:
		s.noticed = i
	case stepHealth:
		s.applyCodes(st.Included, clinical.Present, clinical.Asked)
		s.applyCodes(st.Excluded, clinical.Denied, clinical.Unticked)
	case stepBatch:
		s.asked++
		s.applyCodes(st.Included, clinical.Present, clinical.Asked)
		s.applyCodes(st.Excluded, clinical.Denied, clinical.Unticked)
	case stepContrast:
		s.asked++
		s.applyCodes(st.Included, clinical.Present, clinical.Asked)
		s.applyContrast(st)
	case stepSingle:
		s.asked++
		s.applySingle(st)
	}
}

func (s *session) applyCodes(codes []string, a clinical.Assertion, o clinical.Origin) {
	for _, code := range codes {
		if id, ok := s.iv.base.ConceptByCode(code); ok {
			s.c.Assert(id, a, o)
		}
	}
}

// applyContrast denies the presentation that was not chosen, unless choosing the other has
// already ruled it out: that is one statement, not two.
func (s *session) applyContrast(st *Step) {
	for _, code := range st.Excluded {
		if id, ok := s.iv.base.ConceptByCode(code); ok && s.c.Is(id) == clinical.NotAsked {
			s.c.Assert(id, clinical.Denied, clinical.Unticked)
		}
	}
}

func (s *session) applySingle(st *Step) {
	id, ok := s.iv.base.Concept(st.Items[0])
	if !ok || len(st.Included) != 1 {
		return
	}
	a := clinical.Unsure
	switch st.Included[0] {
	case "y":
		a = clinical.Present
	case "n":
		a = clinical.Denied
	}
	s.c.Assert(id, a, clinical.Asked)
}

func (s *session) applyRatify(st *Step) {
	for _, choice := range st.Included {
		if code, ok := strings.CutPrefix(choice, "clarify_"); ok {
			s.addClarify(code)
			continue
		}
		if id, ok := s.iv.base.ConceptByCode(strings.TrimPrefix(choice, "assessment_")); ok {
			s.present(id, s.heardAttrs(s.iv.base.Concepts[id].ID))
		}
	}
	for _, choice := range st.Excluded {
		if code, ok := strings.CutPrefix(choice, "assessment_"); ok {
			s.applyCodes([]string{code}, clinical.Denied, clinical.Unticked)
		}
	}
}

func (s *session) heardAttrs(id string) []string {
	for _, h := range s.r.Heard {
		if h.ID == id && h.Kind == heardConcept {
			return h.Attrs
		}
	}
	return nil
}

func (s *session) applySearch(st *Step) {
	s.searches++
	s.skipped = slices.Contains(st.Included, choiceSkip)
	for _, choice := range st.Included {
		if code, ok := strings.CutPrefix(choice, "clarify_"); ok {
			s.addClarify(code)
		} else if id, ok := s.iv.base.ConceptByCode(strings.TrimPrefix(choice, "assessment_")); ok {
			s.volunteer(id)
		}
	}
}

func (s *session) addClarify(code string) {
	if i, ok := s.iv.base.ClarificationByCode(code); ok {
		cl := &s.iv.base.Clarifications[i]
		if !slices.Contains(s.pending, cl.ID) {
			s.pending = append(s.pending, cl.ID)
		}
	}
}

func (s *session) applyClarify(st *Step) {
	s.pending = slices.DeleteFunc(s.pending, func(id string) bool { return id == st.Ref })
	cl := clarification(s.iv.base, st.Ref)
	if cl == nil {
		return
	}
	chosen := map[kb.ConceptID]bool{}
	for _, o := range cl.Options {
		if slices.Contains(st.Included, o.ID) {
			for _, id := range o.Concepts {
				chosen[id] = true
				s.volunteer(id)
			}
		}
	}
	for _, o := range cl.Options {
		for _, id := range o.Concepts {
			if !chosen[id] && s.c.Is(id) == clinical.NotAsked && s.iv.base.Concepts[id].Kind.Finding() {
				s.c.Assert(id, clinical.Denied, clinical.Unticked)
			}
		}
	}
}

// done says whether a step of this kind (and reference, unless empty) was answered.
func (s *session) done(kind, ref string) bool {
	return slices.ContainsFunc(s.r.Done, func(st Step) bool {
		return st.Kind == kind && (ref == "" || st.Ref == ref)
	})
}
