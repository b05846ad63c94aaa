package engine

import (
	"slices"

	"anamnesis/internal/kb"
)

// cell is one condition's entry in a concept's column: the condition, and the place of its figures among the column's.
// A column has far fewer different figures than conditions, so that what an answer goes through is four bytes a condition.
type cell struct{ cond, at uint16 }

// asked is what a condition's figures say of a concept as a question: multiples of precision, which are more digits than
// any figure of the base has.
type asked struct{ dYes, dEnt float64 } // P(yes|d) - P(yes|background), and the same of the entropy

// column is everything about one concept: as evidence, as a complaint and as a question. What stands in the lists goes
// by figure; conditions without a cell answer as the background does.
type column struct {
	cells     []cell    // by condition
	p         []float64 // P(finding | condition), for an attribute given its parent
	yes, no   []float64 // log-odds of an answer when asked
	volunteer []float64 // log-odds of volunteering it
	stress    []float64 // of a factor: by what having it raises the ranking further
	asked     []asked
	answers   float64 // P(answers yes | background)
	ent       float64 // entropy of that, nats
	others    []other // of a column that modifiers made: what differs from the usual
}

// other is by how much a condition's figures differ from the usual ones.
type other struct {
	asked
	cond uint16
}

// newColumn makes a column of the rows of a concept that the background answers with yes so often.
func newColumn(rows []row, answers float64) column {
	c := column{cells: make([]cell, len(rows)), answers: answers, ent: kb.Entropy(answers)}
	places := make(map[figures]uint16, len(rows)/2)
	for i, r := range rows {
		at, ok := places[r.figures]
		if !ok {
			at = uint16(len(places))
			places[r.figures] = at
			c.p, c.yes, c.no, c.volunteer = append(c.p, r.p), append(c.yes, r.yes), append(c.no, r.no), append(c.volunteer, r.volunteer)
			c.asked = append(c.asked, asked{rounded(r.dYes), rounded(r.dEnt)})
		}
		c.cells[i] = cell{uint16(r.cond), at}
	}
	c.p, c.yes, c.no, c.volunteer = slices.Clip(c.p), slices.Clip(c.yes), slices.Clip(c.no), slices.Clip(c.volunteer)
	c.asked = slices.Clip(c.asked)
	return c
}

// of gives the place of a condition's figures.
func (c *column) of(cond int32) (at uint16, ok bool) {
	i, ok := slices.BinarySearchFunc(c.cells, cond, func(e cell, d int32) int { return int(e.cond) - int(d) })
	if !ok {
		return 0, false
	}
	return c.cells[i].at, true
}

// weights are what answers of this kind add, by figure.
func (c *column) weights(present bool) []float64 {
	if present {
		return c.yes
	}
	return c.no
}

// column gives a concept's column for this case, with the modifiers that apply.
func (p *Posterior) column(id kb.ConceptID) *column {
	if at := p.m.place[id]; at > 0 {
		return p.variant(at-1, id)
	}
	return &p.m.columns[id]
}
