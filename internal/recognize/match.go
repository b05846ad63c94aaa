package recognize

import (
	"cmp"
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// maxAt is the most words of its own that a candidate remembers.
const maxAt = 12

// candidate is one possible reading of some words.
type candidate struct {
	phrase      int32
	first, last int32
	key         int32 // the word that no other mention may claim
	loose       bool  // composed, not in order
	list        bool  // skipped an item of a list: "can't taste or smell"
	swaps       int8  // words matched by their class only
	slip        int32 // word read as the one it is often typed for, plus one
	wider       int8  // composed of a wider place than was said
	bonus       int8
	nearly      bool // holds most of its phrase, see soft.go
	apart       bool // composed across a comma or "and"
	past        bool // skipped the place it is at
	denied      bool // skipped a denial: "mir ist nicht schlecht"
	n           int8
	at          [maxAt]int32 // the phrase's own words
	score       int32
}

func (c *candidate) add(j int32) {
	if c.n < maxAt {
		c.at[c.n] = j
		c.n++
	}
	c.first, c.last = min(c.first, j), max(c.last, j)
}

func (c *candidate) uses(j int32) bool { return slices.Contains(c.at[:c.n], j) }

// match finds the phrases that begin at word i, skipping small words and
// qualities between their words but never across the end of a sentence.
func (s *scratch) match(i int) {
	w := &s.words[i]
	if w.surface < 0 {
		if id, ok := s.r.vocab.compounds[s.tokens[i].Text]; ok {
			s.keep(candidate{phrase: id, first: int32(i), last: int32(i), key: int32(i), n: 1, at: [maxAt]int32{int32(i)}})
		}
	} else if n, ok := s.r.vocab.lone.number(w.surface); ok {
		id := s.r.vocab.lonePhrases[n]
		s.keep(candidate{phrase: id, first: int32(i), last: int32(i), key: int32(i), n: 1, bonus: 3, at: [maxAt]int32{int32(i)}})
	}
	if w.stem < 0 && w.like.stem < 0 {
		return
	}
	if s.opening(w) {
		s.steps = 0
		s.walk(0, i, 0, candidate{first: int32(i), last: int32(i), key: int32(i)})
	}
}

// opening tells whether any phrase begins with a word.
func (s *scratch) opening(w *word) bool {
	roots := &s.r.vocab.trie.roots
	return roots.set.has(w.stem) || roots.set.has(w.class) || roots.set.has(w.like.stem)
}

// maxSteps bounds the search from one word; real texts need a tenth of it.
const maxSteps = 64

// walk follows the trie from word j. A small word may be one of the phrase's own
// ("hair is thinning") or be skipped ("hair is falling out"), so both are tried.
func (s *scratch) walk(node int32, j, skipped int, c candidate) {
	if s.steps++; j >= len(s.words) || s.steps > maxSteps {
		return
	}
	x := &s.words[j]
	if opening := c.n == 0; !opening && (x.sentence != s.words[c.first].sentence || x.before&(text.Comma|text.Colon|text.Dash|text.Bracket) != 0 && !s.subordinate(j) && !s.verdict(j, c.n)) {
		return
	}
	if next, ok := s.r.vocab.trie.step(node, x.stem); ok {
		s.advance(next, j, c)
	}
	if next, ok := s.r.vocab.trie.step(node, x.class); ok {
		d := c
		d.swaps++
		s.advance(next, j, d)
	}
	if next, ok := s.r.vocab.trie.step(node, x.like.stem); ok {
		d := c
		d.slip = int32(j + 1)
		s.advance(next, j, d)
	}
	if c.n > 0 && skipped < 4 && s.skippable(j) {
		s.walk(node, j+1, skipped+1, c)
	}
	if next := s.pastPlace(j); c.n > 0 && next > j && skipped == 0 {
		d := c
		d.past = true
		s.walk(node, next, 2, d)
	}
	if next := s.pastDenial(j); c.n > 0 && next > j && !c.denied {
		d := c
		d.denied = true
		s.walk(node, next, skipped+1, d)
	}
	if c.n > 0 && !c.list && s.itemAt(j) {
		c.list = true
		s.walk(node, j+2, skipped+1, c)
	}
}

// verdict tells how something is after a dash or colon of a note: "Temp - normal", "Appetite: good".
func (s *scratch) verdict(j int, n int8) bool {
	return n <= 2 && s.r.speech.english && s.words[j].before&^(text.Dash|text.Colon) == 0 && s.r.verdicts.has(s.words[j].surface)
}

// subordinate tells a comma that only parts a condition from its main clause, where a language writes one there:
// "es tut weh, wenn ich drücke".
func (s *scratch) subordinate(j int) bool {
	return s.r.speech.verbLast && s.words[j].before == text.Comma && s.is(j, roleWorse)
}

// pastPlace gives the word after a place told between the words of a phrase, and after a "which" or "that" there: "a mole on
// my left shoulder that has changed". It is j where there is none.
func (s *scratch) pastPlace(j int) int {
	d := &s.r.deeds
	if !s.r.speech.english || s.words[j].before != 0 || !d.on.has(s.words[j].surface) && !s.follows(j, "inside") && !s.follows(j, "at") && !s.follows(j, "behind") {
		return j
	}
	k := j + 1
	for k < len(s.words) && k < j+5 && s.words[k].before == 0 && (d.possessives.has(s.words[k].surface) || s.determiner(k) || d.sides.has(s.words[k].surface) || s.words[k].flags&detail != 0 || s.follows(k, "of")) && s.words[k].class < 0 {
		k++
	}
	if k == j+1 || k >= len(s.words) || s.words[k].before != 0 || s.words[k].flags&place == 0 {
		return j
	}
	k++
	if s.follows(k, "which") || s.follows(k, "that") || s.follows(k, "it") {
		k++
	}
	return k
}

// pastDenial gives the word after a denial at word j, in languages that put it before the last word: "mir ist nicht
// mehr schlecht". It is j where there is none.
func (s *scratch) pastDenial(j int) int {
	w := &s.words[j]
	if !s.r.speech.verbLast || !w.negates || w.used || w.before != 0 || w.cue < 0 {
		return j
	}
	next := int(s.hits[w.cue].last) + 1
	if more := s.r.speech.own["more"]; more != "" && s.follows(next, more) {
		next++
	}
	return next
}

// advance takes word j as the phrase's next, which led to a node.
func (s *scratch) advance(next int32, j int, c candidate) {
	c.add(int32(j))
	if id, ok := s.r.vocab.trie.value(next); ok && (c.slip == 0 || c.n > 1) {
		c.phrase = id
		s.keep(c)
	}
	s.walk(next, j+1, 0, c)
}

// itemAt tells the first of two things joined: "taste or smell".
func (s *scratch) itemAt(j int) bool {
	if j+2 >= len(s.words) || !s.words[j+1].joins || s.words[j+1].before != 0 || s.words[j+2].before != 0 {
		return false
	}
	a, b := &s.words[j], &s.words[j+2]
	return a.flags&(breaks|function) == 0 && a.cue < 0 && b.flags&function == 0 && b.cue < 0
}

// skippable tells a word that may stand between those of a phrase.
func (s *scratch) skippable(j int) bool {
	x := &s.words[j]
	if x.flags&breaks != 0 || x.negates {
		return false
	}
	return x.flags&(drop|skip|detail) != 0 || x.number || s.unitAt(j)
}

// keep takes a candidate that the person's sex and the sentence allow.
func (s *scratch) keep(c candidate) {
	p := &s.r.vocab.phrases[c.phrase]
	if p.content == 1 && s.words[c.key].flags&blocked != 0 || s.inIdiom(&c) || c.past && (p.kind != KindConcept || !s.r.deeds.anywhere[p.id]) {
		return
	}
	if p.exact && p.factorish && !s.habit(int(c.last)+1) {
		return // "I drink" is not "I drink something cold"
	}
	if p.capitals && (!s.shouts(&s.tokens[c.key]) || c.key > 0 && s.words[c.key-1].number) || p.exact && !s.plurals(&c, p) {
		return
	}
	if p.weak && !p.capitals && !s.licensed(int(c.key), p) || p.capitals && s.exclaimed(int(c.key)) || p.idle && (!s.felt(int(c.first)) || !s.closes(int(c.last)+1)) {
		return
	}
	if p.content == 1 && !s.r.speech.english && s.r.colors.has(s.words[c.key].features[0]) && s.colors(int(c.key), &c) {
		return // of "juckender Ausschlag" the itching is the rash's
	}
	if c.swaps > 0 && !s.bearsPronoun(&c) {
		return
	}
	c.score = s.scoreOf(&c)
	s.found = append(s.found, c)
}

// exclaimed tells a word that is called out and no abbreviation: "HA!", "HA HA".
func (s *scratch) exclaimed(k int) bool {
	end := s.tokens[k].To
	return end < len(s.input) && s.input[end] == '!' || s.follows(k+1, s.tokens[k].Text) || s.follows(k-1, s.tokens[k].Text)
}

// plurals holds an exact phrase to its plural: "round the bend" is not "the bends".
func (s *scratch) plurals(c *candidate, p *phrase) bool {
	return !p.plural || strings.HasSuffix(s.tokens[c.last].Text, "s")
}

// inIdiom tells a reading that takes words out of an idiom: of "cold shoulder" neither
// the cold nor the shoulder is meant. One that covers all of the idiom says more than it.
func (s *scratch) inIdiom(c *candidate) bool {
	all := true
	for _, j := range c.at[:c.n] {
		w := &s.words[j]
		if w.flags&blocked == 0 {
			all = false
			continue
		}
		if h := &s.hits[w.cue]; (h.first < c.first || h.last > c.last) && (s.vivid(h) || w.flags&place != 0 && s.follows(int(h.last), "of")) {
			return true
		}
	}
	return all
}

// vivid tells an idiom of at least two words of content: "cold shoulder", not "back of".
func (s *scratch) vivid(h *hit) bool {
	n := 0
	for j := h.first; j <= h.last; j++ {
		if s.words[j].flags&small == 0 {
			n++
		}
	}
	return n > 1
}

// scoreOf ranks readings: more words explained, then in order before composed,
// then compact before spread out.
func (s *scratch) scoreOf(c *candidate) int32 {
	p := &s.r.vocab.phrases[c.phrase]
	n := s.weight(c)
	if p.exact {
		n = 100 // "my stomach" says no more than "stomach"
	}
	score := n + int32(c.bonus)*4 - 3*int32(p.rank)
	if !c.loose {
		score += 30
	}
	if c.apart {
		score -= 8
	}
	if p.grid {
		score += gridBonus
	}
	if c.slip > 0 {
		score -= 20
	}
	if c.list {
		score -= 5
	}
	score -= 7 * int32(c.swaps)
	return score - 6*(c.last-c.first+1-int32(c.n)) - 50*int32(c.wider)
}

// weight counts a reading's own words, common ones less: "found a lump" says less
// than "lump in my testicle".
func (s *scratch) weight(c *candidate) int32 {
	n := int32(0)
	for _, j := range c.at[:c.n] {
		n += 100
		if f := s.words[j].flags; f&(everyday|function) != 0 && f&(place|state|detail) == 0 {
			n -= 40
		}
	}
	return n
}

// resolve chooses readings that do not claim the same word, best first. Two
// composed readings may share what is wrong, not where: "arms and legs ache".
func (s *scratch) resolve() {
	s.rank()
	s.mentions = s.mentions[:0]
	for i := range s.measured {
		s.take(s.measured[i])
	}
	for _, r := range s.ranks {
		c := &s.found[r.at]
		if s.fits(c) && s.allowed(c.phrase) && len(s.mentions) < maxMentions {
			if s.r.speech.english {
				s.single(c)
			}
			s.claimBesides(c)
			s.claim(c)
		}
	}
	s.dropBare()
	s.order()
}

// rank is the place of a candidate, smaller ones first: by score, then by place in the text, then by phrase.
type rank struct {
	key uint64
	at  int32
}

// rank orders the candidates, which are large, by their ranks.
func (s *scratch) rank() {
	s.ranks = s.ranks[:0]
	for i := range s.found {
		c := &s.found[i]
		key := uint64(1<<23-int64(c.score))<<40 | uint64(c.first)&(1<<18-1)<<22 | uint64(c.phrase)&(1<<22-1)
		s.ranks = append(s.ranks, rank{key, int32(i)})
	}
	slices.SortFunc(s.ranks, func(a, b rank) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return int(a.at - b.at)
	})
}

