package recognize

import (
	"slices"
	"strconv"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Readings such as "temp of 38.6", "bp 185/115", "pulse 38" or "sats 88" are infinite in number, so
// they are read by rule. The concepts are found by id; a base without them loses nothing.

// readings holds the concepts that measured values state, kb.None where absent.
type readings struct {
	fever, hot, high, low    kb.ConceptID // temperature
	raised, veryRaised, weak kb.ConceptID // blood pressure
	slow, fast, veryFast     kb.ConceptID // pulse
	starved                  kb.ConceptID // oxygen
	altitude                 kb.ConceptID
	heat, pressure           symbolSet
	beat, oxygen             symbolSet
	between                  symbolSet
}

// readingWords may stand between what is measured and its value.
var readingWords = []string{"of", "is", "was", "at", "over", "about", "around", "reads", "reading", "says", "to", "up", "above", "hit", "got", "currently", "now", "running", "reached", "only", "just", "down", "level"}

func newReadings(base *kb.Base, d *dictionary) readings {
	id := func(name string) kb.ConceptID {
		return kb.ConceptID(slices.IndexFunc(base.Concepts, func(c kb.Concept) bool { return c.ID == name }))
	}
	stems := func(words ...string) (s symbolSet) {
		for _, w := range words {
			s.add(d.learn(w).stem)
		}
		return s
	}
	return readings{
		fever: id("fever"), hot: id("temperature_38"), high: id("high_fever"), low: id("low_temperature_reading"),
		raised: id("high_blood_pressure_reading"), veryRaised: id("very_high_blood_pressure_reading"), weak: id("low_blood_pressure"),
		slow: id("slow_pulse"), fast: id("fast_pulse"), veryFast: id("very_fast_pulse"), starved: id("low_oxygen_reading"), altitude: id("high_altitude"),
		beat: stems(d.speech.beat...), oxygen: stems(d.speech.oxygen...),
		heat: stems(d.speech.heat...), pressure: stems(d.speech.pressure...), between: stems(d.speech.between...),
	}
}

// measures adds candidates for the readings in the text.
func (s *scratch) measures() {
	for i := range s.words {
		switch st := s.words[i].stem; {
		case s.r.readings.heat.has(st):
			if !s.r.speech.english && s.heatBefore(i) {
				continue
			}
			s.reading(i, s.temperature)
		case s.r.readings.pressure.has(st):
			s.reading(i, s.bloodPressure)
		case s.r.readings.beat.has(st), s.follows(i, "rate") && s.follows(i-1, "heart"):
			s.reading(i, s.pulse)
		case s.r.readings.oxygen.has(st):
			s.reading(i, s.saturation)
		case s.words[i].number:
			s.height(i)
		}
	}
}

// height reads "at 3500 metres", "4000m", "up at 12000 feet" as high altitude, unless it was run or swum.
func (s *scratch) height(i int) {
	t, last := s.tokens[i].Text, i
	digits := strings.TrimRight(t, "abcdefghijklmnopqrstuvwxyz")
	unit := t[len(digits):]
	if unit == "" && i+1 < len(s.words) && s.words[i+1].before&^text.Hyphen == 0 {
		unit, last = s.tokens[i+1].Text, i+1
	}
	n, err := strconv.ParseFloat(digits, 64)
	high := false
	switch unit {
	case "m", "metres", "meters", "metre", "meter", "metros":
		high = n >= 2500 && n <= 9000
	case "ft", "feet", "foot":
		high = n >= 8000 && n <= 30000
	}
	id := s.r.readings.altitude
	if err != nil || !high || id < 0 || s.distance(i) {
		return
	}
	m := mention{candidate: candidate{phrase: -1}, target: target{KindConcept, int32(id)}, concept: id, days: -1}
	m.first, m.last = int32(i), int32(last)
	for k := i; k <= last; k++ {
		m.add(int32(k))
	}
	m.why("reading: " + s.input[s.tokens[i].From:s.tokens[last].To])
	s.measured = append(s.measured, m)
}

// distance tells metres covered: "ran 3000 metres".
func (s *scratch) distance(i int) bool {
	for j := max(0, i-4); j < min(len(s.words), i+4); j++ {
		switch s.tokens[j].Text {
		case "ran", "run", "running", "race", "swim", "swam", "row", "rowed", "cycled", "sprint", "square":
			return true
		}
	}
	return false
}

// reading looks for a number right after word i and asks what it states.
func (s *scratch) reading(i int, concept func(j int) (kb.ConceptID, int)) {
	for j := i + 1; j < len(s.words) && j <= i+5 && s.words[j].before&text.Stop == 0; j++ {
		if s.words[j].number {
			if id, last := concept(j); id >= 0 {
				m := mention{candidate: candidate{phrase: -1}, target: target{KindConcept, int32(id)}, concept: id, days: -1}
				m.first, m.last = int32(i), int32(last)
				m.add(int32(i))
				for k := j; k <= last; k++ {
					m.add(int32(k))
				}
				m.why("reading: " + s.input[s.tokens[i].From:s.tokens[last].To])
				s.measured = append(s.measured, m)
			}
			return
		}
		if !s.r.readings.between.has(s.words[j].stem) && s.words[j].flags&(drop|skip) == 0 {
			return
		}
	}
}

// temperature reads degrees of either scale; a plain duration ("fever 3 days") is none.
func (s *scratch) temperature(j int) (kb.ConceptID, int) {
	n, ok := s.plainNumber(j)
	switch r := &s.r.readings; {
	case !ok || s.unitAt(j+1) && len(s.tokens[j+1].Text) > 1 && !s.countsOn(j, j+1):
	case n >= 34 && n < 36 || n >= 93 && n < 96.8:
		return r.low, j
	case n >= 38 && n <= 43 || n >= 100.4 && n <= 109:
		return first(r.hot, r.fever), j
	case n >= 37.5 && n < 38 || n >= 99.5 && n < 100.4:
		return r.fever, j
	}
	return kb.None, j
}

// heatBefore reads "39 de fiebre", "38,5 Grad Fieber".
func (s *scratch) heatBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-3 && s.words[j+1].before&text.Stop == 0; j-- {
		if s.words[j].number {
			id, _ := s.temperature(j)
			if id < 0 || s.unitAt(j+1) {
				return false
			}
			m := mention{candidate: candidate{phrase: -1, first: int32(j), last: int32(i)}, target: target{KindConcept, int32(id)}, concept: id, days: -1}
			m.add(int32(j))
			m.add(int32(i))
			m.why("reading: " + s.input[s.tokens[j].From:s.tokens[i].To])
			s.measured = append(s.measured, m)
			return true
		}
	}
	return false
}

