package engine

import "anamnesis/internal/kb"

// question is a concept as something to ask, by itself.
type question struct {
	concept kb.ConceptID
	yes     float64 // P(yes) of the background
	slope   float64 // of the entropy there
	cost    float64 // nats that the question must be worth
}

// listed is one question's entry among those that a condition lists, in eight bytes, of which a turn goes through
// some ten thousand: the index in Model.questions in 16 bits, then dYes and dEnt of asked in 24 each.
type listed uint64

func list(at int, r asked) listed {
	return listed(uint64(at) | fixed(r.dYes)<<16 | fixed(r.dEnt)<<40)
}

// fixed is a multiple of precision in [-1,1) as an integer in 24 bits.
func fixed(x float64) uint64 { return uint64(int64(x/precision)) & (1<<24 - 1) }

// unit is what the numbers that question, dYes and dEnt give are multiples of.
const unit = precision / 256

func (l listed) question() int { return int(uint16(l)) }

func (l listed) dYes() float64 { return float64(int32(uint32(l>>16) << 8)) }

func (l listed) dEnt() float64 { return float64(int32(uint32(l>>32) &^ 0xff)) }

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
		col := &m.columns[id]
		at, yes := len(m.questions), col.answers
		m.questions = append(m.questions, question{kb.ConceptID(id), yes, slope(yes), m.asking[id].cost})
		if m.place[id] > 0 {
			m.special = append(m.special, int32(at))
			continue
		}
		for _, c := range col.cells {
			m.profiles[c.cond] = append(m.profiles[c.cond], list(at, col.asked[c.at]))
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
			addWide(&p.sums[0], &rows[0], len(rows), &[4]float64{s.mix * unit, s.mix * unit, s.part[outside] * unit, s.part[inside] * unit})
		case full > 0:
			add(p.sums, rows, s.mix*unit, full*unit, part)
		default:
			addMix(p.sums, rows, s.mix*unit)
		}
	}
	for _, at := range p.m.special {
		p.sums[at] = p.tally(p.m.questions[at].concept)
	}
}

// addMix and add are where a turn spends most of its time. On most processors addWide does their work.
func addMix(sums []sums, rows []listed, mix float64) {
	for _, r := range rows {
		s := &sums[r.question()]
		s.yes += mix * r.dYes()
		s.ent += mix * r.dEnt()
	}
}

func add(sums []sums, rows []listed, mix, full float64, part int) {
	for _, r := range rows {
		s, dYes := &sums[r.question()], r.dYes()
		s.yes += mix * dYes
		s.ent += mix * r.dEnt()
		s.part[part&1] += full * dYes
	}
}

// tally sums up one concept.
func (p *Posterior) tally(id kb.ConceptID) (t sums) {
	col, w := p.column(id), p.shares
	for _, c := range col.cells {
		s, r := &w[c.cond], &col.asked[c.at]
		t.yes += s.mix * r.dYes
		t.ent += s.mix * r.dEnt
		t.part[outside] += s.part[outside] * r.dYes
		t.part[inside] += s.part[inside] * r.dYes
	}
	return t
}
