package recognize

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"anamnesis/internal/text"
)

// timeSpan is one statement of since when, over words[from..to), in days.
type timeSpan struct {
	from, to int
	days     float64
	ago      bool // "… ago": may tell of something over
	vague    bool // "today", "last night" said by the way
}

var unitDays = map[string]float64{
	"minute": 1.0 / 1440, "minutes": 1.0 / 1440, "min": 1.0 / 1440, "mins": 1.0 / 1440, "second": 1.0 / 86400, "seconds": 1.0 / 86400, "secs": 1.0 / 86400,
	"hour": 1.0 / 24, "hours": 1.0 / 24, "hr": 1.0 / 24, "hrs": 1.0 / 24, "h": 1.0 / 24,
	"day": 1, "days": 1, "d": 1, "night": 1, "nights": 1, "evening": 1, "evenings": 1, "morning": 1, "mornings": 1,
	"week": 7, "weeks": 7, "wk": 7, "wks": 7, "w": 7, "weekend": 3, "weekends": 7, "fortnight": 14, "fortnights": 14,
	"month": 30, "months": 30, "mth": 30, "mths": 30, "mo": 30, "mos": 30, "mnths": 30,
	"year": 365, "years": 365, "yr": 365, "yrs": 365, "y": 365, "decade": 3650, "decades": 3650,
	"summers": 365, "winters": 365, "springs": 365, "autumns": 365, "christmases": 365,
}

// severalOf is how long a bare plural means: "for days", "for months".
var severalOf = map[string]float64{"minutes": 10.0 / 1440, "hours": 4.0 / 24, "days": 4, "nights": 4, "weeks": 21, "months": 90, "years": 730, "decades": 7300, "ages": 365, "yonks": 365}

var numberWords = map[string]float64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
	"few": 3, "couple": 2, "several": 5, "dozen": 12, "many": 10, "some": 3, "a": 1, "an": 1, "single": 1, "another": 1,
}

// spanOpeners are the words, beside numbers, ordinals, days, months, plurals and those of fixed spans, that a span of time begins with.
var spanOpeners = strings.Fields("last past since from as on the about this early late start beginning middle mid end over at around in back towards during half wed")

// beginsSpan tells whether a span of time may begin with a word, in English.
func (r *Recognizer) beginsSpan(w string) bool {
	surface := r.dict.look(w).surface
	return r.traitsOf(w)&(traitDay|traitMonth|traitOrdinal|traitSeveral) != 0 || slices.Contains(spanOpeners, w) || w[0] >= '0' && w[0] <= '9' || w[0] == 'x' ||
		r.opens.has(surface) || r.numbers.set.has(surface) || surface == r.known.day
}

// durations finds the time spans and gives them to the mentions.
func (s *scratch) durations() {
	for i := 0; i < len(s.words); i++ {
		if t, ok := s.spanAt(i); ok {
			s.spans = append(s.spans, t)
			i = t.to - 1
		}
	}
	s.dropLengths()
	for _, vague := range [...]bool{false, true} {
		for n := range s.spans {
			if s.spans[n].vague == vague {
				s.attach(n)
			}
		}
	}
}

// dropLengths leaves out how long an attack was where the day of it follows: "bled for half an hour yesterday".
func (s *scratch) dropLengths() {
	kept := s.spans[:0]
	for n := range s.spans {
		t := &s.spans[n]
		if n+1 < len(s.spans) && t.days < 1 && !t.ago && s.follows(t.from-1, "for") {
			if next := &s.spans[n+1]; next.from == t.to && next.days > t.days && s.words[t.to].before == 0 {
				continue
			}
		}
		kept = append(kept, *t)
	}
	s.spans = kept
}

