package recognize

import "slices"

// What brings a complaint on need not be one: a lump that pops out "when I cough" is no cough, and a mouth "so dry I can
// hardly talk" is no trouble with speech.

// untrigger drops the mentions of what only brings another complaint on, or shows how bad it is.
func (s *scratch) untrigger() {
	n := len(s.mentions)
	s.mentions = slices.DeleteFunc(s.mentions, func(m mention) bool {
		if s.verbBurn(&m) {
			return true
		}
		return m.kind == KindConcept && s.r.base.Concepts[m.concept].Kind.Finding() && (s.broughtOn(&m) || s.soBad(&m)) && !s.dangerConcept(&m)
	})
	if len(s.mentions) < n {
		s.order()
		s.reown()
	}
}

// broughtOn tells a lone "cough" or "sneeze" after "when I" and the like, with another finding before it in the sentence.
func (s *scratch) broughtOn(m *mention) bool {
	i := int(m.first)
	if m.n != 1 || i < 2 || !slices.Contains([]string{"cough", "sneeze", "burp", "yawn", "swallow", "coughing", "sneezing"}, s.tokens[i].Text) {
		return false
	}
	if !s.follows(i-1, "i") || !slices.Contains([]string{"when", "whenever", "if", "time", "everytime", "wen"}, s.tokens[i-2].Text) {
		return false
	}
	return s.findingBefore(i)
}

// findingBefore tells whether the sentence of word i has a finding before it.
func (s *scratch) findingBefore(i int) bool {
	return s.anyMention(func(m *mention) bool {
		return int(m.last) < i && m.kind == KindConcept && s.words[m.last].sentence == s.words[i].sentence && s.r.base.Concepts[m.concept].Kind.Finding()
	})
}

// soBad tells what somebody can hardly say because the mouth or throat is so bad: "so dry I can hardly talk".
func (s *scratch) soBad(m *mention) bool {
	if s.r.base.Concepts[m.concept].ID != "speech_trouble" {
		return false
	}
	i := int(m.first)
	so := false
	for j := i - 1; j >= 0 && j >= i-8 && s.words[j].sentence == s.words[i].sentence && !so; j-- {
		so = s.tokens[j].Text == "so"
	}
	return so && s.anyMention(func(o *mention) bool {
		return o.last < m.first && o.kind == KindConcept && slices.Contains([]string{"dry_mouth", "sore_throat", "mouth_ulcer", "hoarseness", "jaw_pain", "tongue_sore", "lip_tongue_swelling"}, s.r.base.Concepts[o.concept].ID)
	})
}

// verbBurn tells "it burns", which is no burn.
func (s *scratch) verbBurn(m *mention) bool {
	i := int(m.first)
	return m.n == 1 && m.kind != KindConcept && s.words[i].features[0] == s.r.burn && s.is(i-1, rolePoint)
}
