package engine

import (
	"slices"

	"anamnesis/internal/kb"
)

// poolSize bounds the findings that one question is put together from.
const poolSize = 24

// Batch picks up to n findings to ask together from the candidates allowed by keep, each by its
// information given the ones already picked. The first of cands that passes leads. It gives the
// expected information about the cause of asking them all, in nats.
func (p *Posterior) Batch(cands []Candidate, n int, keep func(kb.ConceptID) bool) (out []kb.ConceptID, information float64) {
	p.options = p.options[:0]
	for i := range cands {
		if len(p.options) == poolSize {
			break
		}
		if keep(cands[i].Concept) {
			p.options = append(p.options, option{cands[i].Concept, cands[i].Cause, 0})
		}
	}
	p.branches = append(p.branches[:0], p.trunk())
	for len(out) < n && len(p.options) > 0 {
		best := p.bestOption(len(out))
		if best < 0 || len(out) > 0 && p.options[best].value < p.m.Params.CostWeight {
			break
		}
		out = append(out, p.options[best].id)
		information += p.options[best].value
		if len(out) < n {
			p.fork(p.options[best].id)
		}
		p.options = slices.Delete(p.options, best, best+1)
	}
	return out, information
}

// option is a finding that may be asked next, with its information after as many answers as said.
type option struct {
	id    kb.ConceptID
	value float64
	after int
}

// slack allows for the share that the mixture leaves out, by which information may grow with other answers after all.
const slack = 1.02

// bestOption finds the option that tells most after the answers so far, the first of equals; -1 where none tells
// anything. An answer never tells more after others than it did before them, so most need no second look.
func (p *Posterior) bestOption(after int) int {
	best := -1
	for {
		stale := -1
		for i, o := range p.options {
			switch {
			case o.after == after:
				if o.value > 0 && (best < 0 || o.value > p.options[best].value || o.value == p.options[best].value && i < best) {
					best = i
				}
			case stale < 0 || o.value > p.options[stale].value:
				stale = i
			}
		}
		if stale < 0 || best >= 0 && p.options[stale].value*slack < p.options[best].value {
			return best
		}
		o := &p.options[stale]
		o.value, o.after = p.conditional(o.id), after
	}
}

// branch is the mixture after some answers: scale·mix, which sums to weight, the probability of those answers.
type branch struct {
	weight, scale, sum float64
	mix                []float64
}

// trunk is the mixture before any answer.
func (p *Posterior) trunk() branch {
	b := branch{weight: 1, scale: 1, mix: p.spare(0)}
	copy(b.mix, p.mix)
	for _, m := range b.mix {
		b.sum += m
	}
	return b
}

// spare is scratch for the mixture of branch i.
func (p *Posterior) spare(i int) []float64 {
	for len(p.spares) <= i {
		p.spares = append(p.spares, make([]float64, len(p.mix)))
	}
	return p.spares[i]
}

// conditional is the expected information of a finding about the cause, after the answers of the branches.
func (p *Posterior) conditional(id kb.ConceptID) float64 {
	col, rows := p.answersOf(id)
	total := 0.0
	for i := range p.branches {
		b := &p.branches[i]
		yes, ent, mix := 0.0, 0.0, b.mix
		for j := range rows {
			r := &rows[j]
			m := mix[r.cond]
			yes += m * float64(r.dYes)
			ent += m * float64(r.dEnt)
		}
		yes, ent = col.yes+yes*b.scale/b.weight, col.ent+ent*b.scale/b.weight
		total += b.weight * max(0, p.m.entropy.of(yes)-ent)
	}
	return total
}

// fork divides every branch by the answer to a finding. Only the conditions that list it differ from the others, so
// that the rest of a mixture is copied as it is and scaled as a whole.
func (p *Posterior) fork(id kb.ConceptID) {
	col, rows := p.answersOf(id)
	n := len(p.branches)
	for i := range n {
		no := &p.branches[i]
		yes := branch{scale: no.scale * col.yes, sum: no.sum, mix: p.spare(n + i)}
		copy(yes.mix, no.mix)
		no.scale *= 1 - col.yes
		for _, r := range rows {
			m := no.mix[r.cond]
			if m == 0 {
				continue
			}
			m *= float64(r.dYes)
			more, less := m/col.yes, m/(1-col.yes)
			yes.mix[r.cond] += more
			yes.sum += more
			no.mix[r.cond] -= less
			no.sum -= less
		}
		yes.weight, no.weight = max(1e-12, yes.scale*yes.sum), max(1e-12, no.scale*no.sum)
		p.branches = append(p.branches, yes)
	}
}