// spanAt reads a time span that begins at word i.
func (s *scratch) spanAt(i int) (timeSpan, bool) {
	if o := s.words[i].owner; o >= 0 && s.mentions[o].phrase < 0 {
		return timeSpan{}, false // a reading, or weeks of pregnancy
	}
	if !s.r.speech.english {
		return s.sinceAt(i)
	}
	if !s.may(i, traitSpan) {
		return timeSpan{}, false
	}
	if t, ok := s.lastUnitAt(i); ok {
		return t, true
	}
	if t, ok := s.calendarAt(i); ok {
		return t, true
	}
	if t, ok := s.momentAt(i); ok {
		return t, true
	}
	if s.tokens[i].Text == "half" {
		if t, ok := s.halfAt(i); ok {
			return t, true
		}
	}
	if t, ok := s.shorthandAt(i); ok {
		return t, true
	}
	n, next, ok := s.numberAt(i)
	if !ok {
		return s.pluralAt(i)
	}
	for next < len(s.words) && (s.words[next].surface == s.r.known.of || s.tokens[next].Text == "more" || s.tokens[next].Text == "good" || s.tokens[next].Text == "full" || s.tokens[next].Text == "whole" || s.tokens[next].Text == "or" || s.tokens[next].Text == "so") && next < i+5 {
		next++
	}
	if next >= len(s.words) || s.words[next].before&(text.Stop|text.Comma) != 0 {
		return timeSpan{}, false
	}
	unit, ok := s.r.units.get(s.words[next].surface)
	if !ok || len(s.tokens[next].Text) == 1 && !s.words[i].number || s.countsOn(i, next) {
		return timeSpan{}, false
	}
	if unit == 1 && n != math.Trunc(n) && next+1 < len(s.words) && s.words[next+1].number { // "fever 39.4 day 3"
		return timeSpan{}, false
	}
	t := timeSpan{from: i, to: next + 1, days: n * unit}
	if t.days >= 360 && t.days < 365 {
		t.days = 365 // twelve months, fifty-two weeks
	}
	t.days += s.andHalf(&t, unit)
	s.orMore(&t, unit)
	if unit >= 7 && s.follows(i-1, "of") && s.follows(i-2, "part") {
		t.days *= .9 // the better part of a year
	}
	return t, s.plausibleSpan(&t)
}

// lastUnitAt reads "the last hour and a half", "the past year and a bit".
func (s *scratch) lastUnitAt(i int) (timeSpan, bool) {
	if !s.follows(i, "last") && !s.follows(i, "past") || !s.unitAt(i+1) || !s.follows(i+2, "and") || !s.follows(i+3, "a") {
		return timeSpan{}, false
	}
	unit := s.r.units.of(s.words[i+1].surface)
	t := timeSpan{from: i, to: i + 2, days: unit}
	t.days += s.andHalf(&t, unit)
	s.orMore(&t, unit)
	return t, t.to > i+2
}

// countsOn says whether the unit at j belongs to the number after it and not to the one at i: "39.4 day 3".
func (s *scratch) countsOn(i, j int) bool {
	return s.words[i].number && s.tokens[i].Text != "1" && s.follows(j, "day") && j+1 < len(s.words) && s.words[j+1].number && s.words[j+1].before&text.Stop == 0
}

// orMore reads "a day or two", "a week and a bit".
func (s *scratch) orMore(t *timeSpan, unit float64) {
	switch j := t.to; {
	case s.follows(j, "or"):
		if j+1 < len(s.words) && !s.unitAt(j+2) {
			if n, ok := s.amount(j + 1); ok && n < 10 {
				t.days, t.to = (t.days+n*unit)/2, j+2
			}
		}
	case s.follows(j, "and") && s.follows(j+1, "a") && s.follows(j+2, "bit"):
		t.to = j + 3
	}
}

// shorthandAt reads "2/52" (weeks), "3/7" (days), "6/12" (months) as doctors write
// them, and ordinals: "the fifth day of fever".
func (s *scratch) shorthandAt(i int) (timeSpan, bool) {
	if i+1 >= len(s.words) {
		return timeSpan{}, false
	}
	if n := s.ordinalAt(i); n > 0 && s.unitAt(i+1) {
		unit := s.r.units.of(s.words[i+1].surface)
		return timeSpan{from: i, to: i + 2, days: n * unit}, unit >= 1 && (s.follows(i+2, "of") || s.follows(i+2, "with") || s.follows(i+2, "now") || s.follows(i-1, "its") && s.follows(i-2, "in"))
	}
	n, ok := s.plainNumber(i)
	if !ok || s.words[i+1].before != text.Slash {
		return timeSpan{}, false
	}
	unit := map[string]float64{"52": 7, "7": 1, "12": 30}[s.tokens[i+1].Text]
	if unit == 30 && n == 12 {
		unit = 365.0 / 12
	}
	return timeSpan{from: i, to: i + 2, days: n * unit}, unit > 0 && n >= 1 && !s.follows(i-1, "on")
}

