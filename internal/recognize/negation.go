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
}

func (s *scratch) negate() {
	var n negScope
	for i := 0; i < len(s.words); i++ {
		w := &s.words[i]
		if n.on && s.endsNegation(&n, i) {
			n.on = false
		} else if w.before&text.Comma != 0 {
			n.unknown = 0 // each item of a list is measured by itself
		}
		if k := s.kindsAt(i); (k.has(cueNeg) || k.has(cueNegWeak)) && !w.used && !s.emphatic(i) {
			n = negScope{on: true, strong: k.has(cueNeg), cue: i}
			i = int(s.hits[w.cue].last)
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
	if w.flags&breaks != 0 && w.cue < 0 {
		return true
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
	if n.cue == int(s.words[n.cue].begin) && (n.cue == 0 || s.words[n.cue].before&text.Comma == 0) && s.bareList(i) {
		return true
	}
	telegram := n.cue == 0 || s.words[n.cue].before&(text.Comma|text.Stop|text.Dash|text.Colon) != 0
	return !telegram && s.startsAt(i) != nil && s.words[i].flags&detail == 0
}

// bareList tells whether from word i to the end of the clause there are only
// short items, at least two of them: "no fever, chills, cough" denies all three.
func (s *scratch) bareList(i int) bool {
	items, content := 0, 0
	for j := i; j < len(s.words) && s.words[j].clause == s.words[i].clause; j++ {
		w := &s.words[j]
		if w.before&text.Comma != 0 {
			items, content = items+1, 0
		}
		if content++; content > 3 || j > i+30 || w.flags&detail != 0 || w.number || w.joins || s.is(j, roleSelf|roleFinite) && w.owner < 0 || s.r.opens[w.surface] {
			return false
		}
	}
	return items >= 2
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

// negateInside handles a denial between the words of a composed mention: "my
// chest doesn't hurt".
func (s *scratch) negateInside() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if !m.loose || m.negated {
			continue
		}
		for j := m.first + 1; j < m.last; j++ {
			if w := &s.words[j]; w.negates && !w.used {
				m.negated = true
				m.why("negated by: " + s.cueText(int(j)))
				break
			}
		}
	}
}

// negateAfter handles denials that follow: "the fever has gone", "cough: no",
// "Fever? No.". It comes first, so that such a "no" is not read forward.
func (s *scratch) negateAfter() {
	for i := range s.mentions {
		m := &s.mentions[i]
		at, ok := s.denialAfter(int(m.last) + 1)
		if m.self || !ok {
			continue
		}
		m.negated = true
		m.why("negated after: " + s.cueText(at))
		s.negateList(i, s.cueText(at))
		for j := s.hits[s.words[at].cue].first; j <= s.hits[s.words[at].cue].last; j++ {
			s.words[j].used = true
		}
	}
}

// negateList denies the mentions joined to mention i by "and" or a comma before it.
func (s *scratch) negateList(i int, cue string) {
	for ; i > 0 && s.adjoin(&s.mentions[i-1], &s.mentions[i]); i-- {
		if m := &s.mentions[i-1]; !m.self {
			m.negated = true
			m.why("negated after: " + cue)
		}
	}
}

func (s *scratch) adjoin(a, b *mention) bool {
	joined := false
	for j := a.last + 1; j <= b.first; j++ {
		w := &s.words[j]
		if w.sentence != s.words[a.last].sentence || w.before&(text.Dash|text.Colon) != 0 || j < b.first && !w.joins && w.flags&(drop|detail) == 0 {
			return false
		}
		joined = joined || w.joins
	}
	return joined
}

// denialAfter looks for a denial from word i on, past "has", "is now" and the like.
func (s *scratch) denialAfter(i int) (int, bool) {
	for j := i; j < len(s.words) && j < i+5; j++ {
		w := &s.words[j]
		k := s.kindsAt(j)
		if w.used || w.owner >= 0 || w.before&(text.Comma|text.Bracket) != 0 && !(j == i && k.has(cueNegPost)) {
			return 0, false
		}
		switch {
		case j == i && s.bareNo(j):
			return j, true
		case w.before&text.Stop != 0:
			return 0, false
		case j == i && w.surface == s.r.known.free:
			return 0, false
		case k.has(cueNegPost) && s.closes(int(s.hits[w.cue].last)+1):
			return j, true
		case w.negates || k != 0 && !k.has(cueNegPost) && k&tells == 0, w.flags&(drop|skip|detail) == 0:
			return 0, false
		}
	}
	return 0, false
}

// bareNo tells a "no" or "none" that answers: after a colon, dash or question
// mark, with nothing after it that it could deny.
func (s *scratch) bareNo(j int) bool {
	w := &s.words[j]
	if w.before&(text.Colon|text.Dash|text.Question) == 0 || w.surface != s.r.known.no && w.surface != s.r.known.none {
		return false
	}
	return j+1 == len(s.words) || s.words[j+1].before&(text.Comma|text.Stop|text.Dash|text.Slash) != 0 || s.startsAt(j+1) == nil
}

// closes tells whether what follows a denial leaves it one: "the pain is gone
// now" does, "has gone to my chest" does not.
func (s *scratch) closes(j int) bool {
	if j >= len(s.words) || s.words[j].before != 0 || s.words[j].joins || s.words[j].cue >= 0 {
		return true
	}
	return s.words[j].flags&(function|drop|skip|glue) != 0 && !s.is(j, rolePrep)
}
