package recognize

import "anamnesis/internal/text"

// splitClauses numbers the clauses. A clause ends with the sentence, at "but" and
// its like, at a dash or bracket, and where a comma or "and" is followed by a new
// subject or verb: "no fever, my head hurts and I feel sick" has three.
func (s *scratch) splitClauses() {
	clause, begin := int32(0), int32(0)
	for i := range s.words {
		if i > 0 && s.newClause(i) {
			clause++
			begin = int32(i)
		}
		s.words[i].clause, s.words[i].begin = clause, begin
	}
}

func (s *scratch) newClause(i int) bool {
	w := &s.words[i]
	if w.sentence != s.words[i-1].sentence || w.before&(text.Dash|text.Bracket) != 0 {
		return true
	}
	if k := s.kindsAt(i); k.has(cueEnd) && !k.has(cueNeg) {
		return true
	}
	if w.joins || w.before&text.Comma == 0 && !s.words[i-1].joins {
		return false
	}
	switch {
	case s.is(i, roleSubject|roleVerb):
		return true
	case s.is(i, roleNoun):
		return s.verbSoon(i + 1)
	}
	return false
}

// verbSoon tells whether a verb follows before the next comma or "and".
func (s *scratch) verbSoon(i int) bool {
	for j := i; j < len(s.words) && j < i+6 && s.words[j].sentence == s.words[i-1].sentence; j++ {
		if s.words[j].joins || s.words[j].before&text.Comma != 0 {
			return false
		}
		if s.is(j, roleFinite) {
			return true
		}
	}
	return false
}
