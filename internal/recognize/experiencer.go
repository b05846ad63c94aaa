package recognize

import "anamnesis/internal/text"

// experiencers finds whose each mention is. A relative named as the subject owns
// what follows, until the person speaks of themselves again or the sentence ends;
// "he" or "she" at the start of the next one takes it up.
func (s *scratch) experiencers() {
	other, named := false, false
	cue := 0
	for i := range s.words {
		w := &s.words[i]
		if i == 0 || w.sentence != s.words[i-1].sentence {
			other = named && s.is(i, roleThird) || s.words[i].surface == s.r.known.he || s.words[i].surface == s.r.known.she
			if other {
				cue = i
			}
		}
		switch {
		case s.selfAt(i):
			other = false
		case named && s.is(i, roleThird) && i > 0 && w.clause != s.words[i-1].clause:
			other = true
		case s.kinSubject(i):
			other, named, cue = true, true, i
		case s.kindsAt(i).has(cueFamily):
			s.familyHistory(i)
		}
		if m := s.startsAt(i); m != nil && other {
			m.other = true
			m.why("said of: " + s.relative(cue))
		}
	}
}

// selfAt tells a word by which the person speaks of themselves; "my" counts
// unless a relative follows.
func (s *scratch) selfAt(i int) bool {
	if !s.is(i, roleSelf) {
		return false
	}
	for j := i + 1; j < len(s.words) && j <= i+3 && s.words[j].clause == s.words[i].clause; j++ {
		if s.kindsAt(j).has(cueKin) && !s.words[j].used {
			return false
		}
		if !s.is(i, roleNoun) || s.words[j].flags&(function|drop|everyday) == 0 || s.words[j].flags&(place|state) != 0 {
			break
		}
	}
	return true
}

// kinSubject tells a relative or friend who is the subject; after a preposition
// ("caught it from my son") only with a clause of their own ("who has").
func (s *scratch) kinSubject(i int) bool {
	if s.childsAge(i) {
		return true
	}
	if !s.kindsAt(i).has(cueKin) || s.words[i].used {
		return false
	}
	j := i - 1
	for j >= 0 && i-j <= 3 && s.words[j].sentence == s.words[i].sentence && (s.is(j, roleNoun) || s.words[j].flags&(drop|everyday) != 0) && !s.is(j, rolePrep) {
		j--
	}
	if j >= 0 && s.words[j].sentence == s.words[i].sentence && s.is(j, rolePrep) && s.words[i].before&text.Stop == 0 {
		next := int(s.hits[s.words[i].cue].last) + 1
		return next < len(s.words) && (s.words[next].surface == s.r.known.who || s.words[next].surface == s.r.known.had)
	}
	return true
}

// childsAge tells a child by its age: "my 3 year old".
func (s *scratch) childsAge(i int) bool {
	return s.words[i].number && i > 0 && i+2 < len(s.words) && s.is(i-1, roleNoun) && s.unitAt(i+1) && s.words[i+2].surface == s.r.known.old
}

// familyHistory gives the illnesses of a clause to the family.
func (s *scratch) familyHistory(i int) {
	for o := range s.mentions {
		m := &s.mentions[o]
		if s.words[m.first].clause == s.words[i].clause {
			m.other = true
			m.why("family history")
		}
	}
}

// relative names the person at word i.
func (s *scratch) relative(i int) string {
	if s.words[i].cue < 0 {
		return "somebody else"
	}
	return s.cueText(i)
}
