package engine

import "anamnesis/internal/kb"

// listed is one concept's entry among those that a condition lists.
type listed struct {
	at         int32   // index of Model.open
	dYes, dEnt float32 // as in weighed
}

// sums are a tally while conditions are added up, less the background.
type sums struct{ yes, ent, all, inside float64 }

// over adds the background.
func (s *sums) over(col *answering) tally {
	return tally{base: col.yes, yes: col.yes + s.yes, ent: col.ent + s.ent, all: s.all, inside: s.inside}
}

// buildProfiles turns the columns of the concepts into lists of the conditions. Attributes, which are more than half
// of the concepts, stay out: only those of what is present can be asked, and they are few.
func (m *Model) buildProfiles() {
	m.attributes = make([][]kb.ConceptID, len(m.asking))
	m.profiles = make([][]listed, len(m.Base.Conditions))
	for id := range m.asking {
		if of := m.asking[id].of; of != kb.None {
			m.attributes[of] = append(m.attributes[of], kb.ConceptID(id))
			continue
		}
		if !m.asking[id].able {
			continue
		}
		at := int32(len(m.open))
		m.open = append(m.open, kb.ConceptID(id))
		if m.place[id] > 0 {
			m.special = append(m.special, at)
			continue
		}
		for _, r := range m.answering[id].rows {
			m.profiles[r.cond] = append(m.profiles[r.cond], listed{at, r.dYes, r.dEnt})
		}
	}
}

// gather tallies every concept of Model.open. To go from the conditions to the concepts takes half the time of the
// other way: conditions of no share are passed over, and no sum waits for the one before it.
func (p *Posterior) gather() {
	clear(p.sums)
	for d := range p.m.profiles {
		switch s := &p.shares[d]; {
		case s.full > 0:
			p.add(p.m.profiles[d], s)
		case s.mix > 0:
			p.addMix(p.m.profiles[d], s.mix)
		}
	}
	for _, at := range p.m.special {
		id := p.m.open[at]
		t := p.tally(id)
		p.sums[at] = sums{t.yes - t.base, t.ent - p.m.answering[id].ent, t.all, t.inside}
	}
}

// addMix and add are where a turn spends most of its time: what they read stands in local variables, which the
// compiler need not load again after each sum.
func (p *Posterior) addMix(rows []listed, mix float64) {
	sums := p.sums
	for _, r := range rows {
		s := &sums[r.at]
		s.yes += mix * float64(r.dYes)
		s.ent += mix * float64(r.dEnt)
	}
}

func (p *Posterior) add(rows []listed, w *shares) {
	sums, mix, full, danger := p.sums, w.mix, w.full, w.danger
	for _, r := range rows {
		s, dYes := &sums[r.at], float64(r.dYes)
		s.yes += mix * dYes
		s.ent += mix * float64(r.dEnt)
		s.all += full * dYes
		s.inside += danger * dYes
	}
}
