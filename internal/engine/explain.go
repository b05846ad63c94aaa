package engine

import (
	"cmp"
	"math"
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Contribution is what one concept adds to the log-odds of one condition against a
// condition that does not list it, before damping and caps.
type Contribution struct {
	Concept   kb.ConceptID
	Assertion clinical.Assertion
	Weight    float64 // nats
}

// Explain lists the contributions to a condition, strongest first. Ties go by concept.
func (p *Posterior) Explain(d kb.ConditionID) []Contribution {
	var out []Contribution
	for _, id := range p.c.Order {
		k := p.c.Known[id]
		if k.Assertion != clinical.Present && k.Assertion != clinical.Denied {
			continue
		}
		if w := p.contribution(id, k, int32(d)); w != 0 {
			out = append(out, Contribution{id, k.Assertion, w})
		}
	}
	slices.SortStableFunc(out, func(a, b Contribution) int {
		if c := cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)); c != 0 {
			return c
		}
		return cmp.Compare(a.Concept, b.Concept)
	})
	return out
}

func (p *Posterior) contribution(id kb.ConceptID, k Known, d int32) float64 {
	if !p.m.Base.Concepts[id].Kind.Finding() {
		if at, ok := p.m.columns[id].of(d); ok {
			return p.m.columns[id].weights(k.Assertion == clinical.Present)[at]
		}
		return 0
	}
	if !p.counts(id) {
		return 0
	}
	col := p.column(id)
	at, ok := col.of(d)
	switch {
	case !ok && p.isComplaint(id):
		return -p.m.Params.Stray // a complaint that the condition does not explain
	case !ok:
		return 0
	case p.isComplaint(id):
		return col.volunteer[at]
	}
	return p.weight(k, col, at)
}

// Order lists condition indexes by the tempered posterior, best first; "none of these" and
// impossible ones are left out. Ties go by index, so the order is stable.
func (p *Posterior) Order() []kb.ConditionID {
	out := make([]kb.ConditionID, 0, len(p.m.Base.Conditions))
	for d := range p.m.Base.Conditions {
		if p.Ranked[d] > 0 {
			out = append(out, kb.ConditionID(d))
		}
	}
	slices.SortFunc(out, func(a, b kb.ConditionID) int {
		if c := cmp.Compare(p.Ranked[b], p.Ranked[a]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	return out
}

// Explains says whether a condition lists at least one volunteered complaint.
func (p *Posterior) Explains(d kb.ConditionID) bool { return p.explained[d] }

// Case gives the case of the last Update.
func (p *Posterior) Case() *Case { return p.c }

// Model gives the model that the posterior belongs to.
func (p *Posterior) Model() *Model { return p.m }
