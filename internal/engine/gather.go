package engine

import "anamnesis/internal/kb"

// question is a concept as something to ask, by itself.
type question struct {
	concept kb.ConceptID
	yes     float64 // P(yes) of the background
	slope   float64 // of the entropy there
	cost    float64 // nats that the question must be worth
}

// listed is one question's entry among those that a condition lists.
type listed struct {
	at         int32   // index of Model.questions
	dYes, dEnt float32 // as in weighed
}

// sums are what the conditions say of a question: by how much P(yes) and the mean entropy in the mixture that questions
// are chosen for differ from the background's, and P(yes) in the full posterior, outside and inside the emergencies.
type sums struct {
	yes, ent float64
	part     [2]float64
}

// The indexes of sums.part.
const (
	outside = iota
	inside
)

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
		at, yes := int32(len(m.questions)), m.answering[id].yes
		m.questions = append(m.questions, question{kb.ConceptID(id), yes, slope(yes), m.asking[id].cost})
		if m.place[id] > 0 {
			m.special = append(m.special, at)
			continue
		}
		for _, r := range m.answering[id].rows {
			m.profiles[r.cond] = append(m.profiles[r.cond], listed{at, r.dYes, r.dEnt})
		}
	}
}

// gather sums up every one of Model.questions. To go from the conditions to the questions takes half the time of the
// other way: conditions of no share are passed over, and no sum waits for the one before it.
func (p *Posterior) gather() {
	clear(p.sums)
	for _, d := range p.live {
		if int(d) == len(p.m.profiles) {
			break // "none of these" answers as the background does
		}
		s, rows := &p.shares[d], p.m.profiles[d]
		part := place(p.levels[d])
		switch full := s.part[part]; {
		case len(rows) == 0:
		case p.m.wide:
			addWide(&p.sums[0], &rows[0], len(rows), &[4]float64{s.mix, s.mix, s.part[outside], s.part[inside]})
		case full > 0:
			add(p.sums, rows, s.mix, full, part)
		default:
			addMix(p.sums, rows, s.mix)
		}
	}
	for _, at := range p.m.special {
		p.sums[at] = p.tally(p.m.questions[at].concept)
	}
}

// addMix and add are where a turn spends most of its time. On most processors addWide does their work.
func addMix(sums []sums, rows []listed, mix float64) {
	for i := range rows {
		r := &rows[i]
		s := &sums[r.at]
		s.yes += mix * float64(r.dYes)
		s.ent += mix * float64(r.dEnt)
	}
}

func add(sums []sums, rows []listed, mix, full float64, part int) {
	for i := range rows {
		r := &rows[i]
		s, dYes := &sums[r.at], float64(r.dYes)
		s.yes += mix * dYes
		s.ent += mix * float64(r.dEnt)
		s.part[part&1] += full * dYes
	}
}

// tally sums up one concept.
func (p *Posterior) tally(id kb.ConceptID) (t sums) {
	_, rows := p.answersOf(id)
	w := p.shares
	for i := range rows {
		r := &rows[i]
		s, dYes := &w[r.cond], float64(r.dYes)
		t.yes += s.mix * dYes
		t.ent += s.mix * float64(r.dEnt)
		t.part[outside] += s.part[outside] * dYes
		t.part[inside] += s.part[inside] * dYes
	}
	return t
}