// order puts the mentions in the order of the text and marks their words as theirs.
func (s *scratch) order() {
	slices.SortStableFunc(s.mentions, func(a, b mention) int { return cmp.Compare(a.first, b.first) })
	for i := range s.mentions {
		for _, j := range s.mentions[i].at[:s.mentions[i].n] {
			s.words[j].owner = int32(i)
		}
	}
}

// maxMentions bounds the answer for a text that is nothing but symptoms.
const maxMentions = 400

// fits tells whether a reading's words are free. A composed one may share some,
// but not all, with others: a complaint in a list of places ("arms and legs
// ache"), a place in a list of complaints ("my eye is red and sore").
func (s *scratch) fits(c *candidate) bool {
	free := false
	for _, j := range c.at[:c.n] {
		w := &s.words[j]
		switch {
		case !w.used:
			free = free || w.flags&(state|place) != 0 || j == c.key || c.list
		case w.shared:
		case c.list:
			if j == c.at[c.n-1] {
				return false
			}
		case !c.loose:
			return false
		case w.flags&state != 0 && s.spansList(c, place), w.flags&place != 0 && (s.spansList(c, state) || s.inList(c)):
		default:
			return false
		}
	}
	return free || !c.loose && !c.list
}

// habit tells whether what somebody is or does is said for good: "I drink", "I smoke a lot".
func (s *scratch) habit(j int) bool {
	if j >= len(s.words) || s.words[j].before != 0 || s.words[j].joins || s.words[j].number || s.words[j].cue >= 0 {
		return true
	}
	if s.follows(j, "a") {
		return s.follows(j+1, "lot") || s.follows(j+1, "pack") || s.follows(j+1, "packet") || s.follows(j+1, "bit") || s.follows(j+1, "few") || s.follows(j+1, "couple") || s.follows(j+1, "baby")
	}
	return s.r.habits.has(s.words[j].surface)
}

