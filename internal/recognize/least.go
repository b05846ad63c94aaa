package recognize

import (
	"slices"
	"strconv"
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
	toks := r.dict.tokens(s)
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

// oftenDay are the attributes that a number of times a day states, with the least number.
var oftenDay = map[string]struct {
	attribute string
	times     float64
}{
	"vomiting": {"vomiting_many_times", 4},
	"diarrhea": {"diarrhea_many_times", 6},
}

// newOften resolves them; a base without them loses nothing.
func newOften(base *kb.Base) map[kb.ConceptID]leastTimes {
	out := map[kb.ConceptID]leastTimes{}
	for id, o := range oftenDay {
		of, ok := base.Concept(id)
		attribute, ok2 := base.Concept(o.attribute)
		if ok && ok2 {
			out[of] = leastTimes{attribute, o.times}
		}
	}
	return out
}

type leastTimes struct {
	concept kb.ConceptID
	times   float64
}

// often reads "eight times a day" for the complaints of its clause.
func (s *scratch) often() {
	for i := range s.words {
		n, next, ok := s.timesAt(i)
		if !ok || !s.daily(next) {
			continue
		}
		for o := range s.mentions {
			m := &s.mentions[o]
			if l, has := s.r.often[m.concept]; has && m.kind == KindConcept && n >= l.times && m.stated() && s.words[m.first].clause == s.words[i].clause {
				m.attribute(l.concept)
				m.why("many times a day")
			}
		}
	}
}

// timesAt reads "eight times" and, in one word, "achtmal"; next is the word after.
func (s *scratch) timesAt(i int) (n float64, next int, ok bool) {
	p := s.r.speech
	if n, ok = s.amount(i); ok {
		return n, i + 2, i+1 < len(s.words) && s.words[i+1].before&text.Stop == 0 && slices.Contains(p.times, s.tokens[i+1].Text)
	}
	for _, times := range p.times {
		if number, has := strings.CutSuffix(s.tokens[i].Text, times); has && number != "" {
			if n, ok = p.numbers[number]; !ok {
				parsed, err := strconv.ParseFloat(number, 64)
				n, ok = parsed, err == nil
			}
			return n, i + 1, ok
		}
	}
	return 0, 0, false
}

// daily tells "a day" at word i.
func (s *scratch) daily(i int) bool {
	for _, d := range s.r.speech.daily {
		j := i
		for w := range strings.FieldsSeq(d) {
			if !s.follows(j, w) {
				j = -1
				break
			}
			j++
		}
		if j >= 0 {
			return true
		}
	}
	return false
}
