package recognize

import (
	"anamnesis/internal/text"
)

// A negation reaches forward over a list until something ends it: a new clause,
// "but", the person speaking of what they do have. Determiners ("no", "without")
// reach over words we do not know; helpers ("don't", "isn't") only over light
// ones, since "didn't go to work with this headache" denies the going.

// reach of a determiner over unknown words, alone and in a list with "or".
const (
	farAlone = 4
	farList  = 8
)

type negScope struct {
	on, strong bool
	cue        int // word where it began
	unknown    int
	items      int
	over       int // a word that would end it and does not
}

func (s *scratch) negate() {
	var n negScope
	for i := 0; i < len(s.words); i++ {
		w := &s.words[i]
		if s.kindsAt(i).has(cueUndo) && !w.used {
			if !s.undo(i) && s.follows(int(s.hits[w.cue].last)+1, "i") { // I wouldn't say I have a fever
				n = negScope{on: true, strong: true, cue: i, over: int(s.hits[w.cue].last) + 1}
			}
			i = int(s.hits[w.cue].last)
			continue
		}
		if n.on && s.endsNegation(&n, i) {
			n.on = false
		} else if w.before&text.Comma != 0 {
			n.unknown = 0 // each item of a list is measured by itself
		}
		if k := s.kindsAt(i); (k.has(cueNeg) || k.has(cueNegWeak)) && !w.used && !s.emphatic(i) {
			n = negScope{on: true, strong: k.has(cueNeg), cue: i}
			for last := int(s.hits[w.cue].last); i < last; { // "don't feel dizzy": the complaint begins within the cue
				if i++; s.startsAt(i) != nil {
					s.deny(s.startsAt(i), n.cue)
					n.items++
				}
			}
			continue
		}
		if s.reduced(i) {
			n = negScope{on: true, strong: true, cue: i}
			continue
		}
		if !n.on {
			continue
		}
		if m := s.startsAt(i); m != nil {
			s.deny(m, n.cue)
			n.items++
			n.unknown = 0
		} else if w.owner < 0 && !s.passes(&n, i) {
			n.on = false
		}
	}
	s.negateInside()
}

// undo takes a denial and the one that it denies together for none.
func (s *scratch) undo(i int) bool {
	for j := int(s.hits[s.words[i].cue].last) + 1; j < len(s.words) && j < i+2*lookBack && s.words[j].sentence == s.words[i].sentence; j++ {
		if k := s.kindsAt(j); k.has(cueNeg) || k.has(cueNegWeak) || s.words[j].negates && s.words[j].cue >= 0 {
			for h := s.hits[s.words[j].cue].first; h <= s.hits[s.words[j].cue].last; h++ {
				s.words[h].used, s.words[h].negates = true, false
			}
			for h := s.hits[s.words[i].cue].first; h <= s.hits[s.words[i].cue].last; h++ {
				s.words[h].used, s.words[h].negates = true, false
			}
			return true
		}
	}
	return false
}

// reduced tells a set phrase such as "no change" or "without difficulty" at word i
// whose end is part of what a mention says: then only its first word stands outside
// the mention and denies it.
func (s *scratch) reduced(i int) bool {
	w := &s.words[i]
	if !s.r.known.negators.has(w.stem) || w.used || !s.kindsAt(i).has(cuePlain) {
		return false
	}
	for j := i + 1; j <= int(s.hits[w.cue].last); j++ {
		if s.startsAt(j) != nil {
			return true
		}
	}
	return false
}

// startsAt gives the mention whose first own word is at i.
func (s *scratch) startsAt(i int) *mention {
	if o := s.words[i].owner; o >= 0 {
		if m := &s.mentions[o]; int(m.first) == i {
			return m
		}
	}
	// A composed mention may share its first word with another.
	for o := s.words[i].owner + 1; o > 0 && int(o) < len(s.mentions) && int(s.mentions[o].first) == i; o++ {
		return &s.mentions[o]
	}
	return nil
}

func (s *scratch) deny(m *mention, cue int) {
	if m.negated && s.normal(m) {
		s.notNormal(m, cue)
		return
	}
	if m.self || m.negated {
		return
	}
	m.negated = true
	m.why("negated by: " + s.cueText(cue))
	// Readings that begin at the same word share the denial.
	for o := range s.mentions {
		if x := &s.mentions[o]; x.first == m.first && !x.self {
			x.negated = true
		}
		if s.mentions[o].first > m.first {
			break
		}
	}
}

