package recognize

import "anamnesis/internal/kb"

// Crisis language always reaches the safety check, also when it is about somebody
// else or in the past; only a plain denial ("I am not suicidal") holds it back.

// crisisConcepts are the ids that each kind of danger states where the base has them.
var crisisConcepts = [4][]string{
	{"suicidal_thoughts"},
	{"self_harm"},
	{"overdose_taken", "overdose"},
	{"thoughts_of_harming_others"},
}

var crisisCues = [4]cueKind{cueSuicide, cueSelfHarm, cueOverdose, cueViolence}

func (r *Recognizer) indexCrisis() {
	for n, ids := range crisisConcepts {
		for _, id := range ids {
			for i := range r.base.Concepts {
				if r.base.Concepts[i].ID == id {
					r.crisis[n] = append(r.crisis[n], kb.ConceptID(i))
				}
			}
		}
	}
}

// crisis looks for the cues and adds a mention for those that no phrase covers.
func (s *scratch) crisis() bool {
	found := s.dangerous()
	for i := range s.words {
		k := s.kindsAt(i) & danger
		if k == 0 || s.deniedDanger(i) {
			continue
		}
		found = true
		for n, c := range crisisCues {
			if k.has(c) && len(s.r.crisis[n]) > 0 {
				s.addCrisis(i, s.r.crisis[n][0])
			}
		}
	}
	return found
}

// dangerous tells whether a mention already states one of the concepts.
func (s *scratch) dangerous() bool {
	for i := range s.mentions {
		m := &s.mentions[i]
		for n := range s.r.crisis {
			for _, id := range s.r.crisis[n] {
				if m.kind == KindConcept && m.concept == id && !m.negated {
					return true
				}
			}
		}
	}
	return false
}

// deniedDanger tells whether one of the four words before a cue denies it.
func (s *scratch) deniedDanger(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4 && s.words[j].sentence == s.words[i].sentence; j-- {
		if s.words[j].negates || s.r.known.negators[s.words[j].stem] {
			return true
		}
		if o := s.words[j].owner; o >= 0 && s.mentions[o].negated && !s.mentions[o].self {
			return true // "I don't feel depressed, anxious or suicidal"
		}
		if s.words[j].flags&(small|detail) == 0 && !s.words[j].joins && s.kindsAt(j)&danger == 0 {
			return false
		}
	}
	return false
}

// addCrisis adds a mention of the concept unless the text has one already.
func (s *scratch) addCrisis(i int, id kb.ConceptID) {
	for o := range s.mentions {
		if m := &s.mentions[o]; m.kind == KindConcept && m.concept == id {
			if !m.self && m.negated && !s.deniedDanger(i) {
				m.negated = false
			}
			return
		}
	}
	h := s.hits[s.words[i].cue]
	m := mention{candidate: candidate{first: h.first, last: h.last, phrase: -1}, target: target{KindConcept, int32(id)}, concept: id, days: -1}
	m.why("crisis: " + s.cueText(i))
	at := s.firstMention(i)
	s.mentions = append(s.mentions, mention{})
	copy(s.mentions[at+1:], s.mentions[at:])
	s.mentions[at] = m
}
