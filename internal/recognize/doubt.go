package recognize

import (
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// lookBack is how many words before a mention are searched for a cue about it.
const lookBack = 14

// doubt marks what is only thought, feared, avoided or asked about.
func (s *scratch) doubt() {
	for i := range s.mentions {
		m := &s.mentions[i]
		s.cuesBefore(m)
		s.cueAfterwards(m)
		if !m.unsure && s.asked(m) {
			m.unsure = true
			m.why("asked as a question")
		}
	}
	if s.r.speech.english {
		s.conditionals()
	} else {
		s.supposals()
	}
}

// conditionals marks what is only supposed: "if the pain comes back, should I …?",
// "return if fever", "will my arm be sore?". Not "if I press on it, it hurts".
func (s *scratch) conditionals() {
	for i := range s.words {
		switch s.tokens[i].Text {
		case "if":
			if to := s.scopeOfIf(i); to > i {
				s.suppose(i, to)
			}
		case "will":
			if int(s.words[i].begin) == i && s.questioned(i) {
				s.suppose(i, s.sentenceEnd(i))
			}
		}
	}
}

func (s *scratch) suppose(from, to int) {
	for o := s.firstMention(from); o < len(s.mentions) && int(s.mentions[o].first) < to; o++ {
		m := &s.mentions[o]
		m.hypo = true
		m.why("hypothetical: " + s.tokens[from].Text)
	}
}

// sentenceEnd gives the word after the sentence of word i, no further than twice a zone.
func (s *scratch) sentenceEnd(i int) int {
	j := i + 1
	for j < len(s.words) && j < i+2*maxZone && s.words[j].sentence == s.words[i].sentence {
		j++
	}
	return j
}

// questioned tells whether the sentence of word i ends with a question mark.
func (s *scratch) questioned(i int) bool {
	if end := s.sentenceEnd(i); end < len(s.words) {
		return s.words[end].before&text.Question != 0
	}
	return s.tail&text.Question != 0
}

// scopeOfIf gives the end of what an "if" supposes, or i where it supposes nothing.
func (s *scratch) scopeOfIf(i int) int {
	if s.words[i].cue >= 0 && int(s.hits[s.words[i].cue].first) < i || s.follows(i-1, "as") || s.follows(i-1, "even") {
		return i
	}
	end := i + 1
	supposes := i > 0 && s.r.advises.has(s.words[i-1].surface)
	for ; end < len(s.words) && end < i+maxZone && s.words[end].sentence == s.words[i].sentence && s.words[end].before&text.Comma == 0; end++ {
		switch s.tokens[end].Text {
		case "will", "returns", "return", "develops", "develop", "worsens", "comes", "happens", "were", "was":
			supposes = supposes || end <= i+6 && s.tokens[end].Text != "was" || end == i+2 && s.tokens[end].Text == "was"
		}
	}
	for j := end; j < len(s.words) && j < i+2*maxZone && s.words[j].sentence == s.words[i].sentence; j++ {
		switch s.tokens[j].Text {
		case "should", "which", "who", "what", "will", "ill", "can":
			supposes = true
		}
	}
	if supposes {
		return end
	}
	return i
}

// cuesBefore reads the cues of the clause before a mention.
func (s *scratch) cuesBefore(m *mention) {
	first := int(m.first)
	for j := first - 1; j >= 0 && j >= first-lookBack && (s.words[j].clause == s.words[first].clause || s.leadsInto(j, first)); j-- {
		k := s.kindsAt(j)
		if k == 0 || s.words[j].used {
			continue
		}
		switch {
		case k.has(cueHypo):
			m.hypo = true
			m.why("hypothetical: " + s.cueText(j))
		case k.has(cueFear) && (s.withdraws(m) || (m.kind == KindCondition || s.background(m)) && !s.is(int(s.hits[s.words[j].cue].last)+1, roleDeterminer)):
			m.hypo = true
			m.why("feared: " + s.cueText(j))
		case k.has(cueUnsure) && !s.afterthought(j, k):
			m.unsure = true
			m.why("uncertain: " + s.cueText(j))
		}
	}
}

// leadsInto tells a word of a clause that is nothing but a doubt about the next one: "ich glaube, ich habe Fieber".
func (s *scratch) leadsInto(j, first int) bool {
	begin := int(s.words[first].begin)
	if s.r.speech.english || begin == 0 || s.words[j].sentence != s.words[first].sentence || s.words[j].clause != s.words[begin-1].clause {
		return false
	}
	c := s.words[begin-1].cue
	return c >= 0 && s.r.cues.cues[s.hits[c].cue].kinds.has(cueUnsure) && j >= int(s.hits[c].first)
}

// withdraws tells the withdrawal of a medicine, which people dread and read about before they stop it.
func (s *scratch) withdraws(m *mention) bool {
	return m.kind == KindConcept && strings.HasPrefix(s.r.base.Concepts[m.concept].ID, "drug_withdrawal")
}

// background tells an illness that is a fact of somebody's past.
func (s *scratch) background(m *mention) bool {
	return m.kind == KindConcept && s.r.base.Concepts[m.concept].Kind == kb.Background
}

// afterthought tells a doubt about what came before it: "fever possibly, cough".
func (s *scratch) afterthought(j int, k kinds) bool {
	end := int(s.hits[s.words[j].cue].last) + 1
	return k.has(cueAfter) && end < len(s.words) && s.words[end].before&text.Comma != 0 && j > 0 && s.words[j-1].owner >= 0
}

// cueAfterwards reads "…, I think" and "… maybe", where no other mention follows
// that they could belong to.
func (s *scratch) cueAfterwards(m *mention) {
	for j := int(m.last) + 1; j < len(s.words) && j <= int(m.last)+3 && s.words[j].sentence == s.words[m.last].sentence; j++ {
		if s.words[j].owner >= 0 {
			return
		}
		if k := s.kindsAt(j); k.has(cueAfter) && !s.words[j].used {
			end := int(s.hits[s.words[j].cue].last) + 1
			if end >= len(s.words) || s.words[end].before&(text.Comma|text.Stop|text.Dash) != 0 || s.words[end].joins || s.kindsAt(end).has(cueEnd) {
				m.unsure = true
				m.why("uncertain: " + s.cueText(j))
			}
			return
		}
	}
}

// asked tells whether a mention is itself the question: "water infection???",
// "is it a fever?", but not "why does my head hurt?".
func (s *scratch) asked(m *mention) bool {
	last := int(m.last)
	end := last + 1
	for end < len(s.words) && s.words[end].sentence == s.words[last].sentence {
		if s.words[end].owner >= 0 || end-last > 4 {
			return false
		}
		end++
	}
	mark := s.tail
	if end < len(s.words) && s.is(end, roleAnswer) {
		return false // "Cough? Yes."
	}
	if end < len(s.words) {
		mark = s.words[end].before
	}
	if mark&text.Question == 0 || m.kind == KindConcept && m.first > 0 && s.words[m.first-1].sentence == s.words[m.first].sentence && m.n > 1 && m.loose {
		return false
	}
	for j := int(m.first) - 1; j >= 0 && s.words[j].sentence == s.words[last].sentence; j-- {
		if s.is(j, roleQuestion|roleSelf) || s.words[j].owner >= 0 || int(m.first)-j > 4 {
			return false
		}
	}
	return true
}
