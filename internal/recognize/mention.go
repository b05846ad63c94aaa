package recognize

import (
	"strings"

	"anamnesis/internal/kb"
)

const (
	maxAttributes = 8
	maxReasons    = 10
)

// mention is one Mention while it is being worked out.
type mention struct {
	candidate
	target
	concept    kb.ConceptID
	attributes [maxAttributes]kb.ConceptID
	nattr      int8
	negated    bool
	unsure     bool
	other      bool
	past       bool
	over       bool // past because it is said to have gone
	hypo       bool
	bare       bool // tells more of a complaint without naming it: "relieved by food"
	self       bool // its own words hold a negation: "no appetite"
	unmeant    bool // its sentence speaks of something else
	vague      bool // its duration comes from a word like "today"
	severity   uint8
	fixed      int32 // word corrected to match, plus one
	days       float64
	reasons    [maxReasons]string
	nreason    int8
}

func (m *mention) why(reason string) {
	if int(m.nreason) < maxReasons {
		m.reasons[m.nreason] = reason
		m.nreason++
	}
}

func (m *mention) attribute(id kb.ConceptID) {
	for _, have := range m.attributes[:m.nattr] {
		if have == id {
			return
		}
	}
	if int(m.nattr) < maxAttributes {
		m.attributes[m.nattr] = id
		m.nattr++
	}
}

func (m *mention) stated() bool { return !m.negated && !m.other && !m.past && !m.hypo }

// assert settles whether each mention is so, and whose it is.
func (s *scratch) assert() {
	for i := range s.mentions {
		s.mentions[i].self = s.denies(&s.mentions[i])
	}
	s.negateAfter()
	s.negate()
	s.hardlyNormal()
	s.overLater()
	s.doubt()
	s.experiencers()
	s.pasts()
	if s.r.speech.english {
		s.contacts()
	}
	for i := range s.mentions {
		s.family(&s.mentions[i])
	}
}

// denies tells whether a mention's own words hold a negation.
func (s *scratch) denies(m *mention) bool {
	for _, j := range m.at[:m.n] {
		if s.words[j].negates || s.r.known.negators.has(s.words[j].stem) {
			return true
		}
	}
	return false
}

// family undoes what does not apply to a concept that is itself about relatives
// or about the past: "my mum had breast cancer" is the person's own risk.
func (s *scratch) family(m *mention) {
	if m.kind != KindConcept {
		return
	}
	c := &s.r.base.Concepts[m.concept]
	if strings.HasSuffix(c.ID, "_contact") {
		m.other = false // met by the person, whoever has it
	}
	switch c.Kind {
	case kb.Family:
		m.other, m.past = false, false
	case kb.Background, kb.Exposure:
		if m.n > 1 && !m.loose {
			m.past = false
		}
	}
}
