package recognize

import (
	_ "embed" // the word list is compiled in
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// People name the place of a complaint once: after "thick white discharge" an "it itches"
// is of the same place, and with a cough "no blood" is none coughed up. The list says what
// a word for a complaint means after which finding.

//go:embed words/context.txt
var contextList string

// nothing is what a word means that is part of the finding before it.
const nothing = -2

// contextual is a class of complaints after a finding.
type contextual struct {
	after kb.ConceptID
	class int32
}

// newContext reads the list; what the base does not have is left out.
func newContext(base *kb.Base, d *dictionary) map[contextual]kb.ConceptID {
	means := map[contextual]kb.ConceptID{}
	for line := range strings.Lines(contextList) {
		anchors, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for pair := range strings.FieldsSeq(rest) {
			class, finding, _ := strings.Cut(pair, "=")
			id, ok := base.Concept(finding)
			if finding == "-" {
				id, ok = nothing, true
			}
			for anchor := range strings.FieldsSeq(anchors) {
				if after, have := base.Concept(anchor); ok && have {
					means[contextual{after, d.symbol("~" + class)}] = id
				}
			}
		}
	}
	return means
}

// readContext gives each complaint without a place the meaning that it has after what was named before.
func (s *scratch) readContext() {
	changed := false
	for i := range s.words {
		w := &s.words[i]
		if w.features[0] < 0 || w.flags&blocked != 0 || !s.contextual(i) {
			continue
		}
		id := s.meantAfter(i)
		if id == kb.None {
			continue
		}
		if o := w.owner; o >= 0 {
			s.reread(&s.mentions[o], id)
		} else if id != nothing {
			s.mentions = append(s.mentions, s.meant(i, id))
		}
		changed = true
	}
	if changed {
		s.mentions = slices.DeleteFunc(s.mentions, func(m mention) bool { return m.kind == 0 })
		s.order()
		s.reown()
	}
}

// contextual tells a word for a complaint that has no place of its own: not yet read, or read alone.
func (s *scratch) contextual(i int) bool {
	w := &s.words[i]
	if o := w.owner; o >= 0 {
		m := &s.mentions[o]
		if m.kind != KindConcept || m.loose || m.n != 1 && !(m.n == 2 && s.pronoun(int(m.first))) {
			return false
		}
	} else if s.qualifies(i) {
		return false
	}
	return s.r.contexts.has(w.features[0]) && !s.ownsPlace(i)
}

// ownsPlace tells a complaint beside a place: "blood from my nose".
func (s *scratch) ownsPlace(i int) bool {
	for j := i + 1; j < len(s.words) && j <= i+5 && s.words[j].clause == s.words[i].clause; j++ {
		if s.words[j].before&(text.Comma|text.Dash) != 0 || s.words[j].joins {
			break
		}
		if s.words[j].flags&place != 0 && s.words[j].flags&(blocked|small) == 0 {
			return true
		}
	}
	return false
}

// meantAfter gives what the complaint at word i means after one of the findings before it, or after it in the sentence.
func (s *scratch) meantAfter(i int) kb.ConceptID {
	first := s.firstMention(i)
	for o := first - 1; o >= 0 && o >= first-4; o-- {
		m := &s.mentions[o]
		if s.words[m.first].sentence < s.words[i].sentence-1 {
			break
		}
		if id, ok := s.meaning(m, i); ok {
			return id
		}
	}
	for o := first; o < len(s.mentions) && o < first+3 && s.words[s.mentions[o].first].sentence == s.words[i].sentence; o++ {
		if id, ok := s.meaning(&s.mentions[o], i); ok && int(s.mentions[o].first) > i {
			return id
		}
	}
	return kb.None
}

func (s *scratch) meaning(m *mention, i int) (kb.ConceptID, bool) {
	if m.kind != KindConcept {
		return kb.None, false
	}
	id, ok := s.r.context[contextual{m.concept, s.words[i].features[0]}]
	if !ok && m.id != int32(m.concept) {
		id, ok = s.r.context[contextual{kb.ConceptID(m.id), s.words[i].features[0]}]
	}
	if !ok || m.candidate.uses(int32(i)) || id != nothing && !s.r.fits(s.r.base.Concepts[id].Sex, s.sex) {
		return kb.None, false
	}
	return id, true
}

// meant is the mention of a finding by word i alone.
func (s *scratch) meant(i int, id kb.ConceptID) mention {
	m := mention{candidate: candidate{phrase: -1, first: int32(i), last: int32(i), key: int32(i), n: 1, at: [maxAt]int32{int32(i)}}, days: -1}
	s.words[i].used = true
	s.mean(&m, id)
	return m
}

// mean lets a mention say a finding, or the attribute of one.
func (s *scratch) mean(m *mention, id kb.ConceptID) {
	m.target, m.concept = target{KindConcept, int32(id)}, id
	if of := s.r.base.Concepts[id].AttributeOf; of != kb.None {
		m.attribute(id)
		m.concept = of
	}
	m.why("after what was said before")
}

// reread gives a mention another meaning, or the one of nothing.
func (s *scratch) reread(m *mention, id kb.ConceptID) {
	if id == nothing {
		m.kind = 0
		return
	}
	m.phrase, m.nattr = -1, 0
	s.mean(m, id)
}
