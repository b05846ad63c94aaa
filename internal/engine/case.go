package engine

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Known is what was said of one concept.
type Known struct {
	Assertion clinical.Assertion
	Origin    clinical.Origin
	Order     int16 // position among the assertions, from 1; 0 = never asserted
}

// Case is what is known of one person. Make it with Model.NewCase.
type Case struct {
	Sex      clinical.Sex
	Age      int // years
	Duration clinical.Bucket
	Known    []Known        // by kb.ConceptID
	Order    []kb.ConceptID // asserted concepts in the order they came, implied ones left out
	said     []kb.ConceptID // everything that is known, by implication too, in the order it became so
	m        *Model
}

// NewCase gives an empty case on the model's base.
func (m *Model) NewCase(sex clinical.Sex, age int) *Case {
	return &Case{Sex: sex, Age: age, Known: make([]Known, len(m.Base.Concepts)), m: m}
}

// Reset empties a case for another person, keeping its memory.
func (c *Case) Reset(sex clinical.Sex, age int) {
	clear(c.Known)
	c.Sex, c.Age, c.Duration, c.Order, c.said = sex, age, clinical.UnknownDuration, c.Order[:0], c.said[:0]
}

// Assert records what was said of a concept and what follows from it: a child's
// presence implies its parents', a parent's absence its children's. A later
// statement about the same concept replaces the earlier one.
func (c *Case) Assert(id kb.ConceptID, a clinical.Assertion, o clinical.Origin) {
	if a == clinical.Present && o != clinical.Volunteered && c.sharpens(id) {
		o = clinical.Volunteered
	}
	k := &c.Known[id]
	if k.Assertion == clinical.NotAsked {
		c.said = append(c.said, id)
	}
	if k.Order == 0 {
		c.Order = append(c.Order, id)
		k.Order = int16(len(c.Order))
	} else if k.Assertion == clinical.Present && a == clinical.Present && k.Origin == clinical.Volunteered {
		return // a confirmation does not take away that it was volunteered
	}
	k.Assertion, k.Origin = a, o
	switch a {
	case clinical.Present:
		c.implyParents(id)
		c.excludeRivals(id)
	case clinical.Denied:
		c.implyChildren(id)
	}
}

// sharpens says that id is a special form of a finding that was volunteered. It then takes that
// finding's place as the complaint, so that asking more closely never loses one.
func (c *Case) sharpens(id kb.ConceptID) bool {
	for _, p := range c.m.parents.of(id) {
		k := c.Known[p]
		if k.Assertion == clinical.Present && (k.Origin == clinical.Volunteered || c.sharpens(p)) {
			return true
		}
	}
	return false
}

// Imply records what follows from what was said, where nothing was said of the concept itself.
func (c *Case) Imply(id kb.ConceptID, a clinical.Assertion) {
	if !c.imply(id, a) {
		return
	}
	switch a {
	case clinical.Present:
		c.implyParents(id)
	case clinical.Denied:
		c.implyChildren(id)
	}
}

func (c *Case) imply(id kb.ConceptID, a clinical.Assertion) bool {
	k := &c.Known[id]
	if k.Order != 0 || k.Assertion == a {
		return false
	}
	if k.Assertion == clinical.NotAsked {
		c.said = append(c.said, id)
	}
	k.Assertion, k.Origin = a, clinical.Implied
	return true
}

func (c *Case) implyParents(id kb.ConceptID) {
	for _, p := range c.m.parents.of(id) {
		if c.imply(p, clinical.Present) {
			c.implyParents(p)
		}
	}
	if of := c.m.asking[id].of; of != kb.None && c.imply(of, clinical.Present) {
		c.implyParents(of)
	}
}

func (c *Case) implyChildren(id kb.ConceptID) {
	for _, ch := range c.m.children.of(id) {
		if c.imply(ch, clinical.Denied) {
			c.implyChildren(ch)
		}
	}
}

// excludeRivals denies the other values of an exclusive dimension: a pain that
// began suddenly did not begin gradually.
func (c *Case) excludeRivals(id kb.ConceptID) {
	con := &c.m.Base.Concepts[id]
	if con.AttributeOf == kb.None || !con.Exclusive {
		return
	}
	for _, ch := range c.m.Base.Concepts[con.AttributeOf].Children {
		o := &c.m.Base.Concepts[ch]
		if ch != id && o.AttributeOf == con.AttributeOf && o.Dimension == con.Dimension && o.Exclusive {
			c.imply(ch, clinical.Denied)
		}
	}
}

// Is gives what is known of a concept.
func (c *Case) Is(id kb.ConceptID) clinical.Assertion { return c.Known[id].Assertion }

// Complaints lists the findings that the person volunteered as present, the chief complaint first.
// Attributes are not complaints of their own.
func (c *Case) Complaints() []kb.ConceptID { return c.appendComplaints(nil) }

func (c *Case) appendComplaints(out []kb.ConceptID) []kb.ConceptID {
	for _, id := range c.Order {
		con, k := &c.m.asking[id], c.Known[id]
		if k.Assertion == clinical.Present && k.Origin == clinical.Volunteered && con.finding && con.of == kb.None && !c.refined(id) {
			out = append(out, id)
		}
	}
	return out
}

// refined says that a more specific is-a child of id is present, so that id itself adds nothing.
func (c *Case) refined(id kb.ConceptID) bool {
	for _, ch := range c.m.children.of(id) {
		if c.Known[ch].Assertion == clinical.Present && c.m.asking[ch].of == kb.None {
			return true
		}
	}
	return false
}

// Fits says whether a concept can apply to this person's sex and age at all.
func (c *Case) Fits(con *kb.Concept) bool {
	if con.Sex != clinical.AnySex && con.Sex != c.Sex {
		return false
	}
	return (con.MinAge == 0 || c.Age >= con.MinAge) && (con.MaxAge == 0 || c.Age <= con.MaxAge)
}
