package engine

import (
	"math"
	"slices"

	"anamnesis/internal/kb"
)

// branches are the mixture after each possible answer to some findings. Only the conditions that list one of them are
// kept by branch: the others stay among themselves as they were, so that a branch has one factor for all of them.
type branches struct {
	of    []branch
	slots []int32   // by condition: its row in rows; 0 where it lists none
	alone []float64 // by condition: its share in the mixture where it lists none, else 0
	conds []int32   // by row, less the first
	rows  []float64 // wideBranches shares in each row, by branch before the branch's factor; the first row has none
	told  told      // scratch
}

// mostTogether bounds the findings of one question, wideBranches the lists of answers that there are before the last.
const (
	mostTogether = 4
	wideBranches = 1 << (mostTogether - 1)
)

// told is what conditions add to P(yes) and to the entropy of a finding: by branch, and those that list none of the
// findings before.
type told struct {
	yes, ent [wideBranches]float64
	alone    answer
}

// answer is what some conditions add to P(yes) and to the entropy of a finding.
type answer struct{ yes, ent float64 }

// branch is one list of answers: factor times its mixture sums to weight, the probability of those answers.
type branch struct{ factor, sum, weight float64 }

// begin starts with the mixture before any answer.
func (t *branches) begin(p *Posterior) {
	for _, d := range t.conds {
		t.slots[d] = 0
	}
	t.conds = t.conds[:0]
	t.rows = append(t.rows[:0], make([]float64, wideBranches)...)
	b := branch{factor: 1, weight: 1}
	for d := range t.alone {
		t.alone[d] = p.shares[d].mix
	}
	for _, d := range p.live {
		b.sum += t.alone[d]
	}
	t.of = append(t.of[:0], b)
}

// conditional is the expected information of a finding about the cause, after the answers of the branches.
func (t *branches) conditional(p *Posterior, id kb.ConceptID) float64 {
	col := p.column(id)
	t.tell(p, col)
	var yes, ent [wideBranches]float64
	for i := range t.of {
		f := t.of[i].factor / t.of[i].weight
		yes[i], ent[i] = col.answers+(t.told.alone.yes+t.told.yes[i])*f, col.ent+(t.told.alone.ent+t.told.ent[i])*f
	}
	p.m.entropies(&yes, len(t.of))
	total := 0.0
	for i := range t.of {
		total += t.of[i].weight * max(0, yes[i]-ent[i])
	}
	return total
}

// tell sums up what a column says, by branch.
func (t *branches) tell(p *Posterior, col *column) {
	if p.m.wide && len(col.cells) > 0 {
		tellWide(&col.cells[0], len(col.cells), &col.asked[0], &t.alone[0], &t.slots[0], &t.rows[0], &t.told)
		return
	}
	t.told = told{}
	for _, c := range col.cells {
		r, alone := col.asked[c.at], t.alone[c.cond]
		t.told.alone.yes += alone * r.dYes
		t.told.alone.ent += alone * r.dEnt
		for b, m := range t.rows[int(t.slots[c.cond])*wideBranches:][:wideBranches] {
			t.told.yes[b] += m * r.dYes
			t.told.ent[b] += m * r.dEnt
		}
	}
}

// entropies puts the entropies of the first n probabilities in their place.
func (m *Model) entropies(p *[wideBranches]float64, n int) {
	if m.wide {
		entropiesWide(&p[0], blocks(n))
		return
	}
	for i := range n {
		p[i] = entropy(p[i])
	}
}

// fork divides every branch by the answer to a finding: no in those that there are, yes in as many more.
func (t *branches) fork(p *Posterior, id kb.ConceptID) {
	col := p.column(id)
	n := len(t.of)
	for _, no := range t.of[:n] {
		t.of = append(t.of, branch{factor: no.factor * col.answers, sum: no.sum})
		t.of[len(t.of)-1-n].factor *= 1 - col.answers
	}
	t.copies(n)
	t.open(col, 2*n)
	t.divide(p, col, n)
	for i := range t.of {
		t.of[i].weight = max(1e-12, t.of[i].factor*t.of[i].sum)
	}
}

// copies gives each row's first n shares to the next n.
func (t *branches) copies(n int) {
	for at := 0; at < len(t.rows); at += wideBranches {
		row := (*[wideBranches]float64)(t.rows[at:])
		switch n {
		case 1:
			row[1] = row[0]
		case 2:
			row[2], row[3] = row[0], row[1]
		default:
			row[4], row[5], row[6], row[7] = row[0], row[1], row[2], row[3]
		}
	}
}

// open gives rows with shares in n branches to the conditions of a column that have a share and no row yet.
func (t *branches) open(col *column, n int) {
	t.rows = slices.Grow(t.rows, len(col.cells)*wideBranches)
	for _, c := range col.cells {
		share := t.alone[c.cond]
		if share == 0 { // it has a row, or no share
			continue
		}
		t.conds = append(t.conds, int32(c.cond))
		t.slots[c.cond], t.alone[c.cond] = int32(len(t.conds)), 0
		t.rows = t.rows[:len(t.rows)+wideBranches]
		row := (*[wideBranches]float64)(t.rows[len(t.rows)-wideBranches:])
		*row = [wideBranches]float64{share, share}
		for b := 2; b < n; b++ {
			row[b] = share
		}
	}
}

// divide shares out what the conditions of a column have in the first n branches among them, where the answer was no, and
// the next n.
func (t *branches) divide(p *Posterior, col *column, n int) {
	var by, sum [wideBranches]float64 // what dYes is to be divided by, so that it gives by how much a share grows
	for b := range by {
		switch {
		case b < n:
			by[b], sum[b] = col.answers-1, t.of[b].sum
		case b < 2*n:
			by[b], sum[b] = col.answers, t.of[b].sum
		default:
			by[b] = math.Inf(1)
		}
	}
	if p.m.wide && len(col.cells) > 0 {
		divideWide(&col.cells[0], len(col.cells), &col.asked[0], &t.slots[0], &t.rows[0], &by, &sum)
	} else {
		t.divideEach(col, &by, &sum)
	}
	for b := range t.of {
		t.of[b].sum = sum[b]
	}
}

// divideEach is divideWide for other processors.
func (t *branches) divideEach(col *column, by, sum *[wideBranches]float64) {
	for _, c := range col.cells {
		row, dYes := t.rows[int(t.slots[c.cond])*wideBranches:][:wideBranches], col.asked[c.at].dYes
		for b := range row {
			more := row[b] * (dYes / by[b])
			sum[b] += more
			row[b] += more
		}
	}
}
