package engine

import (
	"slices"

	"anamnesis/internal/kb"
)

// branches are the mixture after each possible answer to some findings. Only the conditions that list one of them are
// kept by branch: the others stay among themselves as they were, so that a branch has one factor for all of them.
type branches struct {
	of   []branch
	most int       // branches that there may be
	slot []int32   // by condition: its place in mix, in rows of most, plus one; 0 where it lists none
	cond []int32   // by place
	mix  []float64 // share in each branch before the branch's factor
	own  []answer  // by branch, scratch
}

// answer is what some conditions add to P(yes) and to the entropy of a finding.
type answer struct{ yes, ent float64 }

// branch is one list of answers: factor times its mixture sums to weight, the probability of those answers.
type branch struct{ factor, sum, weight float64 }

// begin starts with the mixture before any answer, for a question about up to n findings.
func (t *branches) begin(p *Posterior, n int) {
	for _, d := range t.cond {
		t.slot[d] = 0
	}
	t.cond, t.mix, t.most = t.cond[:0], t.mix[:0], 1<<max(0, n-1)
	t.own = slices.Grow(t.own[:0], t.most)[:t.most]
	b := branch{factor: 1, weight: 1}
	for _, d := range p.live {
		b.sum += p.shares[d].mix
	}
	t.of = append(t.of[:0], b)
}

// conditional is the expected information of a finding about the cause, after the answers of the branches.
func (t *branches) conditional(p *Posterior, id kb.ConceptID) float64 {
	col := p.column(id)
	var rest answer // of the conditions that list none of the findings
	n, own := len(t.of), t.own[:len(t.of)]
	clear(own)
	for _, c := range col.cells {
		r, at := col.asked[c.at], t.slot[c.cond]
		if at == 0 {
			m := p.shares[c.cond].mix
			rest.yes += m * r.dYes
			rest.ent += m * r.dEnt
			continue
		}
		for b, m := range t.mix[int(at-1)*t.most:][:n] {
			own[b].yes += m * r.dYes
			own[b].ent += m * r.dEnt
		}
	}
	total := 0.0
	for i := range t.of {
		b := &t.of[i]
		f := b.factor / b.weight
		y, e := col.answers+(rest.yes+own[i].yes)*f, col.ent+(rest.ent+own[i].ent)*f
		total += b.weight * max(0, entropy(y)-e)
	}
	return total
}

// fork divides every branch by the answer to a finding.
func (t *branches) fork(p *Posterior, id kb.ConceptID) {
	col := p.column(id)
	n := len(t.of)
	for _, no := range t.of[:n] {
		t.of = append(t.of, branch{factor: no.factor * col.answers, sum: no.sum})
		t.of[len(t.of)-1-n].factor *= 1 - col.answers
	}
	for at := range t.cond {
		row := t.mix[at*t.most:][:t.most]
		copy(row[n:2*n], row[:n])
	}
	for _, c := range col.cells {
		if p.shares[c.cond].mix > 0 {
			t.divide(t.row(p, int32(c.cond), 2*n), n, col.asked[c.at].dYes, col.answers)
		}
	}
	for i := range t.of {
		t.of[i].weight = max(1e-12, t.of[i].factor*t.of[i].sum)
	}
}

// row is a condition's share in each branch.
func (t *branches) row(p *Posterior, d int32, n int) []float64 {
	if t.slot[d] == 0 {
		t.cond = append(t.cond, d)
		t.slot[d] = int32(len(t.cond))
		for range t.most {
			t.mix = append(t.mix, p.shares[d].mix)
		}
	}
	return t.mix[int(t.slot[d]-1)*t.most:][:n]
}

// divide shares out what a condition has in the first n branches among them, where the answer was no, and the next n.
func (t *branches) divide(row []float64, n int, dYes, background float64) {
	more, less := dYes/background, dYes/(1-background)
	for b := range n {
		no, yes := row[b]*less, row[b+n]*more
		t.of[b].sum -= no
		row[b] -= no
		t.of[b+n].sum += yes
		row[b+n] += yes
	}
}
