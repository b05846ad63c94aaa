package recognize

import (
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Some attributes only say that a complaint has lasted longer than so and so: "cough
// for more than eight weeks". Whether they hold is read off the duration, not off
// the words.

// newLeast gives the days from which such an attribute holds, by its parent.
func newLeast(base *kb.Base, r *Recognizer) map[kb.ConceptID][]leastDays {
	out := map[kb.ConceptID][]leastDays{}
	for i := range base.Concepts {
		c := &base.Concepts[i]
		if c.AttributeOf == kb.None || c.Standard != "" {
			continue
		}
		for _, s := range []string{c.Value, c.Lay, c.Name} {
			if days := r.atLeast(s); days > 0 {
				out[c.AttributeOf] = append(out[c.AttributeOf], leastDays{kb.ConceptID(i), days})
				break
			}
		}
	}
	return out
}

type leastDays struct {
	concept kb.ConceptID
	days    float64
}

// atLeast reads "more than eight weeks", "for two years or more", "of three weeks or longer".
func (r *Recognizer) atLeast(s string) float64 {
	more := strings.Contains(s, "more than") || strings.Contains(s, "or more") || strings.Contains(s, "or longer") || strings.Contains(s, "longer than") || strings.Contains(s, "over ")
	if !more || strings.Contains(s, " a month") || strings.Contains(s, " a day") || strings.Contains(s, " hours") {
		return 0
	}
	toks, _ := text.Tokenize(nil, s)
	for i := range toks[:max(len(toks)-1, 0)] {
		n, ok := numberWords[toks[i].Text]
		if !ok && len(toks[i].Text) <= 2 && toks[i].Text[0] >= '1' && toks[i].Text[0] <= '9' {
			n, ok = float64(toks[i].Text[0]-'0'), len(toks[i].Text) == 1
		}
		if unit := unitDays[toks[i+1].Text]; ok && unit >= 7 {
			return n * unit
		}
	}
	return 0
}

// lasting adds and takes away such attributes by the mentions' durations.
func (s *scratch) lasting() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if m.kind != KindConcept || m.days < 0 {
			continue
		}
		for _, l := range s.r.least[m.concept] {
			if m.days >= l.days && m.stated() && !m.vague {
				m.attribute(l.concept)
				m.why("lasts long enough")
			} else if m.days < l.days {
				m.drop(l.concept)
			}
		}
	}
}

// drop takes an attribute away.
func (m *mention) drop(id kb.ConceptID) {
	kept := int8(0)
	for _, have := range m.attributes[:m.nattr] {
		if have != id {
			m.attributes[kept] = have
			kept++
		}
	}
	m.nattr = kept
}