var ordinals = map[string]float64{"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}

// ordinalAt gives the number that word i is the ordinal of, 0 for none.
func (s *scratch) ordinalAt(i int) float64 {
	if !s.may(i, traitOrdinal) {
		return 0
	}
	return ordinals[s.tokens[i].Text]
}

// andHalf reads "… and a half" after a unit.
func (s *scratch) andHalf(t *timeSpan, unit float64) float64 {
	j := t.to
	if j+2 < len(s.words) && s.words[j].joins && s.words[j+1].surface == s.r.known.a && s.words[j+2].surface == s.r.known.half {
		t.to = j + 3
		return unit / 2
	}
	return 0
}

// halfAt reads "half an hour", "half a day".
func (s *scratch) halfAt(i int) (timeSpan, bool) {
	j := i + 1
	if j < len(s.words) && (s.words[j].surface == s.r.known.a || s.words[j].surface == s.r.known.an) {
		j++
	}
	if j >= len(s.words) {
		return timeSpan{}, false
	}
	unit, ok := s.r.units.get(s.words[j].surface)
	t := timeSpan{from: i, to: j + 1, days: unit / 2}
	return t, ok && s.plausibleSpan(&t)
}

// pluralAt reads "for days", "for ages", which need the preposition.
func (s *scratch) pluralAt(i int) (timeSpan, bool) {
	if i == 0 || !s.may(i, traitSeveral) {
		return timeSpan{}, false
	}
	days, ok := severalOf[s.tokens[i].Text]
	if !ok {
		return timeSpan{}, false
	}
	t := timeSpan{from: i, to: i + 1, days: days}
	switch before := s.tokens[i-1].Text; {
	case s.follows(t.to, "ago"):
		t.ago, t.to = true, t.to+1
	case before == "for" || before == "in" || before == "over" || before == "since":
	case before == "last" || before == "past" || before == "of":
	default:
		return timeSpan{}, false
	}
	return t, !s.follows(t.to, "at")
}

// numberAt reads "3", "x2", "2-3", "two or three", "a couple".
func (s *scratch) numberAt(i int) (n float64, next int, ok bool) {
	if n, ok = s.amount(i); !ok {
		return 0, 0, false
	}
	next = i + 1
	if next < len(s.words) {
		if t := s.tokens[next].Text; t == "couple" || t == "few" || t == "dozen" || t == "half" && s.words[i].number {
			m := numberWords[t]
			if t == "half" {
				m = n + .5
			}
			return m, next + 1, true
		}
	}
	if next+1 < len(s.words) && (s.words[next].surface == s.r.known.or || s.words[next].surface == s.r.known.to) {
		if m, ok := s.amount(next + 1); ok && m > n {
			return (n + m) / 2, next + 2, true
		}
	}
	if next < len(s.words) && s.words[next].before&(text.Hyphen|text.Dash|text.Slash) != 0 {
		if m, ok := s.amount(next); ok && m > n {
			return (n + m) / 2, next + 1, true
		}
	}
	if next+1 < len(s.words) && s.tokens[next].Text == "1" && s.tokens[next+1].Text == "2" && s.words[next+1].before&text.Slash != 0 && s.words[next].before == 0 {
		return n + .5, next + 2, true // 2 1/2
	}
	if next+1 < len(s.words) && s.words[next].joins && s.follows(next+1, "a") && s.follows(next+2, "half") {
		return n + .5, next + 3, true
	}
	return n, next, true
}

// amount reads one number.
func (s *scratch) amount(i int) (float64, bool) {
	if n, ok := s.plainNumber(i); ok {
		return n, true
	}
	if n, ok := s.r.numbers.get(s.words[i].surface); ok {
		return n, true
	}
	if t := s.tokens[i].Text; len(t) > 1 && len(t) < 4 && t[0] == 'x' {
		n, err := strconv.ParseFloat(t[1:], 64)
		return n, err == nil
	}
	return 0, false
}

func (s *scratch) plainNumber(i int) (float64, bool) {
	if !s.words[i].number || len(s.tokens[i].Text) > 6 {
		return 0, false
	}
	n, err := strconv.ParseFloat(s.tokens[i].Text, 64)
	return n, err == nil && n >= 0 && n < 10000
}

func (s *scratch) follows(i int, w string) bool {
	return i >= 0 && i < len(s.words) && s.tokens[i].Text == w && s.words[i].before&text.Stop == 0
}

// Words around a number and unit that make it something else than since when:
// an age, a frequency, how long one attack lasts, weeks of pregnancy.
var (
	notBefore = map[string]bool{"every": true, "lasts": true, "lasting": true, "lasted": true, "last for": true, "within": true, "after": true, "another": true, "each": true, "next": true,
		"per": true, "took": true, "takes": true, "once": true, "twice": true, "times": true, "aged": true, "age": true, "only": true}
	notAfter = map[string]bool{"old": true, "pregnant": true, "later": true, "per": true, "apart": true, "after": true, "before": true, "postpartum": true, "along": true,
		"gestation": true, "each": true, "every": true, "olds": true, "off": true, "away": true, "notice": true, "walk": true, "drive": true, "flight": true, "shift": true, "shifts": true}
	// timely words let a span with a bare article count: "for a week", "a week ago".
	timely = map[string]bool{"for": true, "over": true, "past": true, "last": true, "about": true, "almost": true, "nearly": true, "around": true, "approximately": true, "roughly": true, "since": true,
		"within": true, "than": true, "least": true, "under": true, "least a": true, "this": true, "maybe": true, "going": true, "only": true, "probably": true, "well": true, "during": true, "been": true, "the": true, "like": true, "of": true, "half": true, "bout": true}
)

// plausibleSpan checks what surrounds a number and unit and reads "ago".
func (s *scratch) plausibleSpan(t *timeSpan) bool {
	if s.follows(t.to, "or") && s.follows(t.to+1, "so") && s.follows(t.to+2, "ago") {
		t.ago, t.to = true, t.to+3
		return true
	}
	if s.follows(t.to, "ago") || s.follows(t.to, "back") || s.follows(t.to, "prior") {
		t.ago, t.to = true, t.to+1
		return true
	}
	if (s.follows(t.to, "later") || s.follows(t.to, "after")) && s.stillBefore(t.from) {
		return true
	}
	if t.to < len(s.words) && s.words[t.to].before&text.Stop == 0 && notAfter[s.tokens[t.to].Text] {
		return false
	}
	if s.follows(t.to, "at") && (s.follows(t.to+1, "a") || s.follows(t.to+1, "the")) || s.follows(t.to, "a") && s.unitAt(t.to+1) || s.follows(t.to, "of") && s.follows(t.to+1, "pregnancy") || s.follows(t.to, "in") && s.follows(t.to+1, "a") {
		return false
	}
	if s.hasLasted(t) {
		return true
	}
	before := ""
	if t.from > 0 && s.words[t.from].before&text.Stop == 0 {
		before = s.tokens[t.from-1].Text
	}
	if before == "for" && t.from > 1 && (s.tokens[t.from-2].Text == "lasts" || s.tokens[t.from-2].Text == "lasting" || s.tokens[t.from-2].Text == "last") {
		return false
	}
	if unit := s.tokens[t.to-1].Text; strings.HasPrefix(unit, "w") && (before == "im" || before == "am" || before == "i") && t.days > 28 && t.days < 300 {
		return false // "I'm 32 weeks": pregnant
	}
	if notBefore[before] && before != "only" {
		return false
	}
	if before == "in" && !s.follows(t.from-2, "worse") && t.from >= 2 && s.tokens[t.from-2].Text != "so" {
		return true
	}
	article := s.tokens[t.from].Text == "a" || s.tokens[t.from].Text == "an" || s.tokens[t.from].Text == "one" || s.tokens[t.from].Text == "some"
	if before == "of" && !s.follows(t.from-2, "part") && !s.follows(t.from-2, "most") && !s.follows(t.from-2, "best") && article {
		return false
	}
	if article && t.to-t.from <= 3 && (t.to-t.from == 2 || s.tokens[t.from+1].Text == "whole") {
		return timely[before] || s.upTo(t.from) || s.goesOn(t.to)
	}
	return true
}

// upTo tells "coming up to a month", "close to an hour", "this has gone on a year".
func (s *scratch) upTo(i int) bool {
	return s.follows(i-1, "on") && (s.follows(i-2, "gone") || s.follows(i-2, "went") || s.follows(i-2, "goes")) || s.follows(i-1, "to") && (s.follows(i-2, "up") || s.follows(i-2, "close"))
}

// goesOn tells words after a span that say it is not over: "a week now", "one month already", "a week straight", "two days so far".
func (s *scratch) goesOn(i int) bool {
	return s.follows(i, "now") || s.follows(i, "already") || s.follows(i, "straight") || s.follows(i, "solid") || s.follows(i, "running") || s.follows(i, "so") && s.follows(i+1, "far") || s.follows(i, "in") && s.follows(i+1, "a") && s.follows(i+2, "row")
}

// hasLasted tells "has lasted nine days", which is since when, from how long an attack lasts.
func (s *scratch) hasLasted(t *timeSpan) bool {
	j := t.from - 1
	if s.follows(j, "for") {
		j--
	}
	if !s.follows(j, "lasted") && !s.follows(j, "lasting") {
		return false
	}
	return s.goesOn(t.to) || s.follows(j-1, "has") || s.follows(j-1, "have") || s.follows(j-1, "been") || s.follows(j-1, "already") || s.follows(j-1, "now")
}

// stillBefore tells "still there five hours later".
func (s *scratch) stillBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		if s.tokens[j].Text == "still" {
			return true
		}
	}
	return false
}

func (s *scratch) unitAt(i int) bool {
	if i >= len(s.words) {
		return false
	}
	return s.r.units.set.has(s.words[i].surface)
}