// bloodPressure reads "185/115" and "185 over 115".
func (s *scratch) bloodPressure(j int) (kb.ConceptID, int) {
	k := j + 1
	if s.follows(k, "over") {
		k++
	}
	if k >= len(s.words) || k == j+1 && s.words[k].before&text.Slash == 0 {
		return kb.None, j
	}
	upper, ok := s.plainNumber(j)
	lower, ok2 := s.plainNumber(k)
	switch r := &s.r.readings; {
	case !ok || !ok2 || upper < 50 || upper > 300 || lower < 20 || lower > upper:
	case upper >= 180 || lower >= 120:
		return first(r.veryRaised, r.raised), k
	case upper >= 140 || lower >= 90:
		return r.raised, k
	case upper < 90:
		return r.weak, k
	}
	return kb.None, j
}

// pulse reads beats a minute; the limits are those of the concepts' questions.
func (s *scratch) pulse(j int) (kb.ConceptID, int) {
	n, ok := s.plainNumber(j)
	switch r := &s.r.readings; {
	case !ok || s.unitAt(j+1):
	case n >= 20 && n < 50:
		return r.slow, j
	case n > 130 && n <= 300:
		return first(r.veryFast, r.fast), j
	case n > 100 && n <= 130:
		return r.fast, j
	}
	return kb.None, j
}

// saturation reads percent of oxygen.
func (s *scratch) saturation(j int) (kb.ConceptID, int) {
	n, ok := s.plainNumber(j)
	if ok && !s.unitAt(j+1) && n >= 50 && n <= 92 {
		return s.r.readings.starved, j
	}
	return kb.None, j
}

// first gives the first id that the base has.
func first(ids ...kb.ConceptID) kb.ConceptID {
	for _, id := range ids {
		if id >= 0 {
			return id
		}
	}
	return kb.None
}
