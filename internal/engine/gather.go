package engine

import (
	"cmp"
	"math"
	"slices"

	"anamnesis/internal/kb"
)

// listed is one question's entry among those that a condition lists, in eight bytes, of which a turn goes through
// some ten thousand: four times the index in Model.questions in 16 bits, then dYes and dEnt of asked in 24 each.
type listed uint64

func list(at int, r asked) listed {
	return listed(uint64(4*at) | fixed(r.dYes)<<16 | fixed(r.dEnt)<<40)
}

// fixed is a multiple of precision in [-1,1) as an integer in 24 bits.
func fixed(x float64) uint64 { return uint64(int64(x/precision)) & (1<<24 - 1) }

// unit is what the numbers that question, dYes and dEnt give are multiples of.
const unit = precision / 256

func (l listed) question() int { return int(uint16(l)) / 4 }

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
// of the concepts, stay out: only those of what is present can be asked, and they are few. The questions that most
// conditions list stand first, so that most sums are added to what is near. Lists are filled up to whole blocks with
// rows of questions that there are not and that nothing is said of.
func (m *Model) buildProfiles() {
	m.attributes, m.terms = make([][]kb.ConceptID, len(m.asking)), make([]term, len(m.asking))
	for id := range m.asking {
		yes, ent := m.columns[id].answers, m.columns[id].ent
		m.terms[id] = term{yes, ent, m.asking[id].cost, slope(yes)}
		if of := m.asking[id].of; of != kb.None {
			m.attributes[of] = append(m.attributes[of], kb.ConceptID(id))
		} else if m.asking[id].able {
			m.questions = append(m.questions, kb.ConceptID(id))
		}
	}
	slices.SortStableFunc(m.questions, func(a, b kb.ConceptID) int {
		return cmp.Compare(len(m.columns[b].cells), len(m.columns[a].cells))
	})
	m.bounds = make([]bounds, blocks(len(m.questions)))
	for at := range len(m.bounds) * block {
		b, lane := &m.bounds[at/block], at%block
		if b.cost[lane] = math.Inf(1); at < len(m.questions) { // beyond them nothing is worth anything
			q := &m.terms[m.questions[at]]
			b.yes[lane], b.slope[lane], b.cost[lane] = q.yes, q.slope, q.cost
		}
	}
	m.starts = make([]int32, len(m.Base.Conditions)+2) // "none of these" has an entry and no rows
	for at, id := range m.questions {
		if m.place[id] > 0 {
			m.special = append(m.special, int32(at))
		}
		for _, c := range m.columns[id].cells {
			m.starts[c.cond+1]++
		}
	}
	for d := range m.starts[1:] {
		m.starts[d+1] = m.starts[d] + int32(blocks(int(m.starts[d+1]))*block)
	}
	m.profiles = make([]listed, m.starts[len(m.starts)-1])
	for i := range m.profiles {
		m.profiles[i] = list(len(m.questions)+i%block, asked{})
	}
	next := slices.Clone(m.starts)
	for at, id := range m.questions {
		col := &m.columns[id]
		for _, c := range col.cells {
			m.profiles[next[c.cond]] = list(at, col.asked[c.at])
			next[c.cond]++
		}
	}
}

// gather sums up every one of Model.questions. To go from the conditions to the questions takes half the time of the
// other way: conditions of no share are passed over, and no sum waits for the one before it. Rows of "none of these",
// which answers as the background does, there are not.
func (p *Posterior) gather() {
	clear(p.sums)
	switch {
	case len(p.live) == 0 || len(p.m.profiles) == 0:
	case p.m.widest:
		gatherWidest(&p.sums[0], &p.m.profiles[0], &p.m.starts[0], &p.shares[0], &p.live[0], len(p.live))
	case p.m.wide:
		gatherWide(&p.sums[0], &p.m.profiles[0], &p.m.starts[0], &p.shares[0], &p.live[0], len(p.live))
	default:
		p.gatherEach()
	}
	for _, at := range p.m.special {
		id := p.m.questions[at]
		p.amend(&p.sums[at], p.variant(p.m.place[id]-1, id))
	}
}

// gatherEach is where a turn spends most of its time, where gatherWide does not do its work.
func (p *Posterior) gatherEach() {
	for _, d := range p.live {
		s := &p.shares[d]
		mix, out, in := s.mix*unit, s.part[outside]*unit, s.part[inside]*unit
		for _, r := range p.m.profiles[p.m.starts[d]:p.m.starts[d+1]] {
			t, dYes := &p.sums[r.question()], r.dYes()
			t.yes += mix * dYes
			t.ent += mix * r.dEnt()
			t.part[outside] += out * dYes
			t.part[inside] += in * dYes
		}
	}
}

// amend adds what the figures of a person's column are more than the usual ones.
func (p *Posterior) amend(t *sums, col *column) {
	for _, o := range col.others {
		s := &p.shares[o.cond]
		t.yes += s.mix * o.dYes
		t.ent += s.mix * o.dEnt
		t.part[outside] += s.part[outside] * o.dYes
		t.part[inside] += s.part[inside] * o.dYes
	}
}

// tally sums up one concept.
func (p *Posterior) tally(id kb.ConceptID) (t sums) {
	col, w := p.column(id), p.shares
	if p.m.wide && len(col.cells) > 0 {
		tallyWide(&col.cells[0], len(col.cells), &col.asked[0], &w[0], &t)
		return t
	}
	for _, c := range col.cells {
		s, r := &w[c.cond], &col.asked[c.at]
		t.yes += s.mix * r.dYes
		t.ent += s.mix * r.dEnt
		t.part[outside] += s.part[outside] * r.dYes
		t.part[inside] += s.part[inside] * r.dYes
	}
	return t
}
