package recognize

import (
	"strings"
	"time"

	"anamnesis/internal/text"
)

// fixedSpans are ways to say since when that need no number. Those marked vague
// are often said by the way ("worse today") and give way to any other.
var fixedSpans = map[string]struct {
	days  float64
	vague bool
}{
	"yesterday": {1, false}, "since yesterday": {1, false}, "day before yesterday": {2, false}, "last night": {.5, false}, "since last night": {.5, false}, "overnight": {.4, false},
	"this morning": {.3, false}, "since this morning": {.3, false}, "since am": {.25, false}, "this am": {.25, false}, "this arvo": {.15, false}, "since yesterday arvo": {1, false}, "yesterday arvo": {1, false}, "since last nite": {.5, false}, "since the morning": {.3, false}, "from morning": {.3, false}, "since early morning": {.3, false}, "all evening": {.2, false}, "last couple of days": {2, false}, "for donkeys years": {3650, false}, "for yonks": {365, false}, "since school": {3650, false}, "since morning": {.3, false}, "this afternoon": {.15, false}, "this evening": {.15, false}, "since today": {.3, false}, "tonight": {.1, true},
	"today": {.3, true}, "earlier today": {.3, false}, "just now": {.02, false}, "right now": {.02, true}, "just started": {.1, true}, "all day": {.6, true}, "all night": {.5, true}, "all morning": {.3, true},
	"all week": {7, false}, "all weekend": {2.5, false}, "all month": {25, false}, "all year": {330, false}, "all my life": {7300, false}, "my whole life": {7300, false}, "my entire life": {7300, false},
	"since last week": {7, false}, "since last month": {30, false}, "since last year": {365, false}, "last week": {7, false}, "last month": {30, false}, "last year": {365, false}, "this week": {4, true}, "this month": {15, true}, "this year": {180, true},
	"the other day": {3, false}, "other day": {3, false}, "over the weekend": {3, false}, "since teatime": {.25, false}, "at the weekend": {3, false}, "for ages": {365, false}, "ages": {365, true}, "ages ago": {365, false}, "past week": {7, false}, "past month": {30, false}, "past year": {365, false}, "past day": {1, false},
	"since childhood": {7300, false}, "since i was a child": {7300, false}, "since i was a kid": {7300, false}, "since i was a teenager": {5000, false}, "since birth": {9000, false}, "since forever": {3650, false}, "forever": {3650, true},
	"a long time": {180, true}, "long time": {180, true}, "fortnight": {14, false}, "for a fortnight": {14, false},
	"since lunch": {.2, false}, "since breakfast": {.3, false}, "since dinner": {.2, false}, "since midnight": {.4, false}, "since waking": {.3, false}, "since i woke up": {.3, false}, "when i woke up": {.3, true}, "woke up with": {.3, true},
	"night before last": {2, false}, "last day": {1, false}, "quarter of an hour": {.01, false}, "quarters of an hour": {.03, false},
	"last hour": {1.0 / 24, false}, "past hour": {1.0 / 24, false}, "a moment ago": {.01, false}, "moments ago": {.01, false}, "a minute ago": {.01, false}, "a second ago": {.01, false}, "seconds ago": {.01, false}, "a little while ago": {.1, false},
	"whole week": {7, false}, "whole weekend": {3, false}, "whole day": {.6, true}, "whole night": {.5, true}, "whole morning": {.3, true}, "whole month": {30, false}, "whole year": {365, false}, "whole of last week": {7, false},
	"over the week": {7, false}, "throughout the week": {7, false}, "during the night": {.5, false}, "through the night": {.5, true}, "throughout the night": {.5, true}, "early hours of this morning": {.3, false},
	"first thing this morning": {.3, false}, "adult life": {7300, false}, "married life": {7300, false}, "most of my life": {7300, false}, "half my life": {7300, false}, "all of my life": {7300, false},
}

var weekdays = map[string]time.Weekday{
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"sun": 0, "mon": 1, "tue": 2, "tues": 2, "weds": 3, "thu": 4, "thurs": 4, "fri": 5, "weekend": 6,
}

