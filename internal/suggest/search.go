package suggest

import (
	"cmp"
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/text"
)

// Row is one suggestion.
type Row struct {
	ID           string // "assessment_" or "clarify_" and the code
	Code         string
	DropdownName string // the plain name, with the name that matched in brackets where that is another
	DisplayName  string // the plain name alone
	Highlight    string // DropdownName as HTML, the matched words in <i>
	Alternative  bool   // another name matched than the one the row is about
}

// Result is the answer to one query. Rows is never nil.
type Result struct {
	Rows        []Row
	Alternative bool // some row shows an alternative name
}

// MaxRows is the most rows that one search gives.
const MaxRows = 10

// maxTokens is the most words of a query that count.
const maxTokens = 12

// Search finds at most limit rows (at most MaxRows; 0 means MaxRows) for what
// has been typed so far; the last word may be unfinished. Findings of the other
// sex's anatomy are left out.
func (x *Index) Search(query string, sex clinical.Sex, limit int) Result {
	if limit <= 0 || limit > MaxRows {
		limit = MaxRows
	}
	s := x.pool.Get().(*scratch)
	defer x.pool.Put(s)
	s.reset(query, sex, limit)
	for i := range s.tokens {
		s.gather(i)
	}
	if s.combine(true); !s.rank() {
		s.forget()
		s.combine(false)
		s.rank()
	}
	return s.rows()
}

// scratch is the working memory of one search.
type scratch struct {
	x       *Index
	sex     clinical.Sex
	limit   int
	typed   []text.Token
	tokens  []string
	near    []text.Near
	quality []int32 // by word, best quality for the current token
	hits    []int32 // words with a quality
	marked  []bool  // by word, matched by any token
	lit     []int32 // words marked
	matches []match // of all tokens
	spans   []span  // by token, in the order of combine
	passed  int16   // tokens that were held only against names that others had touched
	tallies []tally // by name
	touched []int32 // names
	best    []found // by target
	order   []found // rows found
	top     []found // the best of them, ranked
	out     []byte
	ends    []int
}

// match is a word that a token may mean.
type match struct{ word, quality int32 }

// span is the matches of one token, and how many names they are in together.
type span struct {
	token    int16 // from 1
	from, to int32
	posts    int32
}

// tally is what the tokens add up to for one name.
type tally struct {
	score, last  int32 // quality summed over tokens, and of the current one
	stamp, count int16 // the token that touched it last, and how many did
	opened       bool  // its first word matched the first token
}

// found is the best name of a target.
type found struct {
	score  int32
	name   int32 // plus one
	target int32
	at     int32 // which of the name's targets
	plain  bool  // the name is the target's own
}

func newScratch(x *Index) *scratch {
	n, w := len(x.names), len(x.words)
	return &scratch{x: x, quality: make([]int32, w), marked: make([]bool, w), tallies: make([]tally, n), best: make([]found, len(x.targets))}
}

// reset clears what the search before left and reads the query.
func (s *scratch) reset(query string, sex clinical.Sex, limit int) {
	for _, w := range s.lit {
		s.marked[w] = false
	}
	s.forget()
	s.lit, s.matches, s.spans = s.lit[:0], s.matches[:0], s.spans[:0]
	s.sex, s.limit = sex, limit
	s.typed = s.x.tongue.tokens(s.typed[:0], query)
	s.read()
}

// forget clears what names and targets have been given.
func (s *scratch) forget() {
	for _, n := range s.touched {
		s.tallies[n] = tally{}
	}
	for _, f := range s.order {
		s.best[f.target] = found{}
	}
	s.touched, s.order, s.top = s.touched[:0], s.order[:0], s.top[:0]
}

// read picks the words that count: not the small ones, unless there is nothing else.
func (s *scratch) read() {
	s.tokens = s.tokens[:0]
	for _, keep := range [...]bool{false, true} {
		for _, t := range s.typed {
			if (keep || !s.x.tongue.stop[t.Text]) && len(s.tokens) < maxTokens {
				s.tokens = append(s.tokens, t.Text)
			}
		}
		if len(s.tokens) > 0 {
			return
		}
	}
}

// Qualities of a match between a typed word and a word of a name, out of 100.
const (
	whole      = 100
	inflected  = 94
	beginning  = 84 // less one for each letter that is still to come, down to 76
	oneError   = 62
	twoErrors  = 48
	soundAlike = 52
	alike      = 66 // another word for much the same
	unfinished = 8  // taken off a typing error in a beginning
)

