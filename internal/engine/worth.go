package engine

import (
	"math"
	"math/bits"
	"slices"

	"anamnesis/internal/kb"
)

// term is what a concept's worth as a question is computed with.
type term struct {
	yes, ent float64 // P(yes) of the background and its entropy
	cost     float64 // nats that the question must be worth
	slope    float64 // of the entropy at yes
}

// bounds is what promising needs of four questions.
type bounds struct{ yes, slope, cost [block]float64 }

// worths are what four candidates are worth, as Candidate has it.
type worths struct{ cause, danger, value [block]float64 }

// considerAll considers the askable ones of some concepts.
func (p *Posterior) considerAll(ids []kb.ConceptID) {
	for _, id := range ids {
		if p.Askable(id) {
			s := p.tally(id)
			p.consider(id, &s)
		}
	}
}

// considerQuestions considers Model.questions by their sums.
func (p *Posterior) considerQuestions() {
	p.promise()
	for b, lanes := range p.promising {
		for ; lanes != 0; lanes &= lanes - 1 {
			at := b*block + bits.TrailingZeros8(lanes)
			if id := p.m.questions[at]; p.Askable(id) {
				p.considered, p.said = append(p.considered, id), append(p.said, p.sums[at])
			}
		}
	}
}

// promise sets promising: of each four questions, in a bit each, whether they may be worth their cost.
func (p *Posterior) promise() {
	if p.m.wide && len(p.promising) > 0 {
		promisingWide(&p.sums[0], &p.m.bounds[0], len(p.promising), &p.danger, &p.promising[0])
		return
	}
	clear(p.promising)
	for at, id := range p.m.questions {
		if p.danger.value(&p.m.terms[id], &p.sums[at]) > 0 {
			p.promising[at/block] |= 1 << (at % block)
		}
	}
}

// consider notes a concept that is to be weighed up, if it may be worth its cost and can be asked.
func (p *Posterior) consider(id kb.ConceptID, s *sums) {
	if p.danger.value(&p.m.terms[id], s) > 0 && p.Askable(id) {
		p.considered = append(p.considered, id)
		p.said = append(p.said, *s)
	}
}

// value bounds from above, without a logarithm or a division, whether a question is worth its cost: it is positive
// where the value may be. The entropy lies below its tangent at the background's P(yes), and mutual information below
// the mean square contingency.
func (g *danger) value(q *term, s *sums) float64 {
	cause := q.slope*s.yes - s.ent - q.cost
	if !g.some {
		return cause
	}
	apart, yes := s.part[inside]*g.perInside-s.part[outside]*g.perOutside, q.yes+s.part[inside]+s.part[outside]
	return cause*yes*(1-yes) + g.weight*apart*apart
}

// weighUp finds what each concept that was considered is worth, and keeps those that are worth their cost in keys.
func (p *Posterior) weighUp() {
	n := len(p.considered)
	p.worths = slices.Grow(p.worths[:0], blocks(n))[:blocks(n)]
	if p.m.wide && n > 0 {
		for len(p.considered) < len(p.worths)*block {
			p.considered, p.said = append(p.considered, p.considered[0]), append(p.said, p.said[0])
		}
		weighWide(&p.said[0], &p.considered[0], &p.m.terms[0], len(p.worths), &p.danger, p.m.Params.DangerValue, &p.worths[0])
	} else {
		p.weighEach()
	}
	p.keys = p.keys[:0]
	for at, id := range p.considered[:n] {
		if v := p.worths[at/block].value[at%block]; v > 0 {
			// Of positive numbers the larger one has the larger bits.
			p.keys = append(p.keys, ^math.Float64bits(v)&^(maxRanked-1)|uint64(id))
			p.placed[id] = int32(at)
		}
	}
	p.considered, p.said = p.considered[:0], p.said[:0]
}

// weighEach is weighWide for other processors.
func (p *Posterior) weighEach() {
	for at, id := range p.considered {
		q, s, w, lane := &p.m.terms[id], &p.said[at], &p.worths[at/block], at%block
		w.cause[lane] = max(0, entropy(q.yes+s.yes)-q.ent-s.ent)
		w.danger[lane] = p.danger.information(q.yes, s)
		w.value[lane] = w.cause[lane] + p.m.Params.DangerValue*w.danger[lane] - q.cost
	}
}

// information is that of an answer about "is it an emergency".
func (g *danger) information(background float64, s *sums) float64 {
	if !g.some {
		return 0
	}
	in, out := background+s.part[inside]*g.perInside, background+s.part[outside]*g.perOutside
	return max(0, entropy(background+s.part[inside]+s.part[outside])-g.share*entropy(in)-(1-g.share)*entropy(out))
}
