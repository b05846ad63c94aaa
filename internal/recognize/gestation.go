package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// How far a pregnancy is stands in weeks, which are no duration of a complaint:
// "I'm 20 weeks", "at 26 weeks", "31/40", "five months gone".

// gestations holds the concepts of a pregnancy by its weeks, kb.None where absent.
type gestations struct {
	early, pregnant, preterm, late kb.ConceptID
	context                        symbolSet // words that show that weeks are those of a pregnancy
	said                           symbolSet // words after the number that say so themselves
}

func newGestations(base *kb.Base, d *dictionary) gestations {
	id := func(name string) kb.ConceptID {
		return kb.ConceptID(slices.IndexFunc(base.Concepts, func(c kb.Concept) bool { return c.ID == name }))
	}
	expecting := " " + strings.Join(d.speech.expecting, " ")
	return gestations{
		early: id("early_pregnancy"), pregnant: id("pregnant"), preterm: id("pregnancy_preterm"), late: id("pregnancy_second_half"),
		context: surfaces(d, "pregnant pregnancy preg prego baby expecting contractions contraction gestation trimester bump midwife twins fetal foetal movements antenatal"+expecting),
		said:    surfaces(d, "pregnant preg prego gone along gestation gestational pg"+expecting),
	}
}

// gestation adds the state that a number of weeks of pregnancy tells.
func (s *scratch) gestation() {
	expecting := s.inContext()
	for i := range s.words {
		if !s.words[i].number && s.r.numbers.of(s.words[i].surface) < 4 {
			continue
		}
		n, ok := s.amount(i)
		if !ok || n < 2 || n > 43 {
			continue
		}
		if weeks, last := s.weeksOf(i, n, expecting); weeks >= 3 && weeks <= 43 {
			s.expect(i, last, weeks)
		}
	}
}

// weeksOf reads the unit after a number: 0 where it is no pregnancy's.
func (s *scratch) weeksOf(i int, n float64, expecting bool) (float64, int) {
	j := i + 1
	if j >= len(s.words) || s.words[j].before&(text.Stop|text.Comma) != 0 {
		return 0, i
	}
	if s.words[j].before&text.Slash != 0 && s.tokens[j].Text == "40" {
		return n, j
	}
	unit, ok := s.r.units.get(s.words[j].surface)
	if !ok || unit != 7 && unit != 30 {
		return 0, i
	}
	weeks := n * unit / 7
	for k := j + 1; k < len(s.words) && k <= j+2 && s.words[k].before&text.Stop == 0; k++ {
		if s.r.gestations.said.has(s.words[k].surface) {
			return weeks, j // "pregnant" is left to say so itself
		}
		if w := s.tokens[k].Text; w == "ago" || w == "old" || w == "later" || w == "after" || w == "since" {
			return 0, i
		}
	}
	if !s.r.speech.english {
		if unit == 7 && expecting && i > 0 && s.is(i-1, rolePrep) {
			return weeks, j
		}
		return 0, i
	}
	if unit == 7 && s.bearing(i) && (expecting || i > 0 && (s.tokens[i-1].Text == "at" || s.tokens[i-1].Clitic == "m" || s.tokens[i-1].Text == "im")) {
		return weeks, j
	}
	return 0, i
}

// bearing tells whether what stands before a number lets it be that of a pregnancy.
func (s *scratch) bearing(i int) bool {
	if i == 0 || s.words[i].before&text.Stop != 0 {
		return true
	}
	switch s.tokens[i-1].Text {
	case "i", "im", "at", "am", "about", "nearly", "almost":
		return true
	}
	return false
}

func (s *scratch) inContext() bool {
	for i := range s.words {
		if s.r.gestations.context.has(s.words[i].surface) {
			return true
		}
	}
	return false
}

func (s *scratch) expect(i, last int, weeks float64) {
	g := &s.r.gestations
	id := g.late
	switch {
	case weeks < 13:
		id = g.early
	case weeks < 20:
		id = g.pregnant
	case weeks < 37:
		id = g.preterm
	}
	if id < 0 {
		return
	}
	m := mention{candidate: candidate{phrase: -1}, target: target{KindConcept, int32(id)}, concept: id, days: -1}
	m.first, m.last = int32(i), int32(last)
	for k := i; k <= last; k++ {
		m.add(int32(k))
	}
	m.why("weeks of pregnancy")
	s.measured = append(s.measured, m)
}
