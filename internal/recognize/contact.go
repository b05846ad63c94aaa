package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
)

// catching are the complaints and illnesses that somebody near may have passed on.
const catching = "diarrhea vomiting nausea fever cough runny_nose sore_throat blisters rash itching lice_nits positive_covid_test positive_flu_test " +
	"common_cold covid19 influenza strep_tonsillitis scarlet_fever whooping_cough bacterial_gastroenteritis viral_gastroenteritis herpangina_hand_foot_mouth " +
	"pinworm_infection bacterial_conjunctivitis viral_conjunctivitis head_lice impetigo chickenpox measles rubella mumps mumps_orchitis infectious_mononucleosis"

// contact is the exposure to somebody who is ill, with what can be caught.
type contact struct {
	exposure   kb.ConceptID
	concepts   map[kb.ConceptID]bool
	conditions map[kb.ConditionID]bool
}

func newContact(base *kb.Base) contact {
	c := contact{exposure: kb.None, concepts: map[kb.ConceptID]bool{}, conditions: map[kb.ConditionID]bool{}}
	if id, ok := base.Concept("sick_contact"); ok {
		c.exposure = id
	}
	for name := range strings.FieldsSeq(catching) {
		if id, ok := base.Concept(name); ok {
			c.concepts[id] = true
		}
		if id, ok := base.Condition(name); ok {
			c.conditions[id] = true
		}
	}
	return c
}

// contacts adds the exposure where somebody near has or had what the person may have caught:
// "my son had chickenpox and now I've got blisters", "the kids had diarrhoea and now I've got it too".
func (s *scratch) contacts() {
	x := &s.r.contact
	if x.exposure == kb.None || s.anyMention(func(m *mention) bool { return m.concept == x.exposure && m.kind == KindConcept }) {
		return
	}
	for i := range s.mentions {
		m := &s.mentions[i]
		if !m.other || m.negated || m.hypo || !x.catches(m) {
			continue
		}
		if at := s.itToo(int(m.last) + 1); at >= 0 {
			own := *m
			own.other, own.days, own.past = false, -1, false
			own.candidate = candidate{phrase: m.phrase, first: int32(at), last: int32(at), key: int32(at), n: 1, at: [maxAt]int32{int32(at)}}
			own.why("said of oneself too")
			s.mentions = append(s.mentions, own)
		} else if !s.complainsToo(m) {
			continue
		}
		if at := s.kinBefore(int(m.first)); at >= 0 {
			s.mentions = append(s.mentions, s.meant(at, x.exposure))
		}
		s.order()
		return
	}
}

func (x *contact) catches(m *mention) bool {
	switch m.kind {
	case KindConcept:
		return x.concepts[m.concept]
	case KindCondition:
		return x.conditions[kb.ConditionID(m.id)]
	}
	return false
}

// complainsToo tells whether the person has a complaint that can be caught beside another's.
func (s *scratch) complainsToo(of *mention) bool {
	return s.anyMention(func(m *mention) bool {
		return m != of && m.kind == KindConcept && m.stated() && s.r.contact.concepts[m.concept]
	})
}

// kinBefore gives the word for the relative or friend that word i is said of.
func (s *scratch) kinBefore(i int) int {
	for j := i - 1; j >= 0 && j >= i-8 && s.words[j].sentence == s.words[i].sentence; j-- {
		if s.kindsAt(j).has(cueKin) && s.words[j].owner < 0 {
			return j
		}
	}
	return -1
}

// itToo finds "now I've got it too" from word i on, and gives its "it".
func (s *scratch) itToo(i int) int {
	self := false
	for j := i; j < len(s.words) && j < i+lookBack && s.words[j].sentence <= s.words[max(i-1, 0)].sentence+1; j++ {
		self = self || s.isSelf(j)
		if self && s.words[j].owner < 0 && (s.tokens[j].Text == "it" || s.tokens[j].Text == "same") && s.also(j+1) {
			return j
		}
	}
	return -1
}

// also tells that word j says "as well", or ends the sentence.
func (s *scratch) also(j int) bool {
	if j >= len(s.words) || s.words[j].sentence != s.words[j-1].sentence {
		return s.tokens[j-1].Text == "same"
	}
	return slices.Contains([]string{"too", "aswell", "also"}, s.tokens[j].Text) || s.follows(j, "as") && s.follows(j+1, "well")
}