// inList tells a composed reading whose complaint is joined to another: "itchy and
// crusty", "heavy painful periods", "red, hot, swollen leg".
func (s *scratch) inList(c *candidate) bool {
	for _, j := range c.at[:c.n] {
		if w := &s.words[j]; !w.used && w.flags&state != 0 && (s.joinedState(int(j), -1) || s.joinedState(int(j), 1)) {
			return true
		}
	}
	return false
}

// joinedState tells whether the next word on one side, past a joining word or a quality, is a complaint.
func (s *scratch) joinedState(j, step int) bool {
	for k := j + step; k >= 0 && k < len(s.words) && (k-j)*step <= 2; k += step {
		if s.words[max(k, k-step)].before&^text.Hyphen&^text.Comma != 0 {
			return false
		}
		if s.words[k].flags&state != 0 {
			return true
		}
		if !s.words[k].joins && s.words[k].flags&detail == 0 {
			return false
		}
	}
	return false
}

// spansList tells whether a reading spans an "and" or comma between two words of
// one sort.
func (s *scratch) spansList(c *candidate, sort flags) bool {
	for i := c.first + 1; i <= c.last; i++ {
		w := &s.words[i]
		if sort == state && w.flags&state != 0 && s.words[i-1].flags&state != 0 && w.before&^text.Hyphen == 0 {
			return true // a painful red eye
		}
		if (w.joins || w.before&(text.Comma|text.Slash) != 0) && s.sortBy(int(i)-1, -1, sort) && s.sortBy(int(i), 1, sort) {
			return true
		}
	}
	return false
}

