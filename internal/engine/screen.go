package engine

import (
	"anamnesis/internal/kb"
)

// Limits of screen. Tests hold what is asked with them against what is asked without.
const (
	// leads is the share, in either posterior, from which a condition takes part.
	leads = 3e-5
	// nearly is the value, in nats, from which a concept passes.
	nearly = -0.002
	// close is the part of the best value from which a concept is weighed over all conditions.
	close = 12
)

// said is one concept's entry among those that a condition lists, for screen.
type said struct {
	concept    int32
	dYes, dEnt float32
}

// sums are a tally over the leading conditions.
type sums struct {
	yes, ent, all, inside float32
	met                   bool
}

// buildProfiles turns the columns of the concepts into lists of the conditions.
func (m *Model) buildProfiles() {
	m.attributes = make([][]kb.ConceptID, len(m.asking))
	for id := range m.asking {
		if of := m.asking[id].of; of != kb.None {
			m.attributes[of] = append(m.attributes[of], kb.ConceptID(id))
		}
	}
	m.profiles = make([][]said, len(m.Base.Conditions))
	for id := range m.answering {
		for _, r := range m.answering[id].rows {
			m.profiles[r.cond] = append(m.profiles[r.cond], said{int32(id), r.dYes, r.dEnt})
		}
	}
}

// screen finds the askable concepts that tell something about the leading conditions, weighed over those alone. A
// finding that only conditions of next to no share list is never worth a question. The attributes of what is present
// pass in any case, and are not weighed: a question may be about one finding alone.
func (p *Posterior) screen(share float64) []Candidate {
	p.gather()
	p.rough, p.near = p.rough[:0], 0
	for _, id := range p.met {
		s := &p.sums[id]
		if p.m.asking[id].of == kb.None && p.Askable(id) {
			if c := p.roughly(id, s, share); c.Value > nearly {
				p.rough = append(p.rough, c)
				p.near = max(p.near, c.Value/close)
			}
		}
		*s = sums{}
	}
	for _, id := range p.c.said {
		for _, ch := range p.m.attributes[id] {
			if p.Askable(ch) {
				p.rough = append(p.rough, Candidate{Concept: ch})
			}
		}
	}
	return p.rough
}

// gather adds up what the leading conditions say of every concept that one of them lists.
func (p *Posterior) gather() {
	p.met = p.met[:0]
	for d := range p.m.profiles {
		w := &p.shares[d]
		if w.mix < leads && w.full < leads {
			continue
		}
		mix, full, danger := float32(w.mix), float32(w.full), float32(w.danger)
		for _, r := range p.m.profiles[d] {
			s := &p.sums[r.concept]
			if !s.met {
				s.met = true
				p.met = append(p.met, kb.ConceptID(r.concept))
			}
			s.yes += mix * r.dYes
			s.ent += mix * r.dEnt
			s.all += full * r.dYes
			s.inside += danger * r.dYes
		}
	}
}

// roughly weighs a concept over the leading conditions.
func (p *Posterior) roughly(id kb.ConceptID, s *sums, share float64) Candidate {
	col := &p.m.answering[id]
	t := tally{base: col.yes, yes: col.yes + float64(s.yes), ent: col.ent + float64(s.ent), all: float64(s.all), inside: float64(s.inside)}
	return p.weighUp(id, &t, share)
}