// gather finds the words near one token.
func (s *scratch) gather(i int) {
	q := s.tokens[i]
	s.hits = s.hits[:0]
	s.exact(q)
	if len(q) >= 4 && s.weak() {
		s.mistyped(q)
	}
	for _, id := range s.x.alike[q] {
		s.hit(id, alike)
	}
	one := span{token: int16(i + 1), from: int32(len(s.matches))}
	for _, w := range s.hits {
		if s.quality[w] >= inflected {
			s.quality[w] += s.x.rarity[w]
		}
		if !s.marked[w] {
			s.marked[w] = true
			s.lit = append(s.lit, w)
		}
		s.matches = append(s.matches, match{w, s.quality[w]})
		one.posts += int32(len(s.x.namesOf(w)))
		s.quality[w] = 0
	}
	one.to = int32(len(s.matches))
	at, _ := slices.BinarySearchFunc(s.spans, one, func(a, b span) int { return cmp.Compare(a.posts, b.posts) })
	s.spans = slices.Insert(s.spans, at, one)
}

// combine adds up the tokens, the one in the fewest names first. With short, a token in more names than have been
// touched is held only against those: thousands of names have a "pain", of which few are wanted that have "wrist" too.
func (s *scratch) combine(short bool) {
	s.passed = 0
	for _, one := range s.spans {
		if n := len(s.touched); short && n > 0 && one.posts > int32(n) {
			s.passed++
			s.confirm(one)
			continue
		}
		for _, m := range s.matches[one.from:one.to] {
			s.credit(m, one.token)
		}
	}
}

// exact finds the word itself, its inflections and what begins with it.
func (s *scratch) exact(q string) {
	if id, ok := s.x.ids[q]; ok {
		s.hit(id, whole)
	}
	for _, id := range s.x.stems[s.x.tongue.stem(q)] {
		s.hit(id, inflected)
	}
	for _, id := range s.x.speller.Prefix(q) {
		s.hit(id, max(76, beginning-int32(len(s.x.words[id])-len(q))))
	}
}

// rareWord is in how few names a word may be a slip that found its way into them.
const rareWord = 2

// weak tells whether the token so far has few matches, so that it may be mistyped.
func (s *scratch) weak() bool {
	for _, w := range s.hits {
		if s.quality[w] >= inflected && len(s.x.namesOf(w)) > rareWord {
			return false
		}
	}
	return len(s.hits) < 4
}

// slipped is from how many letters a word that is like no other may have two errors, as "tothace" for a toothache: it may
// have lost letters of the eight from which two are allowed in any case.
const slipped = 6

func (s *scratch) mistyped(q string) {
	s.near = s.x.speller.Typos(s.near[:0], q, text.Errors(len(q)))
	if s.x.tongue.sounds {
		s.near = s.x.speller.Sounds(s.near, q)
	}
	if len(s.near) == 0 && len(s.hits) == 0 && len(q) >= slipped {
		s.near = s.x.speller.Typos(s.near, q, 2)
	}
	for _, n := range s.near {
		quality := int32(oneError)
		switch {
		case n.Sound:
			quality = soundAlike
		case n.Distance > 1:
			quality = twoErrors
		}
		if !n.Whole {
			quality -= unfinished
		}
		if s.x.words[n.Word][0] != q[0] {
			quality -= 6
		}
		s.hit(n.Word, quality)
	}
	s.nearest()
}

// nearest drops mistyped readings that are clearly worse than the best of them.
func (s *scratch) nearest() {
	best := int32(0)
	for _, w := range s.hits {
		if s.quality[w] <= oneError {
			best = max(best, s.quality[w])
		}
	}
	kept := s.hits[:0]
	for _, w := range s.hits {
		if s.quality[w] >= best-15 || s.quality[w] > oneError {
			kept = append(kept, w)
			continue
		}
		s.quality[w] = 0
	}
	s.hits = kept
}

func (s *scratch) hit(word, quality int32) {
	if s.quality[word] == 0 {
		s.hits = append(s.hits, word)
	}
	s.quality[word] = max(s.quality[word], quality)
}

// credit adds a word's quality to the names that have it. After one or two
// letters only names that begin with it are of use.
func (s *scratch) credit(m match, token int16) {
	firstOnly := len(s.tokens) == 1 && len(s.tokens[0]) < 3
	for _, p := range s.x.namesOf(m.word) {
		n := p.of()
		if firstOnly && (!p.first() || s.x.briefs[n].penalty >= penaltyPhrase) {
			continue
		}
		t := &s.tallies[n]
		if t.stamp == 0 {
			s.touched = append(s.touched, n)
		}
		t.add(m.quality, token, p.first())
	}
}

