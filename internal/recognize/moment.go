package recognize

import (
	"time"

	"anamnesis/internal/text"
)

// A moment is what follows "since": an hour of the clock, a meal, a feast, a season, a time of life, or the start,
// middle or end of a week, month or year.

// sinceMoments are those that are always about as long ago, in days.
var sinceMoments = map[string]float64{
	"noon": .25, "midday": .25, "lunchtime": .25, "lunch time": .25, "breakfast time": .3, "brunch": .25, "dinnertime": .25, "dinner time": .25, "tea": .25, "tea time": .25, "supper": .3, "dawn": .35, "sunrise": .35,
	"bedtime": .5, "bed time": .5, "bed": .5, "i went to bed": .5, "going to bed": .5, "am": .3, "i got up": .3, "i woke": .3, "i woke up": .3, "i awoke": .3, "waking up": .3, "getting up": .3, "first thing": .3, "the early hours": .35,
	"the small hours": .35, "i can remember": longTime, "i remember": longTime, "the year dot": longTime, "day one": longTime, "my teens": longTime, "my twenties": longTime, "my thirties": longTime, "my youth": longTime, "my childhood": longTime,
	"my school days": longTime, "primary school": longTime, "high school": longTime, "secondary school": longTime, "college": longTime, "uni": longTime, "university": longTime, "infancy": longTime, "adolescence": longTime, "puberty": longTime,
}

// longTime is what "since my childhood" means where the age is not known, in days.
const longTime = 3650

// maxMoment is the most words of such a moment.
const maxMoment = 4

// aboutWords soften a moment: "since around noon".
var aboutWords = map[string]bool{"about": true, "around": true, "roughly": true, "approximately": true, "approx": true, "just": true, "maybe": true, "at": true, "circa": true, "sometime": true, "before": true, "after": true, "well": true}

// momentAt reads "since", "from" or "as far back as" and a moment at word i, and a feast or a season with "last" or "at".
func (s *scratch) momentAt(i int) (timeSpan, bool) {
	since := s.tokens[i].Text == "since" || s.tokens[i].Text == "from"
	if s.tokens[i].Text == "as" && (s.follows(i+1, "long") || s.follows(i+1, "far")) && s.follows(i+2, "as") {
		return s.namedMoment(i, i+3)
	}
	if s.tokens[i].Text == "as" && s.follows(i+2, "back") && s.follows(i+3, "as") {
		return s.namedMoment(i, i+4)
	}
	if !since {
		return s.feastAt(i, i, false)
	}
	j := i + 1
	for j < len(s.words) && j < i+4 && s.words[j].before&text.Stop == 0 && aboutWords[s.tokens[j].Text] {
		j++
	}
	if j >= len(s.words) || s.words[j].before&text.Stop != 0 {
		return timeSpan{}, false
	}
	if t, ok := s.namedMoment(i, j); ok {
		return t, true
	}
	if to := s.clockAt(j); to > 0 {
		return timeSpan{from: i, to: to, days: .3}, true
	}
	if to := s.youthAt(j); to > 0 {
		return timeSpan{from: i, to: to, days: longTime}, true
	}
	return s.feastAt(i, j, true)
}

// namedMoment finds the longest of sinceMoments from word j on.
func (s *scratch) namedMoment(from, j int) (timeSpan, bool) {
	best := timeSpan{}
	s.joined = s.joined[:0]
	for k := j; k < len(s.words) && k < j+maxMoment && s.words[k].before&(text.Stop|text.Comma) == 0; k++ {
		if k > j {
			s.joined = append(s.joined, ' ')
		}
		s.joined = append(s.joined, s.tokens[k].Text...)
		if days, ok := sinceMoments[string(s.joined)]; ok {
			best = timeSpan{from: from, to: k + 1, days: days}
		}
	}
	return best, best.to > 0
}

