package recognize

import (
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// information tells a question for knowledge ("what is diabetes") from a
// complaint. Whoever states something of their own is here for that, whatever
// they ask besides. What a mere question names is marked hypothetical.
func (s *scratch) information() bool {
	cue := -1
	for i := range s.words {
		if (s.asksFor(i) || s.generalQuestion(i)) && !s.words[i].used {
			cue = i
			break
		}
	}
	if cue < 0 {
		return false
	}
	if len(s.mentions) == 0 && !s.kindsAt(cue).has(cueInfo) {
		return false
	}
	for i := range s.mentions {
		if s.own(&s.mentions[i]) {
			return false
		}
	}
	for i := range s.mentions {
		if m := &s.mentions[i]; !m.hypo {
			m.hypo = true
			m.why("information: " + s.tokens[cue].Text)
		}
	}
	return true
}

// own tells whether a mention is something the person says they have: outside a
// question for knowledge, or named as "my headache" within one.
func (s *scratch) own(m *mention) bool {
	if m.other || m.hypo || m.negated {
		return false
	}
	asked := false
	first := int(m.first)
	for j := first; j >= 0 && j >= first-40 && s.words[j].sentence == s.words[first].sentence; j-- {
		asked = asked || s.asksFor(j) || s.generalQuestion(j)
		if s.is(j, roleSelf) && (s.words[j].cue < 0 || !s.r.cues.cues[s.hits[s.words[j].cue].cue].kinds.has(cueInfo)) {
			return true
		}
	}
	if !asked {
		for j := int(m.last) + 1; j < len(s.words) && j < first+40 && s.words[j].sentence == s.words[first].sentence; j++ {
			asked = asked || s.asksFor(j)
		}
	}
	return !asked && !(m.kind == KindConcept && !s.r.base.Concepts[m.concept].Kind.Finding() && s.r.base.Concepts[m.concept].Kind == kb.Background && m.unsure)
}

// asksFor tells a cue of asking at word j. What people only look up ("symptoms of", "treatment for") asks for knowledge at
// the start of a sentence or in a question; "it helped the symptoms of my depression" does not.
func (s *scratch) asksFor(j int) bool {
	if !s.kindsAt(j).has(cueInfo) {
		return false
	}
	if t := s.cueText(j); !strings.HasSuffix(t, " of") && !strings.HasSuffix(t, " for") || strings.HasPrefix(t, "what") {
		return true
	}
	for k := j - 1; k >= 0 && s.words[k].sentence == s.words[j].sentence; k-- {
		if s.words[k].flags&small == 0 {
			end := s.sentenceEnd(j)
			return end < len(s.words) && s.words[end].before&text.Question != 0 || end == len(s.words) && s.tail&text.Question != 0
		}
	}
	return true
}

// generalQuestion tells a sentence beginning at i that asks about the world:
// "Does paracetamol help with fever?", but not "Is it flu?" or "Can I …?".
func (s *scratch) generalQuestion(i int) bool {
	if i > 0 && s.words[i-1].sentence == s.words[i].sentence || !s.is(i, roleAsk) && s.tokens[i].Text != "which" && s.tokens[i].Text != "when" && s.tokens[i].Text != "what" && s.tokens[i].Text != "how" {
		return false
	}
	j := i + 1
	for ; j < len(s.words) && j < i+30 && s.words[j].sentence == s.words[i].sentence; j++ {
		if s.is(j, roleSelf|rolePoint) {
			return false
		}
	}
	if j < len(s.words) {
		return j > i+2 && s.words[j].before&text.Question != 0
	}
	return j > i+2 && (s.tail&text.Question != 0 || i == 0 && s.is(0, roleAsk))
}
