package recognize

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"anamnesis/internal/text"
)

// In further languages too a car coughs and the stock exchange has a fever. Which words are things, which are affairs
// that give nobody a headache but in a figure of speech, and which belong to health, stands in the lists of the language.

// aboutThings tells a mention whose clause has a thing or an affair for its subject: "mein Auto hustet", and where
// the person appears, an affair only: "die Steuererklärung bereitet mir Kopfschmerzen".
func (s *scratch) aboutThings(m *mention, own bool) bool {
	if s.beforeThing(int(m.last) + 1) {
		return true
	}
	begin := int(s.words[m.first].begin)
	for j := begin; j < int(m.first); j++ {
		if j > begin && s.words[j].before&text.Comma != 0 {
			return false
		}
	}
	if begin == int(m.first) || !s.determiner(begin) {
		return false
	}
	for j := begin + 1; j < int(m.first) && j <= begin+3; j++ {
		switch w := s.tokens[j].Text; {
		case slices.Contains(s.r.speech.affairs, w):
			return true
		case s.thingAt(j):
			return !own
		case !s.adjectival(j):
			return false
		}
	}
	return false
}

// beforeThing tells what is said of a thing named after it, "se me ha quemado el coche", or of an affair: "un dolor de
// cabeza con Hacienda".
func (s *scratch) beforeThing(j int) bool {
	p := s.r.speech
	if j >= len(s.words) || s.words[j].before != 0 {
		return false
	}
	if p.verbFirst && s.determiner(j) && j+1 < len(s.words) && slices.Contains(p.things, s.tokens[j+1].Text) {
		return true
	}
	if !slices.Contains(p.toward, s.tokens[j].Text) {
		return false
	}
	for j++; j < len(s.words) && s.words[j].before == 0; j++ {
		if slices.Contains(p.affairs, s.tokens[j].Text) {
			return true
		}
		if !s.determiner(j) {
			return false
		}
	}
	return false
}

// adjectival tells a word that may stand between the article and its noun.
func (s *scratch) adjectival(j int) bool {
	w := &s.words[j]
	return w.owner < 0 && w.cue < 0 && w.flags&(place|state|weak) == 0 && !w.number && !s.capital(j) && !s.is(j, roleFinite|roleSelf|roleThird)
}

// thingAt tells a noun that has nothing to do with anybody's health: one of the list, or one that no phrase knows,
// where nouns are told by their capital or where it is a common word.
func (s *scratch) thingAt(j int) bool {
	w := &s.words[j]
	if w.owner >= 0 || w.flags&(place|state|weak) != 0 || w.class >= 0 || w.number || s.unitAt(j) || s.kindsAt(j) != 0 || s.r.healthy[s.tokens[j].Text] {
		return false
	}
	if slices.Contains(s.r.speech.things, s.tokens[j].Text) {
		return true
	}
	if w.fixed != "" || w.stem >= 0 && s.r.vocab.stemKnown(w.stem) {
		return false
	}
	return s.r.speech.nouns && s.capital(j) && !s.ofBody(s.tokens[j].Text) || s.r.speech.verbFirst && s.ordinary(j)
}

func (s *scratch) capital(j int) bool {
	r, _ := utf8.DecodeRuneInString(s.input[s.tokens[j].From:])
	return unicode.IsUpper(r)
}

// ofBody tells a compound one end of which is a place or a complaint: "Kniekehle", "Hauttumor".
func (s *scratch) ofBody(w string) bool {
	for i := 3; i+3 <= len(w); i++ {
		for _, part := range [...]string{w[:i], w[i:]} {
			if s.r.healthy[part] || s.r.dict.look(part).flags&(place|state) != 0 {
				return true
			}
		}
	}
	return false
}
