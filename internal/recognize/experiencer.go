package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/text"
)

// experiencers finds whose each mention is. A relative named as the subject owns
// what follows, until the person speaks of themselves again or the sentence ends;
// "he" or "she" at the start of the next one takes it up. In a report about the
// patient ("a 52-year-old man with …") "he" and "she" are the patient.
func (s *scratch) experiencers() {
	other, named := false, false
	cue, report := 0, s.report()
	for i := range s.words {
		w := &s.words[i]
		if i == 0 || w.sentence != s.words[i-1].sentence {
			other = !report && (named && s.is(i, roleThird) || s.heOrShe(i))
			if other {
				cue = i
			}
		}
		switch {
		case s.selfAt(i) || report && s.heOrShe(i):
			other = false
		case !report && named && s.is(i, roleThird) && i > 0 && w.clause != s.words[i-1].clause:
			other = true
		case !(report && s.is(i, rolePatient)) && s.kinSubject(i):
			other, named, cue = true, true, i
		case s.kindsAt(i).has(cueFamily):
			s.familyHistory(i)
		case !report && s.kinsPlace(i):
			s.atPlaceOf(i)
		}
		if m := s.startsAt(i); m != nil && other {
			m.other = true
			m.why("said of: " + s.relative(cue))
		}
	}
}

// report tells a text that describes the patient from outside ("a woman of 60", "45 year old",
// "he reported …"), in which nobody speaks of themselves.
func (s *scratch) report() bool {
	found, charted, kin := false, false, false
	for i := range s.words {
		if s.is(i, roleSelf) {
			return false
		}
		found = found || s.is(i, rolePatient) || s.ageAt(i)
		charted = charted || s.charts(i)
		kin = kin || s.kindsAt(i).has(cueKin)
	}
	return found || charted && !kin
}

// charting are verbs by which notes tell what a patient says.
var charting = strings.Fields("presents presented reports reported denies denied endorses endorsed describes described complains complained")

// charts tells a "he" or "she" of a note at word i: "she denied fever".
func (s *scratch) charts(i int) bool {
	return s.r.speech.english && s.heOrShe(i) && i+1 < len(s.words) && slices.Contains(charting, s.tokens[i+1].Text)
}

func (s *scratch) heOrShe(i int) bool {
	return s.words[i].surface == s.r.known.he || s.words[i].surface == s.r.known.she
}

// ageAt tells the number of an age: "52 year old".
func (s *scratch) ageAt(i int) bool {
	return s.words[i].number && i+2 < len(s.words) && s.unitAt(i+1) && s.words[i+2].surface == s.r.known.old
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
	if s.childsAge(i) || s.r.speech.english && i > 0 && s.follows(i-1, "our") && s.words[i].owner < 0 && s.proper(i) {
		return true // our Susan
	}
	if !s.kindsAt(i).has(cueKin) || s.words[i].used || s.vocative(i) {
		return false
	}
	j := i - 1
	for j >= 0 && i-j <= 3 && s.words[j].sentence == s.words[i].sentence && (s.is(j, roleNoun) || s.words[j].flags&(drop|everyday) != 0) && !s.is(j, rolePrep) {
		j--
	}
	if j >= 0 && s.words[j].sentence == s.words[i].sentence && s.is(j, rolePrep) && s.words[i].before&text.Stop == 0 {
		if s.dative(j, i) {
			return true
		}
		next := int(s.hits[s.words[i].cue].last) + 1
		return next < len(s.words) && (s.words[next].surface == s.r.known.who || s.words[next].surface == s.r.known.had)
	}
	return true
}

// kinsPlace tells a relative whose place follows: "a rash on my son's back", "my daughters legs".
func (s *scratch) kinsPlace(i int) bool {
	if !s.r.speech.english || !s.kindsAt(i).has(cueKin) || s.tokens[i].Clitic != "s" && !strings.HasSuffix(s.tokens[i].Text, "s") {
		return false
	}
	for j := i + 1; j < len(s.words) && j <= i+3 && s.words[j].before == 0; j++ {
		if s.words[j].flags&place != 0 && !(s.r.deeds.sides.has(s.words[j].surface) && j+1 < len(s.words) && s.words[j+1].flags&place != 0) {
			return true
		}
		if !s.r.deeds.sides.has(s.words[j].surface) && s.words[j].flags&detail == 0 {
			return false
		}
	}
	return false
}

// atPlaceOf gives the mentions of a clause to the relative whose place is named in it.
func (s *scratch) atPlaceOf(i int) {
	for o := range s.mentions {
		m := &s.mentions[o]
		if s.words[m.first].clause == s.words[i].clause && !m.other {
			m.other = true
			m.why("said of: " + s.relative(i))
		}
	}
}

// vocative tells a relative's name by which some languages address anybody: "tío, no veas".
func (s *scratch) vocative(i int) bool {
	return slices.Contains(s.r.speech.vocatives, s.tokens[i].Text) && (i == 0 || s.words[i].before&text.Comma != 0 || !s.is(i-1, roleNoun) && !s.determiner(i-1))
}

// dative tells whether the relative at word i, after the preposition at j, is who has it: "a mi hija le duele".
func (s *scratch) dative(j, i int) bool {
	if !slices.Contains(s.r.speech.datives, s.tokens[j].Text) {
		return false
	}
	for k := i + 1; k < len(s.words) && k <= i+8 && s.words[k].sentence == s.words[i].sentence; k++ {
		if slices.Contains(s.r.speech.pronouns, s.tokens[k].Text) {
			return true
		}
	}
	return false
}

// childsAge tells a child by its age: "my 3 year old".
func (s *scratch) childsAge(i int) bool {
	return i > 0 && s.is(i-1, roleNoun) && s.ageAt(i)
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
