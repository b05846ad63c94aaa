package engine

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

func (p *Posterior) isComplaint(id kb.ConceptID) bool {
	k := p.c.Known[id]
	return k.Assertion == clinical.Present && k.Origin == clinical.Volunteered && p.m.asking[id].of == kb.None
}

// complaints adds what was volunteered. A condition may leave one complaint unexplained at
// a bounded cost; one that explains none is penalised besides, "none of these" included.
func (p *Posterior) complaints() {
	p.complained = p.c.appendComplaints(p.complained[:0])
	list := p.complained
	clear(p.explained)
	if len(list) == 0 {
		return
	}
	dear := false
	for i, id := range list {
		scale := p.complaintScale(list, i)
		most, least := 0.0, 0.0 // a condition that does not list the complaint stands at 0
		col, rare := p.column(id), 2*p.m.Base.Concepts[id].Background
		p.m.add(col.cells, col.volunteer, p.pos, scale)
		p.explain(col, rare)
		for _, v := range col.volunteer {
			most, least = max(most, v*scale), min(least, v*scale)
		}
		dear = dear || most-least > p.m.Params.ForeignCap
	}
	if dear {
		p.forgive(list)
	}
	stray := [2]float64{p.m.Params.Stray, 0}
	for d, some := range p.explained {
		p.pos[d] -= stray[some&1]
	}
}

// explain notes the conditions that have a complaint more often than is rare.
func (p *Posterior) explain(col *column, rare float64) {
	p.explains = p.explains[:0]
	for _, often := range col.p {
		p.explains = append(p.explains, uint8(below(rare, often)))
	}
	for _, c := range col.cells {
		p.explained[c.cond] |= p.explains[c.at]
	}
}

// forgive gives back to the conditions that explain a complaint what the dearest of the others cost them beyond
// Params.ForeignCap: two illnesses at once are common, an illness without any of its own complaints is not.
func (p *Posterior) forgive(list []kb.ConceptID) {
	relief, weights := make([]float64, len(p.pos)), make([]float64, len(p.pos))
	for i, id := range list {
		clear(weights)
		scale, most := p.complaintScale(list, i), 0.0
		col := p.column(id)
		for _, c := range col.cells {
			weights[c.cond] = col.volunteer[c.at] * scale
			most = max(most, weights[c.cond])
		}
		for d, w := range weights {
			relief[d] = max(relief[d], most-w-p.m.Params.ForeignCap)
		}
	}
	for d, some := range p.explained {
		if some > 0 {
			p.pos[d] += relief[d]
		}
	}
}

// complaintScale damps a complaint whose correlation group an earlier one belongs to.
func (p *Posterior) complaintScale(list []kb.ConceptID, i int) float64 {
	g := p.m.Base.Concepts[list[i]].Correlation
	if g == kb.None {
		return 1
	}
	for _, id := range list[:i] {
		if p.m.Base.Concepts[id].Correlation == g {
			return p.m.Params.Damping
		}
	}
	return 1
}
