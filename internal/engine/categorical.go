package engine

import (
	"math"

	"anamnesis/internal/kb"
)

// Categorical is the expected information about the cause, in nats, of one question whose answer is one
// of several findings that shut each other out, such as the site of a pain: I(D;V) = sum over d and v of
// p_d P(v|d) log(P(v|d)/P(v)). A condition's figures for the findings are taken as shares of the answer;
// what they leave of 1 is "none of them". The posterior must have been prepared by Rank.
func (p *Posterior) Categorical(ids []kb.ConceptID) float64 {
	n := len(p.shares)
	total, share := make([]float64, n), make([]float64, n)
	for d := range total {
		for _, id := range ids {
			total[d] += p.m.Base.Concepts[id].Background
		}
	}
	for _, id := range ids {
		bg := p.m.Base.Concepts[id].Background
		col := p.column(id)
		for _, c := range col.cells {
			total[c.cond] += col.p[c.at] - bg
		}
	}
	info := 0.0
	add := func() {
		marginal := 0.0
		for d, s := range p.shares {
			marginal += s.mix * share[d]
		}
		for d, s := range p.shares {
			if w := s.mix; w > 0 && share[d] > 0 {
				info += w * share[d] * math.Log(share[d]/marginal)
			}
		}
	}
	none := make([]float64, n)
	for d := range none {
		none[d] = max(0, 1-total[d])
	}
	for _, id := range ids {
		bg := p.m.Base.Concepts[id].Background
		for d := range share {
			share[d] = bg / max(1, total[d])
		}
		col := p.column(id)
		for _, c := range col.cells {
			share[c.cond] = col.p[c.at] / max(1, total[c.cond])
		}
		add()
	}
	copy(share, none)
	add()
	return max(0, info)
}