// clockAt reads "3am", "3 o'clock", "half past two", "14:30"; it gives the word after, 0 for none.
func (s *scratch) clockAt(j int) int {
	if s.follows(j, "half") && s.follows(j+1, "past") || s.follows(j, "quarter") && (s.follows(j+1, "past") || s.follows(j+1, "to")) {
		if _, ok := s.amount(min(j+2, len(s.words)-1)); ok {
			return min(j+3, len(s.words))
		}
	}
	n, ok := s.amount(j)
	if !ok || n > 24 {
		return 0
	}
	k := j + 1
	minutes := k < len(s.words) && s.words[k].number && s.words[k].before&text.Colon != 0
	if minutes {
		k++
	}
	switch {
	case s.follows(k, "am") || s.follows(k, "pm") || s.follows(k, "oclock"):
		return k + 1
	case s.follows(k, "a") && s.follows(k+1, "m") || s.follows(k, "p") && s.follows(k+1, "m"), s.follows(k, "o") && s.follows(k+1, "clock"):
		return k + 2
	case minutes:
		return k
	}
	return 0
}

var youngWords = map[string]bool{"little": true, "young": true, "younger": true, "small": true, "kid": true, "child": true, "boy": true, "girl": true, "baby": true, "toddler": true, "teen": true, "teenager": true, "student": true, "lad": true, "lass": true}

// youthAt reads "I was twelve", "I was a little girl", "I was at school"; it gives the word after, 0 for none.
func (s *scratch) youthAt(j int) int {
	if !s.follows(j, "i") || !s.follows(j+1, "was") && !s.follows(j+1, "were") {
		return 0
	}
	for k := j + 2; k < len(s.words) && k < j+7 && s.words[k].before&(text.Stop|text.Comma) == 0; k++ {
		w := s.tokens[k].Text
		if youngWords[w] || w == "school" || w == "uni" || w == "college" {
			return k + 1
		}
		if n, ok := s.amount(k); ok && w != "a" && w != "an" && n >= 3 && n < 80 && !s.unitAt(k+1) {
			return k + 1
		}
	}
	return 0
}

// feasts by month and day; a season is told by the middle of its middle month. Easter moves.
var feasts = map[string]struct {
	month  time.Month
	day    int
	season bool
}{
	"christmas": {12, 25, false}, "xmas": {12, 25, false}, "boxing": {12, 26, false}, "hogmanay": {12, 31, false}, "valentine": {2, 14, false}, "valentines": {2, 14, false}, "halloween": {10, 31, false}, "bonfire": {11, 5, false}, "thanksgiving": {11, 25, false},
	"easter": {4, 1, false}, "summer": {7, 15, true}, "winter": {1, 15, true}, "spring": {4, 15, true}, "autumn": {10, 15, true}, "fall": {10, 15, true},
}

// feastAt reads a feast, a season, or the start, middle or end of a stretch of time from word j on, of a span that begins at word i.
func (s *scratch) feastAt(i, j int, since bool) (timeSpan, bool) {
	if s.today == (Date{}) {
		return timeSpan{}, false
	}
	part, last, led, began := "", false, since, since
	for ; j < len(s.words) && j < i+6 && (j == i || s.words[j].before&text.Stop == 0); j++ {
		switch w := s.tokens[j].Text; w {
		case "start", "beginning", "middle", "mid", "end", "early", "late":
			part, led = w, led || j == i
		case "last", "past":
			last, led, began = true, true, true
		case "over", "this":
			led, began = true, true
		case "at", "around", "in", "back", "towards", "during":
			led = led || j == i
		case "the", "of", "about", "before", "after":
			if j == i {
				return timeSpan{}, false
			}
		default:
			if !led || !began && !s.beganBefore(i) {
				return timeSpan{}, false
			}
			days, to := s.periodAt(j, part, last)
			return timeSpan{from: i, to: to, days: days, ago: !since, vague: !since}, to > 0
		}
	}
	return timeSpan{}, false
}

// beganBefore tells whether a word of beginning stands shortly before word i: "started back in March".
func (s *scratch) beganBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4 && s.words[j].sentence == s.words[i].sentence; j-- {
		switch s.tokens[j].Text {
		case "since", "started", "starting", "start", "starts", "began", "begun", "noticed", "appeared", "developed", "came", "dates", "set", "kicked", "flared":
			return true
		}
	}
	return false
}