// confirm is credit for the names that others have touched.
func (s *scratch) confirm(one span) {
	for _, m := range s.matches[one.from:one.to] {
		s.quality[m.word] = m.quality
	}
	for _, n := range s.touched {
		for _, w := range s.x.wordsOf(n) {
			if q := s.quality[w.of()]; q > 0 {
				s.tallies[n].add(q, one.token, w.first())
			}
		}
	}
	for _, m := range s.matches[one.from:one.to] {
		s.quality[m.word] = 0
	}
}

func (t *tally) add(quality int32, token int16, first bool) {
	if t.stamp != token {
		t.stamp, t.last = token, 0
		t.count++
	}
	if quality > t.last {
		t.score += quality - t.last
		t.last = quality
	}
	t.opened = t.opened || first && token == 1
}

// guess is the most words of a query that may be shown rows for less than half of them.
const guess = 3

// enough is how many rows make it needless to look at names that match fewer words.
const enough = 5

// rank scores the names and keeps the best one of each target. Names that match
// one word less than the best are taken where those are few. It is false where names count that combine passed over:
// those have at most as many tokens as it passed.
func (s *scratch) rank() bool {
	total := int16(len(s.tokens))
	most := int16(0)
	for _, n := range s.touched {
		most = max(most, s.tallies[n].count)
	}
	if s.passed > 0 && most <= s.passed {
		return false
	}
	for count := most; count >= most-1 && count > 0 && len(s.order) < enough; count-- {
		if 2*count < total && total > guess {
			break
		}
		if count <= s.passed {
			return false
		}
		for _, n := range s.touched {
			if s.tallies[n].count == count {
				s.offer(n, total)
			}
		}
	}
	for i := range s.order {
		s.order[i] = s.best[s.order[i].target]
	}
	s.pick()
	return true
}

// pick puts the best rows into top, as many as are shown. There may be hundreds, which need no order among themselves.
func (s *scratch) pick() {
	s.top = s.top[:0]
	for _, f := range s.order {
		if len(s.top) == s.limit {
			if s.x.compare(f, s.top[s.limit-1]) >= 0 {
				continue
			}
			s.top = s.top[:s.limit-1]
		}
		at, _ := slices.BinarySearchFunc(s.top, f, s.x.compare)
		s.top = slices.Insert(s.top, at, f)
	}
}

// points is the score of a name: how well the words matched, how much of the
// name they are, whether they begin it, less what reads worse.
func (s *scratch) points(m *brief, t *tally, total int16) int32 {
	p := 5*t.score/int32(total) + 60*min(int32(t.count), m.words)/m.words - m.penalty
	if t.opened {
		p += 15
	}
	if m.penalty == penaltyIllness && int32(t.count) < m.words {
		p -= penaltyIllness
	}
	return p
}

func (s *scratch) offer(n int32, total int16) {
	m, t := &s.x.briefs[n], &s.tallies[n]
	points := s.points(m, t, total)
	s.offerTarget(found{score: points, name: n + 1, target: m.target}, !m.other && t.score >= plainEnough*int32(total))
	if !m.more {
		return
	}
	for at, target := range s.x.targetsOf(&s.x.names[n])[1:] {
		f := found{score: points - 6*int32(at+1), name: n + 1, target: target, at: int32(at + 1)}
		if m.penalty != penaltyIllness {
			f.score -= penaltyParent
		}
		s.offerTarget(f, false)
	}
}

func (s *scratch) offerTarget(f found, plain bool) {
	target := &s.x.worths[f.target]
	if target.sex != clinical.AnySex && s.sex != clinical.AnySex && target.sex != s.sex {
		return
	}
	f.score += target.points
	s.better(f, plain)
}

// plainEnough is the quality per word from which a row shows its plain name even
// where another of its names matched better: "Headache", not "Headache (head pain)".
const plainEnough = 70

// better keeps the best score of a target, and its plain name where that matched well.
func (s *scratch) better(f found, plain bool) {
	old := &s.best[f.target]
	f.plain = plain || old.plain
	switch {
	case old.name == 0:
		s.order = append(s.order, f)
	case old.plain || !plain && f.score <= old.score:
		f.name, f.at = old.name, old.at
	}
	if old.name != 0 {
		f.score = max(f.score, old.score)
	}
	*old = f
}

// compare orders rows: score, then the shorter text, then the id, so that the
// order never depends on chance.
func (x *Index) compare(a, b found) int {
	if a.score != b.score {
		return int(b.score - a.score)
	}
	if d := x.length(a.name-1, a.at) - x.length(b.name-1, b.at); d != 0 {
		return d
	}
	return strings.Compare(x.targets[a.target].id, x.targets[b.target].id)
}
