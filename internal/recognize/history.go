package recognize

import (
	"strings"

	"anamnesis/internal/kb"
)

// An illness with a year, or of years ago, is what somebody has had: "had a stroke in 2019" is no stroke of today.

// histories name the background of each illness that is over but still counts.
const histories = "stroke=stroke_history transient_ischemic_attack=stroke_history myocardial_infarction=coronary_heart_disease deep_vein_thrombosis=previous_clot " +
	"pulmonary_embolism=previous_clot kidney_stone=kidney_stones_known pneumonia=recurrent_pneumonia acute_pancreatitis=pancreatitis_known " +
	"primary_pneumothorax=previous_pneumothorax ectopic_pregnancy=previous_ectopic peptic_ulcer=peptic_ulcer_known"

// attacks are illnesses whose name is a complaint while they last.
var attacks = map[string]string{"heart": "myocardial_infarction", "tia": "transient_ischemic_attack", "mini": "transient_ischemic_attack", "ministroke": "transient_ischemic_attack"}

// earliestYear is the first that is read as a year of somebody's life.
const earliestYear = 1930

func newHistories(base *kb.Base) map[kb.ConditionID]kb.ConceptID {
	out := map[kb.ConditionID]kb.ConceptID{}
	for pair := range strings.FieldsSeq(histories) {
		condition, concept, _ := strings.Cut(pair, "=")
		id, ok := base.Condition(condition)
		of, ok2 := base.Concept(concept)
		if ok && ok2 {
			out[id] = of
		}
	}
	return out
}

// history reads an illness with a past year as its background.
func (s *scratch) history() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if m.other || m.negated || m.hypo {
			continue
		}
		of, ok := s.backgroundOf(m)
		if !ok || !m.past && !s.yearAfter(m) {
			continue
		}
		m.target, m.concept, m.phrase, m.past, m.days = target{KindConcept, int32(of)}, of, -1, false, -1
		m.why("past: a year or a time long ago")
	}
}

// backgroundOf gives the background that a mention is of once it is over.
func (s *scratch) backgroundOf(m *mention) (kb.ConceptID, bool) {
	if m.kind == KindCondition {
		of, ok := s.r.histories[kb.ConditionID(m.id)]
		return of, ok
	}
	name, ok := attacks[s.tokens[m.first].Text]
	if m.kind != KindConcept || !ok || name == "myocardial_infarction" && !s.follows(int(m.first)+1, "attack") || !s.r.base.Concepts[m.concept].Kind.Finding() {
		return kb.None, false
	}
	id, ok := s.r.base.Condition(name)
	of, ok2 := s.r.histories[id]
	return of, ok && ok2
}

// yearAfter finds "in 2019" in the clause of a mention.
func (s *scratch) yearAfter(m *mention) bool {
	for j := int(m.last) + 1; j < len(s.words) && j <= int(m.last)+5 && s.words[j].clause == s.words[m.last].clause; j++ {
		if s.words[j].number && (s.follows(j-1, "in") || j == int(m.last)+1) && s.pastYear(s.tokens[j].Text) {
			return true
		}
	}
	return false
}

// pastYear tells the number of a year before this one.
func (s *scratch) pastYear(t string) bool {
	if len(t) != 4 {
		return false
	}
	year := 0
	for _, c := range []byte(t) {
		if c < '0' || c > '9' {
			return false
		}
		year = year*10 + int(c-'0')
	}
	return year >= earliestYear && (s.today.Year == 0 && year < 2100 || year < s.today.Year)
}