// periodAt gives how many days ago the feast or season at word j was, or the part of the week, month or year that it names.
func (s *scratch) periodAt(j int, part string, last bool) (days float64, to int) {
	w := s.tokens[j].Text
	today := time.Date(s.today.Year, s.today.Month, s.today.Day, 0, 0, 0, 0, time.UTC)
	ago := func(month time.Month, day int) float64 {
		t := time.Date(s.today.Year, month, day, 0, 0, 0, 0, time.UTC)
		if t.After(today) {
			t = time.Date(s.today.Year-1, month, day, 0, 0, 0, 0, time.UTC)
		}
		return max(.3, today.Sub(t).Hours()/24)
	}
	if w == "new" && (s.follows(j+1, "year") || s.follows(j+1, "years")) {
		return ago(1, 1), s.pastDay(j + 2)
	}
	if f, ok := feasts[w]; ok {
		switch {
		case w == "fall" && !last:
			return 0, 0 // since the fall
		case w == "easter":
			days = s.sinceEaster(today)
		default:
			days = ago(f.month, f.day)
		}
		if f.season && last && days < 90 {
			days += 365
		}
		if f.season && days > 320 && !last { // which has begun
			days = 30
		}
		return days, s.pastDay(j + 1)
	}
	if month, ok := months[w]; ok {
		return max(.3, ago(month, 1)-into(part, 30)), j + 1
	}
	if year, ok := s.plainNumber(j); ok && year >= 1930 && int(year) < s.today.Year && len(w) == 4 {
		return float64(s.today.Year-int(year)) * 365, j + 1
	}
	if part == "" {
		return 0, 0
	}
	var began float64
	length := s.r.units.of(s.words[j].surface)
	switch w {
	case "week":
		began = float64((today.Weekday() + 6) % 7)
	case "month":
		began = float64(today.Day() - 1)
	case "year":
		began = float64(today.YearDay() - 1)
	default:
		return 0, 0
	}
	if last {
		began += length
	}
	return max(.3, began-into(part, length)), j + 1
}

// dateAt reads "15th", "1 July", "1st of July", "July 10th" from word j on: how many days ago it was, and the word after.
func (s *scratch) dateAt(j int) (days float64, to int) {
	if s.today == (Date{}) || j >= len(s.words) {
		return 0, 0
	}
	month, named := months[s.tokens[j].Text]
	if named {
		j++
	}
	if j >= len(s.words) || s.words[j].before&text.Stop != 0 {
		return 0, 0
	}
	day, ok := s.plainNumber(j)
	if !ok || day < 1 || day > 31 || len(s.tokens[j].Text) > 2 {
		return 0, 0
	}
	j++
	th := s.follows(j, "st") || s.follows(j, "nd") || s.follows(j, "rd") || s.follows(j, "th")
	if th {
		j++
	}
	if !named {
		k := j
		if s.follows(k, "of") {
			k++
		}
		if k < len(s.words) && s.words[k].before&text.Stop == 0 {
			if month, named = months[s.tokens[k].Text]; named {
				j = k + 1
			}
		}
	}
	if !named && !th {
		return 0, 0
	}
	today := time.Date(s.today.Year, s.today.Month, s.today.Day, 0, 0, 0, 0, time.UTC)
	back := 12
	if !named {
		month, back = s.today.Month, 1
	}
	t := time.Date(s.today.Year, month, int(day), 0, 0, 0, 0, time.UTC)
	if t.After(today) {
		t = t.AddDate(0, -back, 0)
	}
	return max(.3, today.Sub(t).Hours()/24), j
}

// pastDay passes over the "day" or "eve" of a feast.
func (s *scratch) pastDay(j int) int {
	if s.follows(j, "day") || s.follows(j, "eve") || s.follows(j, "night") {
		return j + 1
	}
	return j
}

// into gives how far into a stretch of days a part of it lies.
func into(part string, days float64) float64 {
	switch part {
	case "middle", "mid":
		return days / 2
	case "end", "late":
		return days * .9
	}
	return 0
}

// sinceEaster is how many days ago Easter last was.
func (s *scratch) sinceEaster(today time.Time) float64 {
	for year := s.today.Year; ; year-- {
		if t := easter(year); !t.After(today) {
			return max(.3, today.Sub(t).Hours()/24)
		}
	}
}

// easter gives Easter Sunday of a year in the Gregorian calendar, by the anonymous computus (Meeus, Astronomical
// Algorithms, 2nd edition 1998, chapter 8).
func easter(year int) time.Time {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	l := (32 + 2*e + 2*(c/4) - h - c%4) % 7
	m := (a + 11*h + 19*l) / 433
	month := (h + l - 7*m + 90) / 25
	return time.Date(year, time.Month(month), (h+l-7*m+33*month+19)%32, 0, 0, 0, 0, time.UTC)
}
