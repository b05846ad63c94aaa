package engine

import (
	"math"
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// counts says whether an asserted finding weighs by itself: not where a more specific
// one stands for it, and an attribute only while its parent is present.
func (p *Posterior) counts(id kb.ConceptID) bool {
	con := &p.m.asking[id]
	if !con.finding {
		return false
	}
	if con.of != kb.None {
		return p.c.Is(con.of) == clinical.Present
	}
	return p.c.Is(id) != clinical.Present || !p.c.refined(id)
}

// answers adds what was asked or left unticked, and damps it within correlation groups:
// the strongest finding of a group counts whole, the rest at Params.Damping.
func (p *Posterior) answers() {
	p.byGroup = p.byGroup[:0]
	for _, id := range p.c.Order {
		k := p.c.Known[id]
		switch {
		case k.Assertion != clinical.Present && k.Assertion != clinical.Denied || !p.counts(id) || p.isComplaint(id):
		case p.m.asking[id].group != kb.None:
			p.byGroup = append(p.byGroup, id)
		case k.Assertion == clinical.Present:
			p.add(id, p.pos, 1)
		default:
			p.add(id, p.neg, 1)
		}
	}
	slices.SortStableFunc(p.byGroup, func(a, b kb.ConceptID) int { return int(p.m.asking[a].group - p.m.asking[b].group) })
	for i := 0; i < len(p.byGroup); {
		g := p.m.asking[p.byGroup[i]].group
		j := i + 1
		for j < len(p.byGroup) && p.m.asking[p.byGroup[j]].group == g {
			j++
		}
		p.group(p.byGroup[i:j], clinical.Present, p.pos, 1, p.m.Params.Damping)
		scale := 1.0
		if p.someOf(g) {
			scale = p.m.Params.Neighbor
		}
		p.group(p.byGroup[i:j], clinical.Denied, p.neg, scale, p.m.Params.Damping)
		i = j
	}
	p.ruledOut()
}

// add adds one finding, times scale, as it was answered.
func (p *Posterior) add(id kb.ConceptID, into []float64, scale float64) {
	k, col := p.c.Known[id], p.column(id)
	p.m.add(col.cells, col.weights(k.Assertion == clinical.Present), into, scale*p.scale(k))
}

// add adds weights by figure, times scale, to the conditions of some cells of a column.
func (m *Model) add(cells []cell, w, into []float64, scale float64) {
	if m.wide && len(cells) > 0 {
		addWide(&into[0], &cells[0], len(cells), &w[0], scale)
		return
	}
	for _, c := range cells {
		into[c.cond] += scale * w[c.at]
	}
}

// scale is what one answer counts for, before damping.
func (p *Posterior) scale(k Known) float64 {
	if k.Assertion != clinical.Present && k.Origin == clinical.Unticked {
		return p.m.Params.Unticked
	}
	return 1
}

// ruledOut adds what the denial of a factor says of the findings that imply it: who had no injury has not
// twisted a knee. It is one statement, so that of a condition's findings only the strongest counts.
func (p *Posterior) ruledOut() {
	for _, id := range p.c.Order {
		if p.c.Is(id) != clinical.Denied || p.m.asking[id].finding {
			continue
		}
		p.byGroup = p.impliedBy(id, p.byGroup[:0])
		p.group(p.byGroup, clinical.Denied, p.neg, 1, 0)
	}
}

// impliedBy appends the findings among the descendants of a denied factor that nothing else was said of.
func (p *Posterior) impliedBy(id kb.ConceptID, list []kb.ConceptID) []kb.ConceptID {
	for _, ch := range p.m.children.of(id) {
		if k := p.c.Known[ch]; k.Assertion != clinical.Denied || k.Order != 0 {
			continue
		}
		if p.m.asking[ch].finding {
			list = append(list, ch)
		} else {
			list = p.impliedBy(ch, list)
		}
	}
	return list
}

// weight is what one answer adds for a figure of a column, before damping.
func (p *Posterior) weight(k Known, col *column, at uint16) float64 {
	if k.Assertion == clinical.Present {
		return col.yes[at]
	}
	return p.scale(k) * col.no[at]
}

// someOf says that a finding of a correlation group is present, a complaint included.
func (p *Posterior) someOf(group int32) bool {
	return slices.ContainsFunc(p.c.Order, func(id kb.ConceptID) bool {
		return p.m.asking[id].group == group && p.c.Known[id].Assertion == clinical.Present
	})
}

// group adds the findings of ids that were answered so, times scale: the strongest of each condition whole, the rest damped.
func (p *Posterior) group(ids []kb.ConceptID, a clinical.Assertion, into []float64, scale, damping float64) {
	n, last := 0, kb.ConceptID(kb.None)
	for _, id := range ids {
		if p.c.Known[id].Assertion == a {
			n, last = n+1, id
		}
	}
	switch n {
	case 0:
		return
	case 1:
		p.add(last, into, scale)
		return
	}
	for _, id := range ids {
		if k := p.c.Known[id]; k.Assertion == a {
			p.strongest(id, into, p.scale(k), scale*damping)
		}
	}
	rest := scale * (1 - damping)
	for _, id := range ids {
		if p.c.Known[id].Assertion != a {
			continue
		}
		p.restOf(p.column(id).cells, into, rest)
	}
}

// restOf adds to the conditions of some cells what their strongest finding of a group counts beyond its damped weight.
func (p *Posterior) restOf(cells []cell, into []float64, rest float64) {
	if p.m.wide && len(cells) > 0 {
		restWide(&into[0], &p.groupTop[0], &cells[0], len(cells), rest)
		return
	}
	for _, c := range cells {
		into[c.cond] += rest * p.groupTop[c.cond]
		p.groupTop[c.cond] = 0
	}
}

// strongest adds a finding of a group, damped, and notes where it is the strongest so far.
func (p *Posterior) strongest(id kb.ConceptID, into []float64, scale, damped float64) {
	col, top := p.column(id), p.groupTop
	figures := col.weights(p.c.Known[id].Assertion == clinical.Present)
	if p.m.wide && len(col.cells) > 0 {
		strongestWide(&into[0], &top[0], &col.cells[0], len(col.cells), &figures[0], scale, damped)
		return
	}
	for _, c := range col.cells {
		w := scale * figures[c.at]
		into[c.cond] += damped * w
		if math.Abs(w) > math.Abs(top[c.cond]) {
			top[c.cond] = w
		}
	}
}