var months = map[string]time.Month{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sept": 9, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}

// newOpenings gives the words that fixed spans begin with, in either spelling.
func newOpenings(d *dictionary) symbolSet {
	var opens symbolSet
	for phrase := range fixedSpans {
		first, _, _ := strings.Cut(phrase, " ")
		opens.add(d.learn(first).surface)
		for from, to := range d.alias {
			if to == first {
				opens.add(d.learn(from).surface)
			}
		}
	}
	return opens
}

// spanTrie finds the fixed spans by their words.
type spanTrie struct {
	*trie
	words map[string]int32
	all   []fixedSpan
}

type fixedSpan struct {
	days        float64
	vague, last bool
}

func newSpanTrie() *spanTrie {
	t := &spanTrie{trie: newTrie(), words: map[string]int32{}}
	for phrase, f := range fixedSpans {
		var path []int32
		for w := range strings.FieldsSeq(phrase) {
			if _, ok := t.words[w]; !ok {
				t.words[w] = int32(len(t.words))
			}
			path = append(path, t.words[w])
		}
		t.all = append(t.all, fixedSpan{f.days, f.vague, strings.HasPrefix(phrase, "last ")})
		*t.add(path) = int32(len(t.all))
	}
	t.seal()
	return t
}

// word numbers a word of the spans, -1 for another.
func (t *spanTrie) word(w string) int32 {
	if n, ok := t.words[w]; ok {
		return n
	}
	return -1
}

// maxFixed is the most words of a fixed span.
const maxFixed = 5

// calendarAt reads a fixed span, a weekday, a month or a year at word i.
func (s *scratch) calendarAt(i int) (timeSpan, bool) {
	if t, ok := s.fixedAt(i); ok {
		return t, true
	}
	if s.words[i].surface == s.r.known.day && i+1 < len(s.words) && s.words[i+1].before == 0 { // day 3 of it
		if n, ok := s.amount(i + 1); ok && n < 60 && s.tokens[i+1].Text != "a" && !s.unitAt(i+2) {
			return timeSpan{from: i, to: i + 2, days: n}, true
		}
	}
	since := s.tokens[i].Text == "since" || s.tokens[i].Text == "from"
	j := i
	if since {
		j++
	}
	for j < len(s.words) && j < i+4 && (s.follows(j, "last") || s.follows(j, "on") || s.follows(j, "the") || s.follows(j, "about") || s.follows(j, "this") || s.follows(j, "past") || s.follows(j, "early") || s.follows(j, "late")) {
		j++
	}
	if j >= len(s.words) || s.words[j].before&text.Stop != 0 && j > i {
		return timeSpan{}, false
	}
	if since {
		if days, to := s.dateAt(j); to > 0 {
			return timeSpan{from: i, to: to, days: days}, true
		}
	}
	days, ok := s.dayOf(j, since || j > i || s.beganBefore(i))
	if !ok {
		return timeSpan{}, false
	}
	return timeSpan{from: i, to: j + 1, days: days, ago: !since, vague: !since && days >= 30}, true
}

// dayOf gives how many days ago a weekday, month or year was.
func (s *scratch) dayOf(j int, introduced bool) (float64, bool) {
	w := s.tokens[j].Text
	if s.today == (Date{}) || !introduced {
		return 0, false
	}
	today := time.Date(s.today.Year, s.today.Month, s.today.Day, 0, 0, 0, 0, time.UTC)
	if w == "wed" && (s.follows(j-1, "since") || s.follows(j-1, "on") || s.follows(j-1, "last")) {
		w = "weds"
	}
	if day, ok := weekdays[w]; ok && !(w == "sun" && j > 0 && s.tokens[j-1].Text == "the") { // which shines
		return s.sinceWeekday(day), true
	}
	if month, ok := months[w]; ok && (month != time.May || len(w) == 3) {
		first := time.Date(s.today.Year, month, 1, 0, 0, 0, 0, time.UTC)
		if first.After(today) {
			first = first.AddDate(-1, 0, 0)
		}
		return max(1, today.Sub(first).Hours()/24), true
	}
	if year, ok := s.plainNumber(j); ok && year >= 1930 && int(year) <= s.today.Year && len(w) == 4 {
		return max(30, float64(s.today.Year-int(year))*365), true
	}
	return 0, false
}

// sinceWeekday is how many days ago a day of the week last was: 7 where it is today's. Today must be known.
func (s *scratch) sinceWeekday(day time.Weekday) float64 {
	ago := int(s.today.weekday()-day+7) % 7
	if ago == 0 {
		ago = 7
	}
	return float64(ago)
}

func (d Date) weekday() time.Weekday {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Weekday()
}

// fixedAt finds the longest fixed span at word i.
func (s *scratch) fixedAt(i int) (timeSpan, bool) {
	if !s.r.opens.has(s.words[i].surface) {
		return timeSpan{}, false
	}
	best, node := timeSpan{}, int32(0)
	for j := i; j < len(s.words) && j < i+maxFixed && (j == i || s.words[j].before&(text.Stop|text.Comma) == 0); j++ {
		next, ok := s.r.spans.step(node, s.spanWord(j))
		if !ok {
			break
		}
		node = next
		if n, ok := s.r.spans.value(node); ok {
			f := s.r.spans.all[n]
			best = timeSpan{from: i, to: j + 1, days: f.days, vague: f.vague, ago: f.last}
		}
	}
	if best.to > 0 && s.spoiled(&best) {
		return timeSpan{}, false
	}
	return best, best.to > 0
}

// spanWord numbers word j among those of the fixed spans, -1 for none of them.
func (s *scratch) spanWord(j int) int32 {
	if l := s.words[j].lexeme; l >= 0 {
		return s.r.lexemes[l].span
	}
	return s.r.spans.word(s.spelling(j))
}

// spelling gives a word as corrected.
func (s *scratch) spelling(j int) string {
	if s.words[j].fixed != "" {
		return s.words[j].fixed
	}
	return s.r.dict.spelled(s.tokens[j].Text)
}

// spelled gives the word that another is matched as.
func (d *dictionary) spelled(w string) string {
	if a, ok := d.alias[w]; ok {
		return a
	}
	return w
}

// spoiled tells spans said by the way: "worse today", "every few days".
func (s *scratch) spoiled(t *timeSpan) bool {
	if t.from == 0 {
		return false
	}
	before := s.tokens[t.from-1].Text
	if notBefore[before] || before == "of" && t.days >= 7300 && s.tokens[t.from].Text != "all" { // the worst headache of my life
		return !s.follows(t.from-2, "most") && !s.follows(t.from-2, "all")
	}
	if t.to < len(s.words) && s.words[t.to].before == 0 && s.tokens[t.to].Text == "ago" {
		return false
	}
	if before == "until" && s.follows(t.to, "when") {
		return false // fine until yesterday when it began
	}
	return before == "worse" || before == "worsening" || before == "until" || before == "till" || before == "tomorrow"
}
