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

// Named is the share of the tempered posterior by which a cause is ranked and told: its own, or that of its likeliest
// form, which it cannot be less likely than. Forms that lead it by more than Params.FormLead are left out.
func (p *Posterior) Named(d kb.ConditionID) float64 {
	named := p.Ranked[d]
	for _, f := range p.m.forms[d] {
		if share := p.Ranked[f]; share <= p.m.Params.FormLead*p.Ranked[d] {
			named = max(named, share)
		}
	}
	return named
}

// Order lists condition indexes by what Named gives, best first; "none of these" and
// impossible ones are left out. An illness goes before the form that it owes its place to; other ties go by index, so that
// the order is stable.
func (p *Posterior) Order() []kb.ConditionID {
	out, named := make([]kb.ConditionID, 0, len(p.m.Base.Conditions)), make([]float64, len(p.m.Base.Conditions))
	for d := range p.m.Base.Conditions {
		if p.Ranked[d] > 0 {
			out, named[d] = append(out, kb.ConditionID(d)), p.Named(kb.ConditionID(d))
		}
	}
	slices.SortFunc(out, func(a, b kb.ConditionID) int {
		if c := cmp.Compare(named[b], named[a]); c != 0 {
			return c
		}
		if c := cmp.Compare(p.Ranked[a], p.Ranked[b]); c != 0 { // who is named by more than its own share is the illness
			return c
		}
		return cmp.Compare(a, b)
	})
	return out
}

// Explains says whether a condition lists at least one volunteered complaint.
func (p *Posterior) Explains(d kb.ConditionID) bool { return p.explained[d] > 0 }

// Case gives the case of the last Update.
func (p *Posterior) Case() *Case { return p.c }

// Model gives the model that the posterior belongs to.
func (p *Posterior) Model() *Model { return p.m }