// sortBy looks from word j for the first telling word and compares its sort.
func (s *scratch) sortBy(j, step int, sort flags) bool {
	for n := 0; n < 4 && j >= 0 && j < len(s.words); n, j = n+1, j+step {
		w := &s.words[j]
		if f := w.flags & (place | state); f != 0 {
			return f&sort != 0
		}
		if w.flags&(drop|detail|skip|glue) == 0 && !w.joins {
			return false
		}
	}
	return false
}

func (s *scratch) allowed(phrase int32) bool {
	p := &s.r.vocab.phrases[phrase]
	switch p.kind {
	case KindConcept:
		return s.r.fits(s.r.base.Concepts[p.id].Sex, s.sex)
	case KindCondition:
		return s.r.fits(s.r.base.Conditions[p.id].Sex, s.sex)
	}
	return true
}

func (s *scratch) claim(c *candidate) {
	m := mention{candidate: *c, target: s.r.vocab.phrases[c.phrase].target, days: -1}
	if m.kind == KindConcept {
		m.concept = kb.ConceptID(m.id)
		if of := s.r.base.Concepts[m.id].AttributeOf; of != kb.None {
			m.attribute(m.concept)
			m.concept = of
			m.bare = s.r.vocab.phrases[c.phrase].bare
		}
	}
	m.why(s.r.vocab.reasonOf(&s.r.vocab.phrases[c.phrase]))
	m.negated = s.r.vocab.phrases[c.phrase].denies
	if c.slip > 0 {
		m.why("spelling: " + s.tokens[c.slip-1].Text + " as " + s.words[c.slip-1].like.word)
	}
	s.ownOnly(&m)
	s.take(m)
}

// take keeps a mention and marks its words as used.
func (s *scratch) take(m mention) {
	for _, j := range m.at[:m.n] {
		s.words[j].used = true
		s.words[j].shared = s.words[j].shared || m.list && j != m.last
		if s.r.speech.verbLast && m.apart && s.words[j].flags&state != 0 {
			s.words[j].shared = true // "mir tut die Brust weh und der linke Arm"
		}
		if s.words[j].fixed != "" {
			m.fixed = j + 1
		}
	}
	s.mentions = append(s.mentions, m)
}

// ownOnly leaves a mention the words that no other has claimed, so that spans
// do not overlap.
func (s *scratch) ownOnly(m *mention) {
	own := candidate{phrase: m.phrase, key: m.key, loose: m.loose, nearly: m.nearly, list: m.list, apart: m.apart, denied: m.denied, slip: m.slip, score: m.score, first: m.last, last: m.first}
	for _, j := range m.at[:m.n] {
		if !s.words[j].used {
			own.add(j)
		}
	}
	if own.n > 0 {
		m.candidate = own
	}
}
