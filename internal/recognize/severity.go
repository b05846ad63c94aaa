package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// standards is the number of standard attributes that words can state.
const standards = 10

// standardCues are the cues of the standard attributes.
var standardCues = [standards]struct {
	id  string
	cue cueKind
}{
	{"severe", cueSevere}, {"sudden", cueSudden}, {"gradual", cueGradual}, {"constant", cueConstant}, {"intermittent", cueIntermittent},
	{"worsening", cueWorsening}, {"recurrent", cueRecurrent}, {"nocturnal", cueNocturnal}, {"mild", cueMild}, {"improving", cueImproving},
}

func (r *Recognizer) indexStandard(c *kb.Concept, id kb.ConceptID) {
	set, ok := r.standard[c.AttributeOf]
	if !ok {
		for n := range set {
			set[n] = kb.None
		}
	}
	for n, s := range standardCues {
		if s.id == c.Standard {
			set[n] = r.ownNight(c, id)
		}
	}
	r.standard[c.AttributeOf] = set
}

// countedList are the complaints that come in single times, of which "all the time" says how many.
const countedList = "frequent_urination polyuria urinary_urgency vomiting retching diarrhea belching flatulence sneezing hiccups nosebleed"

func newCounted(base *kb.Base) map[kb.ConceptID]bool {
	m := map[kb.ConceptID]bool{}
	for id := range strings.FieldsSeq(countedList) {
		if k, ok := base.Concept(id); ok {
			m[k] = true
		}
	}
	return m
}

// ownNight gives the attribute by which a complaint itself tells the night, "shoulder pain
// that wakes you", in place of the standard one.
func (r *Recognizer) ownNight(c *kb.Concept, id kb.ConceptID) kb.ConceptID {
	if c.Standard == "nocturnal" {
		if own, ok := r.base.Concept(r.base.Concepts[c.AttributeOf].ID + "_night"); ok {
			return own
		}
	}
	return id
}

// degree reads the cues of a zone: how bad, how it began, how it goes.
func (s *scratch) degree(m *mention, z zone) {
	set, has := s.r.standard[m.concept]
	for j := z.from; j < z.to; j++ {
		if n, ok := s.scale(j); ok {
			s.grade(m, n)
		}
		k := s.kindsAt(j) & tells
		if s.highest(j) {
			k |= 1 << cueSevere
		}
		if k == 0 || s.deniedAt(j) {
			continue
		}
		s.gradeCue(m, k)
		for n, c := range standardCues {
			if c.cue == cueConstant && s.r.counted[m.concept] {
				continue // "I have to go all the time" counts the times
			}
			if k.has(c.cue) && has && set[n] != kb.None && !(c.cue == cueSevere && m.severity != 3) {
				m.attribute(set[n])
				m.why(c.id + ": " + s.saysAt(j))
			}
		}
	}
}

// saysAt gives the cue at word j, or the word itself.
func (s *scratch) saysAt(j int) string {
	if s.words[j].cue < 0 {
		return s.tokens[j].Text
	}
	return s.cueText(j)
}

// highest tells a word in its highest degree, "hinchadísima".
func (s *scratch) highest(j int) bool {
	return s.words[j].fixed != "" && slices.ContainsFunc(s.r.speech.highest, func(end string) bool { return strings.HasSuffix(s.tokens[j].Text, end) })
}

// deniedAt tells whether a cue is denied: "not sudden".
func (s *scratch) deniedAt(j int) bool {
	return j > 0 && (s.words[j-1].negates || s.words[j-1].surface == s.r.known.non) || j > 1 && s.words[j-2].negates && s.words[j-1].flags&(drop|skip) != 0
}

func (s *scratch) gradeCue(m *mention, k kinds) {
	switch {
	case k.has(cueSevere):
		m.severity = 3
	case k.has(cueModerate):
		m.severity = max(m.severity, 2)
	case k.has(cueMild):
		m.severity = max(m.severity, 1)
	}
}

// scale reads "8/10" and "8 out of 10".
func (s *scratch) scale(j int) (int, bool) {
	n, ok := s.plainNumber(j)
	if !ok {
		n, ok = s.r.numbers.get(s.words[j].surface)
	}
	if !ok || n > 10 {
		return 0, false
	}
	if s.onScale(j) {
		return int(n), true
	}
	if j+1 >= len(s.words) {
		return 0, false
	}
	k := j + 1
	if s.words[k].surface == s.r.known.out && k+2 < len(s.words) && s.words[k+1].surface == s.r.known.of {
		k += 2
	} else if !s.r.speech.english && s.words[k].surface == s.r.known.out && k+1 < len(s.words) {
		k++ // 8 von 10
	} else if s.words[k].before&text.Slash == 0 {
		return 0, false
	}
	if top, ok := s.amount(k); !ok || top != 10 {
		return 0, false
	}
	return int(n), true
}

// onScale tells the number of a sentence about a scale that is not one of its ends: "Skala von 1 bis 10: 8".
func (s *scratch) onScale(j int) bool {
	if !s.words[j].number || !s.inSentence(j, s.r.speech.scale) || s.unitAt(j+1) {
		return false
	}
	to := func(k int) bool { return k >= 0 && k < len(s.words) && s.words[k].surface == s.r.known.to }
	return !to(j-1) && !to(j+1)
}

func (s *scratch) grade(m *mention, n int) {
	switch {
	case n >= 7:
		m.severity = 3
		if set, ok := s.r.standard[m.concept]; ok && set[0] != kb.None {
			m.attribute(set[0])
		}
	case n >= 4:
		m.severity = max(m.severity, 2)
	default:
		m.severity = max(m.severity, 1)
	}
}
