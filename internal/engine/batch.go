package engine

import (
	"cmp"
	"slices"

	"anamnesis/internal/kb"
)

// PoolSize bounds the findings that one question is put together from.
const PoolSize = 24

// Batch picks up to n findings, at most four, to ask together from the candidates allowed by keep, each by its
// information given the ones already picked. The first of cands that passes leads. It gives the
// expected information about the cause of asking them all, in nats.
func (p *Posterior) Batch(cands []Candidate, n int, keep func(kb.ConceptID) bool) (out []kb.ConceptID, information float64) {
	p.options = p.pool(p.options[:0], cands, keep)
	p.answered.begin(p)
	n = min(n, mostTogether)
	for len(out) < n && len(p.options) > 0 {
		best := p.bestOption(len(out))
		if best < 0 || len(out) > 0 && p.options[best].value < p.m.Params.CostWeight {
			break
		}
		out = append(out, p.options[best].id)
		information += p.options[best].value
		if len(out) < n {
			p.answered.fork(p, p.options[best].id)
		}
		p.options = slices.Delete(p.options, best, best+1)
	}
	return out, information
}

// pool is what Batch puts a question together from.
func (p *Posterior) pool(list []option, cands []Candidate, keep func(kb.ConceptID) bool) []option {
	for i := range cands {
		if len(list) == PoolSize {
			break
		}
		if keep(cands[i].Concept) {
			list = append(list, option{cands[i].Concept, cands[i].Cause, 0})
		}
	}
	return list
}

// BatchAtMost bounds from above the information that Batch of the same would give: what findings tell together is no more
// than what each tells.
func (p *Posterior) BatchAtMost(cands []Candidate, n int, keep func(kb.ConceptID) bool) float64 {
	p.options = p.pool(p.options[:0], cands, keep)
	slices.SortFunc(p.options, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	sum := 0.0
	for _, o := range p.options[:min(n, len(p.options))] {
		sum += o.value
	}
	return sum * slack
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
		o.value, o.after = p.answered.conditional(p, o.id), after
	}
}
