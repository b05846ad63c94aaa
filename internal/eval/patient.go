package eval

import (
	"slices"
	"strings"

	"anamnesis/internal/consult"
	"anamnesis/internal/kb"
)

// Patient answers questions truthfully from a case: what the case does not mention is "no"
// for findings and "not sure" for history.
type Patient struct {
	base    *kb.Base
	c       *Case
	has     map[string]bool // concept codes, what follows from them included
	hasNot  map[string]bool
	chief   string // choice id of the chief complaint in a search
	added   bool
	missing []string // concept ids of the case that the base does not have
}

// NewPatient prepares a case for a base.
func NewPatient(b *kb.Base, c *Case) *Patient {
	p := &Patient{base: b, c: c, has: map[string]bool{}, hasNot: map[string]bool{}}
	for _, id := range c.Present {
		con, ok := b.Concept(id)
		if !ok {
			p.missing = append(p.missing, id)
			continue
		}
		if p.chief == "" && b.Concepts[con].Kind.Finding() { // a factor is nothing to search for
			p.chief = "assessment_" + b.Concepts[p.complaint(con)].Code
		}
		p.include(con)
	}
	for _, id := range c.Absent {
		if con, ok := b.Concept(id); ok {
			p.hasNot[b.Concepts[con].Code] = true
		} else {
			p.missing = append(p.missing, id)
		}
	}
	return p
}

// complaint is what a patient would search for: the finding that an attribute belongs to.
func (p *Patient) complaint(id kb.ConceptID) kb.ConceptID {
	for p.base.Concepts[id].AttributeOf != kb.None {
		id = p.base.Concepts[id].AttributeOf
	}
	return id
}

func (p *Patient) include(id kb.ConceptID) {
	con := &p.base.Concepts[id]
	if p.has[con.Code] {
		return
	}
	p.has[con.Code] = true
	for _, up := range con.Parents {
		p.include(up)
	}
	if con.AttributeOf != kb.None {
		p.include(con.AttributeOf)
	}
}

// Answer gives the answer to a question.
func (p *Patient) Answer(q *consult.Question) consult.Answer {
	a := consult.Answer{Type: q.Type}
	switch {
	case q.Type == consult.TypeAutocomplete:
		a.Included = []string{p.search()}
		return a
	case q.Type == consult.TypeSymptom, q.Type == consult.TypeFactor:
		return p.pick(q, p.single(q))
	case q.Min == 1 && q.Max == 1:
		return p.pick(q, p.action(q))
	}
	var in []string
	for _, c := range q.Choices {
		if p.choiceFits(c.ID) {
			in = append(in, c.ID)
		}
	}
	if len(in) < q.Min {
		in = []string{p.usual(q)}
	}
	return p.pick(q, in...)
}

// pick puts the ids into Included and the question's other choices into Excluded.
func (p *Patient) pick(q *consult.Question, in ...string) consult.Answer {
	a := consult.Answer{Type: q.Type, Included: in}
	for _, c := range q.Choices {
		if !slices.Contains(in, c.ID) {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}

func (p *Patient) search() string {
	if p.added || p.chief == "" {
		return "skip_autocomplete"
	}
	p.added = true
	return p.chief
}

// single answers yes, no or "not sure". The concept asked about stands in the question's id only
// by hash, so the patient is given it by the question itself.
func (p *Patient) single(q *consult.Question) string {
	code := q.About
	switch {
	case p.has[code]:
		return "y"
	case p.hasNot[code] || q.Type == consult.TypeSymptom:
		return "n"
	}
	return "?"
}

func (p *Patient) action(q *consult.Question) string {
	for _, c := range q.Choices {
		if c.ID == p.c.Duration || c.ID == "continue_assessment" || c.ID == "OK" {
			return c.ID
		}
	}
	if len(q.Choices) == 5 { // a duration that the case does not say: the one in the middle, which tells least
		return q.Choices[2].ID
	}
	return q.Choices[0].ID
}

// choiceFits says whether a choice of a list applies: a concept, or an option of a clarification.
func (p *Patient) choiceFits(id string) bool {
	code := strings.TrimPrefix(id, "assessment_")
	if p.has[code] {
		return true
	}
	for i := range p.base.Clarifications {
		cl := &p.base.Clarifications[i]
		if id == "clarify_"+cl.Code {
			return slices.ContainsFunc(cl.Options, p.optionFits)
		}
		for _, o := range cl.Options {
			if o.ID == id {
				return p.optionFits(o)
			}
		}
	}
	return false
}

func (p *Patient) optionFits(o kb.Option) bool {
	return slices.ContainsFunc(o.Concepts, func(c kb.ConceptID) bool { return p.has[p.base.Concepts[c].Code] })
}

// usual is the choice that most people would take where the case says nothing.
func (p *Patient) usual(q *consult.Question) string {
	best, rate := q.Choices[0].ID, -1.0
	for _, c := range q.Choices {
		if id, ok := p.base.ConceptByCode(c.ID); ok && p.base.Concepts[id].Background > rate {
			best, rate = c.ID, p.base.Concepts[id].Background
		}
	}
	return best
}