// endsNegation tells whether the scope stops before word i.
func (s *scratch) endsNegation(n *negScope, i int) bool {
	w, prev := &s.words[i], &s.words[i-1]
	if w.sentence != prev.sentence || w.clause != prev.clause {
		return true
	}
	if w.flags&breaks != 0 && w.cue < 0 && i != n.over || (n.items > 0 || i > n.cue+2) && s.kindsAt(i).has(cueStop) {
		return true
	}
	if w.before&text.Colon != 0 && n.items > 0 {
		return true // everything but a fever: cough, aches
	}
	return w.before&text.Comma != 0 && !s.listGoesOn(n, i)
}

// listGoesOn decides at a comma. An "or" further on keeps the list denied;
// without one, "I have no fever, chills" goes on, but in a telegram such as
// "headache, no fever, tired" each item stands alone.
func (s *scratch) listGoesOn(n *negScope, i int) bool {
	for j := i; j < len(s.words) && j < i+40; j++ {
		w := &s.words[j]
		if w.sentence != s.words[i].sentence || w.clause != s.words[i].clause {
			break
		}
		if k := s.kindsAt(j); k.has(cueNeg) || k.has(cueNegWeak) {
			break
		}
		if s.is(j, roleOr) {
			return true
		}
	}
	if n.cue == int(s.words[n.cue].begin) && (n.cue == 0 || s.words[n.cue].before&text.Comma == 0) && s.bareList(n.cue) {
		return true
	}
	if s.r.known.denials.has(s.words[n.cue].surface) {
		return true
	}
	if s.pluralBefore(i) && s.pluralAlone(i) {
		return true // no murmurs, rubs, gallops
	}
	telegram := n.cue == 0 || s.words[n.cue].before&(text.Comma|text.Stop|text.Dash|text.Colon) != 0
	return !telegram && s.startsAt(i) != nil && s.words[i].flags&detail == 0
}

// pluralBefore and pluralAlone tell items of a list of plurals: what stands before
// the comma at word i, and what stands alone after it.
func (s *scratch) pluralBefore(i int) bool { return i > 0 && plural(s.tokens[i-1].Text) }

func (s *scratch) pluralAlone(i int) bool {
	return plural(s.tokens[i].Text) && !s.is(i, roleFinite) && (i+1 == len(s.words) || s.words[i+1].before&(text.Comma|text.Stop) != 0)
}

func plural(w string) bool {
	n := len(w)
	return n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i'
}

// bareList tells whether after the denial at word i there are only short items to
// the end of the clause, at least three: "no fever, chills, cough" denies them all.
func (s *scratch) bareList(i int) bool {
	items, content := 1, 0
	for j := int(s.hits[s.words[i].cue].last) + 1; j < len(s.words) && s.words[j].clause == s.words[i].clause; j++ {
		w := &s.words[j]
		if w.before&text.Comma != 0 {
			items, content = items+1, 0
		}
		if content++; content > 4 || j > i+30 || w.flags&detail != 0 || w.number || w.joins || s.is(j, roleSelf|roleFinite) && w.owner < 0 || s.r.opens.has(w.surface) {
			return false
		}
	}
	return items >= 3
}

// passes counts what lies between a negation and the next mention.
func (s *scratch) passes(n *negScope, i int) bool {
	w := &s.words[i]
	if w.joins || w.flags&(drop|skip|detail) != 0 || s.is(i, roleLight) {
		return true
	}
	if !n.strong {
		return false
	}
	if w.flags&(function|glue) != 0 || w.number {
		return true
	}
	n.unknown++
	if n.items > 0 {
		return n.unknown <= farList
	}
	return n.unknown <= farAlone
}

// emphatic tells "never had a headache like this", which denies nothing.
func (s *scratch) emphatic(i int) bool {
	if s.cueText(i)[:min(5, len(s.cueText(i)))] != "never" {
		return false
	}
	for j := i + 1; j < len(s.words) && j < i+12 && s.words[j].sentence == s.words[i].sentence; j++ {
		if st := s.words[j].surface; st == s.r.known.like || st == s.r.known.such || st == s.r.known.so || st == s.r.known.this {
			return true
		}
	}
	return false
}
