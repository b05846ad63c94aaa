package suggest

import (
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
	s.rank()
	return s.rows()
}

// scratch is the working memory of one search.
type scratch struct {
	shown   []text.Token // words of the row being rendered
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
	score   []int32 // by name, quality summed over tokens
	last    []int32 // by name, quality of the current token
	stamp   []int16 // by name, the token that touched it last, plus one
	count   []int16 // by name, tokens matched
	opened  []bool  // by name, its first word matched
	touched []int32 // names
	best    []found // by target
	order   []found // rows found
	top     []found // the best of them, ranked
	out     []byte
	ends    []int
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
	return &scratch{x: x, quality: make([]int32, w), marked: make([]bool, w), score: make([]int32, n), last: make([]int32, n),
		stamp: make([]int16, n), count: make([]int16, n), opened: make([]bool, n), best: make([]found, len(x.targets))}
}

// reset clears what the search before left and reads the query.
func (s *scratch) reset(query string, sex clinical.Sex, limit int) {
	for _, w := range s.lit {
		s.marked[w] = false
	}
	for _, n := range s.touched {
		s.score[n], s.last[n], s.stamp[n], s.count[n], s.opened[n] = 0, 0, 0, 0, false
	}
	for _, f := range s.order {
		s.best[f.target] = found{}
	}
	s.lit, s.touched, s.order, s.top = s.lit[:0], s.touched[:0], s.order[:0], s.top[:0]
	s.sex, s.limit = sex, limit
	s.typed, _ = text.Tokenize(s.typed[:0], query)
	s.read()
}

// read picks the words that count: not the small ones, unless there is nothing else.
func (s *scratch) read() {
	s.tokens = s.tokens[:0]
	for _, keep := range [...]bool{false, true} {
		for _, t := range s.typed {
			if (keep || !stop[t.Text]) && len(s.tokens) < maxTokens {
				s.tokens = append(s.tokens, text.American(t.Text))
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

// gather finds the words near one token and adds their names.
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
	for _, w := range s.hits {
		if s.quality[w] >= inflected {
			s.quality[w] += s.x.rarity[w]
		}
	}
	for _, w := range s.hits {
		if !s.marked[w] {
			s.marked[w] = true
			s.lit = append(s.lit, w)
		}
		s.credit(w, int16(i+1), len(q) < 3 && len(s.tokens) == 1)
		s.quality[w] = 0
	}
}

// exact finds the word itself, its inflections and what begins with it.
func (s *scratch) exact(q string) {
	if id, ok := s.x.ids[q]; ok {
		s.hit(id, whole)
	}
	for _, id := range s.x.stems[text.Stem(q)] {
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
		if s.quality[w] >= inflected && len(s.x.posts[w]) > rareWord {
			return false
		}
	}
	return len(s.hits) < 4
}

func (s *scratch) mistyped(q string) {
	s.near = s.x.speller.Typos(s.near[:0], q, text.Errors(len(q)))
	s.near = s.x.speller.Sounds(s.near, q)
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
func (s *scratch) credit(word int32, token int16, firstOnly bool) {
	q := s.quality[word]
	for _, p := range s.x.posts[word] {
		if firstOnly && (!p.first || s.x.names[p.name].penalty >= penaltyPhrase) {
			continue
		}
		n := p.name
		if s.stamp[n] == 0 {
			s.touched = append(s.touched, n)
		}
		if s.stamp[n] != token {
			s.stamp[n], s.last[n] = token, 0
			s.count[n]++
		}
		if q > s.last[n] {
			s.score[n] += q - s.last[n]
			s.last[n] = q
		}
		s.opened[n] = s.opened[n] || p.first && token == 1
	}
}

// guess is the most words of a query that may be shown rows for less than half of them.
const guess = 3

// enough is how many rows make it needless to look at names that match fewer words.
const enough = 5

// rank scores the names and keeps the best one of each target. Names that match
// one word less than the best are taken where those are few.
func (s *scratch) rank() {
	total := int16(len(s.tokens))
	most := int16(0)
	for _, n := range s.touched {
		most = max(most, s.count[n])
	}
	for count := most; count >= most-1 && count > 0 && len(s.order) < enough; count-- {
		if 2*count < total && total > guess {
			break
		}
		for _, n := range s.touched {
			if s.count[n] == count {
				s.offer(n, s.points(n, total))
			}
		}
	}
	for i := range s.order {
		s.order[i] = s.best[s.order[i].target]
	}
	s.pick()
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
func (s *scratch) points(n int32, total int16) int32 {
	m := &s.x.names[n]
	p := 5*s.score[n]/int32(total) + 60*min(int32(s.count[n]), m.words)/m.words - m.penalty
	if s.opened[n] {
		p += 15
	}
	if m.penalty == penaltyIllness && int32(s.count[n]) < m.words {
		p -= penaltyIllness
	}
	return p
}

func (s *scratch) offer(n, points int32) {
	m := &s.x.names[n]
	for at, t := range m.targets {
		target := &s.x.targets[t]
		if target.sex != clinical.AnySex && s.sex != clinical.AnySex && target.sex != s.sex {
			continue
		}
		f := found{score: points + target.common - target.penalty - 6*int32(at), name: n + 1, target: t, at: int32(at)}
		if at > 0 && m.penalty != penaltyIllness {
			f.score -= penaltyParent
		}
		s.better(f, !m.other && at == 0 && s.score[n] >= plainEnough*int32(len(s.tokens)))
	}
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
	if d := len(x.names[a.name-1].shown[a.at]) - len(x.names[b.name-1].shown[b.at]); d != 0 {
		return d
	}
	return strings.Compare(x.targets[a.target].id, x.targets[b.target].id)
}
