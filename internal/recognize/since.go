package recognize

import (
	"strconv"
	"strings"
	"time"

	"anamnesis/internal/text"
)

// Time spans in further languages follow one scheme: a word such as "since" or "ago", then a day with a name, or a
// number and a unit. What the words are stands in the lists of the language.

// newTimes enters the days with names: "yesterday". A cue's text is how many days they are ago.
func newTimes(d *dictionary) *cueSet {
	set := &cueSet{trie: newTrie()}
	eachCue(d.speech.named, func(days, phrase string) {
		toks := d.tokens(phrase)
		path := make([]int32, len(toks))
		for i, t := range toks {
			path[i] = d.written(t.Text)
		}
		if slot := set.trie.add(path); *slot == 0 {
			set.cues = append(set.cues, cue{text: days, words: len(path)})
			*slot = int32(len(set.cues))
		}
	})
	return set
}

// timely words of a language begin or make a time span.
func (p *speech) timely() string {
	var b strings.Builder
	for _, set := range []map[string]bool{p.since, p.ago, p.lasting, p.halves} {
		for w := range set {
			b.WriteString(w + " ")
		}
	}
	for w := range p.weekdays {
		b.WriteString(w + " ")
	}
	eachCue(p.named, func(_, phrase string) { b.WriteString(phrase + " ") })
	return b.String()
}

// lead is how a time span begins.
type lead struct {
	next       int
	since, ago bool
}

// sinceAt reads a time span that begins at word i.
func (s *scratch) sinceAt(i int) (timeSpan, bool) {
	l := s.leadAt(i)
	if l.next >= len(s.words) || l.next > i && s.words[l.next].before&text.Stop != 0 {
		return timeSpan{}, false
	}
	t, ok := s.dayAt(l.next)
	if ok {
		t.vague = !l.since && !l.ago
	} else if t, ok = s.countAt(l.next); !ok {
		t, ok = s.severalAt(l)
	}
	if !ok {
		return timeSpan{}, false
	}
	for t.to < len(s.words) && s.words[t.to].before == 0 && s.r.speech.lasting[s.tokens[t.to].Text] {
		l.since, t.to = true, t.to+1
	}
	if !l.since && !l.ago && !t.vague && !s.sparse(i, &t) {
		return timeSpan{}, false
	}
	t.from, t.ago = i, l.ago && !l.since
	return t, true
}

// leadAt reads the words before the time itself: "desde hace unos", "seit etwa".
func (s *scratch) leadAt(i int) lead {
	l, p := lead{next: i}, s.r.speech
	for ; l.next < len(s.words) && l.next < i+5 && (l.next == i || s.words[l.next].before == 0); l.next++ {
		switch w := s.tokens[l.next].Text; {
		case p.since[w]:
			l.since = true
		case p.ago[w]:
			l.ago = true
		case l.next > i && p.about[w] && !s.nameOfDay(l.next):
		default:
			return l
		}
	}
	return l
}

func (s *scratch) nameOfDay(i int) bool {
	_, ok := s.r.times.find(s.words, i)
	return ok
}

// dayAt reads a day with a name or a day of the week.
func (s *scratch) dayAt(i int) (timeSpan, bool) {
	if h, ok := s.r.times.find(s.words, i); ok {
		days, err := strconv.ParseFloat(s.r.times.cues[h.cue].text, 64)
		return timeSpan{from: i, to: int(h.last) + 1, days: days}, err == nil
	}
	day, ok := s.r.speech.weekdays[s.tokens[i].Text]
	if !ok || s.today == (Date{}) {
		return timeSpan{}, false
	}
	return timeSpan{from: i, to: i + 1, days: s.sinceWeekday(time.Weekday(day))}, true
}

// countAt reads a number and a unit, and "and a half" after them.
func (s *scratch) countAt(i int) (timeSpan, bool) {
	p := s.r.speech
	n, next, ok := s.countOf(i)
	if ok && next < len(s.words) && p.halves[s.tokens[next].Text] && s.unitAt(next+1) { // una media hora
		n, next = n*.5, next+1
	}
	if !ok {
		if !p.halves[s.tokens[i].Text] {
			return timeSpan{}, false
		}
		n, next = .5, i+1
	}
	for next < len(s.words) && next < i+5 && s.words[next].before == 0 && (p.about[s.tokens[next].Text] || s.words[next].surface == s.r.known.of) {
		next++
	}
	if next >= len(s.words) || s.words[next].before&(text.Stop|text.Comma) != 0 || !s.unitAt(next) || len(s.tokens[next].Text) == 1 && !s.words[i].number {
		return timeSpan{}, false
	}
	unit := s.r.units.of(s.words[next].surface)
	t := timeSpan{from: i, to: next + 1, days: n * unit}
	if t.days >= 360 && t.days < 365 {
		t.days = 365
	}
	if j := t.to; j+1 < len(s.words) && s.words[j].joins {
		for k := j + 1; k <= j+2 && k < len(s.words); k++ {
			if p.halves[s.tokens[k].Text] {
				t.days, t.to = t.days+unit/2, k+1
				break
			}
		}
	}
	return t, !(t.to < len(s.words) && s.words[t.to].before&text.Stop == 0 && p.notAfter[s.tokens[t.to].Text])
}

// countOf reads "3", "2 o 3", "ein paar".
func (s *scratch) countOf(i int) (n float64, next int, ok bool) {
	if n, next, ok = s.numberAt(i); !ok {
		return 0, i, false
	}
	if next < len(s.words) && !s.words[i].number && !s.words[next].number && s.words[next].before == 0 {
		if m, more := s.amount(next); more {
			return m, next + 1, true // a couple
		}
	}
	return n, next, true
}

// severalAt reads a bare plural after "since".
func (s *scratch) severalAt(l lead) (timeSpan, bool) {
	days, ok := s.r.speech.several[s.tokens[l.next].Text]
	return timeSpan{from: l.next, to: l.next + 1, days: days}, ok && (l.since || l.ago)
}

// sparse tells a number and unit that stand without a word of time, as in notes: "tos 3 días", but not "cada 3 días".
func (s *scratch) sparse(i int, t *timeSpan) bool {
	opens := i == 0 || s.words[i].before&(text.Stop|text.Comma|text.Dash|text.Bracket) != 0
	if !s.words[i].number {
		ends := t.to >= len(s.words) || s.words[t.to].before&(text.Stop|text.Comma|text.Dash|text.Bracket) != 0
		return opens && ends || !opens && s.took(i, t, ends)
	}
	return opens || !s.r.speech.notBefore[s.tokens[i-1].Text]
}

// took tells how long something took that was said right before: "he adelgazado ocho kilos en dos meses", "la regla se
// me ha retrasado diez días".
func (s *scratch) took(i int, t *timeSpan, ends bool) bool {
	before := s.tokens[i-1].Text
	if s.r.speech.spanning[before] {
		o := s.firstMention(i)
		return o > 0 && s.words[s.mentions[o-1].last].sentence == s.words[i].sentence
	}
	o := s.words[i-1].owner
	return o >= 0 && (ends || t.to < len(s.words) && s.words[t.to].joins)
}

// timed tells a word of a time span, which may stand between a place and its complaint: "el brazo lleva dos días dolorido".
func (s *scratch) timed(j int) bool {
	number := s.r.numbers.set.has(s.words[j].surface)
	return number || s.unitAt(j) || s.r.opens.has(s.words[j].surface)
}
