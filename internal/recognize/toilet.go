package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
)

// "Back and forth to the loo every 20 minutes" tells how often somebody passes urine, unless the bowels are what it is about.

// toiletWords name the place or the act; goWords only where urine is what the text is about.
var (
	toiletWords = strings.Fields("loo toilet bathroom restroom lavatory lav dunny bog pee peeing wee weeing urinate urinating piss pissing water wc washroom")
	goWords     = strings.Fields("go going went goes")
)

// farFromToilet is how many words may stand between the toilet and "every half hour".
const farFromToilet = 7

// nightly adds getting up at night to pass urine where it is said by how often: "up three or four times in the night to pass
// water", "I have to spend a penny five times a night".
func (s *scratch) nightly() {
	id, ok := s.r.base.Concept("nocturia")
	often, _ := s.r.base.Concept("frequent_urination")
	if !ok || s.anyMention(func(m *mention) bool {
		return s.bowels(m) || m.kind == KindConcept && (m.concept == id || s.r.base.Concepts[m.concept].AttributeOf == id)
	}) {
		return
	}
	for i := range s.words {
		if !s.urinates(i) || !s.upAtNight(i) {
			continue
		}
		if o := s.words[i].owner; o < 0 {
			s.mentions = append(s.mentions, s.meant(i, id))
			s.order()
		} else if m := &s.mentions[o]; m.kind == KindConcept && m.concept == often {
			m.nattr, m.nreason = 0, 0
			s.mean(m, id)
		}
		return
	}
}

// urinates tells a word for passing urine.
func (s *scratch) urinates(i int) bool {
	if !s.r.passing.has(s.words[i].surface) {
		return false
	}
	switch t := s.tokens[i].Text; t {
	case "penny":
		return i >= 2 && s.follows(i-1, "a")
	case "water":
		return s.follows(i-1, "pass") || s.follows(i-1, "passing")
	case "toilet", "loo", "bathroom":
		return true
	default:
		return slices.Contains(toiletWords[10:], t) && t != "washroom" && t != "wc"
	}
}

// upAtNight tells a sentence about several times a night, or of getting up at night.
func (s *scratch) upAtNight(i int) bool {
	night, times, up := false, false, false
	for j := max(0, i-12); j < len(s.words) && j <= i+8; j++ {
		if s.words[j].sentence != s.words[i].sentence {
			continue
		}
		switch t := s.tokens[j].Text; t {
		case "night", "nights", "nighttime":
			night = true
		case "times", "twice", "thrice":
			times = true
		case "up", "wake", "woken", "wakes", "rise":
			up = true
		case "once", "no", "not", "without", "all", "last", "baby", "son", "daughter":
			return false
		}
	}
	return night && (times || up)
}

// frequency adds frequent urination where it is said by its interval.
func (s *scratch) frequency() {
	s.nightly()
	id, ok := s.r.base.Concept("frequent_urination")
	if !ok || s.anyMention(func(m *mention) bool { return s.bowels(m) || m.concept == id && m.kind == KindConcept }) {
		return
	}
	urine := s.anyMention(func(m *mention) bool { return m.kind == KindConcept && s.urinary(m.concept) })
	for i := range s.words {
		if !s.shortInterval(i) || s.words[i].owner >= 0 {
			continue
		}
		for j := i - 1; j >= 0 && j >= i-farFromToilet && s.words[j].sentence == s.words[i].sentence; j-- {
			if s.kindsAt(j).has(cueKin) {
				break
			}
			if t := s.tokens[j].Text; slices.Contains(toiletWords, t) && (t != "water" || s.tokens[max(j-1, 0)].Text == "pass" || s.tokens[max(j-1, 0)].Text == "passing") || slices.Contains(goWords, t) && (urine || s.mustGo(j)) {
				s.mentions = append(s.mentions, s.meant(i, id))
				s.order()
				return
			}
		}
	}
}

// mustGo tells "need to go".
func (s *scratch) mustGo(j int) bool {
	return s.follows(j-1, "to") && j >= 2 && slices.Contains([]string{"need", "needing", "have", "having", "got"}, s.tokens[j-2].Text)
}

// shortInterval tells "every" and less than three hours: "every ten minutes", "every half hour", "every hour".
func (s *scratch) shortInterval(i int) bool {
	if !s.follows(i, "every") && !s.follows(i, "each") {
		return false
	}
	for j := i + 1; j < len(s.words) && j <= i+4; j++ {
		if s.unitAt(j) {
			return s.r.units.of(s.words[j].surface) <= 1./24
		}
		if n := s.words[j].number || s.r.numbers.of(s.words[j].surface) > 0; !n && !slices.Contains([]string{"half", "a", "an", "few", "couple", "of", "or", "other", "so"}, s.tokens[j].Text) {
			return false
		}
	}
	return false
}

// bowels tells a mention that the toilet may be for instead.
func (s *scratch) bowels(m *mention) bool {
	if m.kind != KindConcept || m.negated {
		return false
	}
	switch s.r.base.Concepts[m.concept].ID {
	case "diarrhea", "vomiting", "bowel_urgency", "constipation", "tenesmus", "bloody_diarrhea", "rectal_bleeding":
		return true
	}
	return false
}

// urinary tells a finding of passing urine.
func (s *scratch) urinary(id kb.ConceptID) bool {
	switch s.r.base.Concepts[id].ID {
	case "painful_urination", "urinary_urgency", "nocturia", "blood_in_urine", "suprapubic_pain", "recurrent_uti_known", "smelly_urine", "cloudy_urine", "increased_thirst", "frequent_small_amounts", "reduced_urine", "polyuria":
		return true
	}
	return false
}
