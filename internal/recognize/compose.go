package recognize

import (
	"cmp"
	"slices"
	"strings"

	"anamnesis/internal/text"
)

// People name a place and a complaint in any order and with anything in between:
// "chest pain", "pain in my chest", "my chest really hurts". A phrase made of
// such words is therefore also kept as a bag of them.

// addBag keeps a phrase as a bag if it names a place, or a complaint and something
// that few phrases name. Common words in it must be there too.
func (v *vocabulary) addBag(id int32, words []string) {
	var b []bagWord
	places, states, rare := 0, 0, 0
	for _, w := range words {
		for _, bw := range v.features(w) {
			if !slices.ContainsFunc(b, func(o bagWord) bool { return o.feature == bw.feature }) {
				b = append(b, bw)
			}
		}
		f := v.dict.look(w).flags
		switch {
		case f&place != 0 || v.aching(w):
			places++
		case v.denies(w) || slices.Contains(v.dict.speech.joins, w) && w != "nor" && w != "plus":
			return // "can't", "no" and "without" belong where they stand
		case (f&(glue|skip|function) != 0 || w == "i") && f&state == 0 && !(v.dict.speech.english && slices.Contains(tellingPlace, w)):
			b = slices.DeleteFunc(b, func(o bagWord) bool { return o.stem == v.dict.look(w).stem })
		case f&state != 0:
			states++
		case f&(everyday|weak) == 0:
			rare++
		}
	}
	if places == len(b) && !slices.ContainsFunc(words, v.aching) {
		return // "knuckles of both hands" names no complaint
	}
	free := v.dict.speech.verbLast && rare > 0 && len(b) == len(words) && len(b) <= 3 // "mein Mundwinkel hängt" is "hängt mein Mundwinkel" after another word
	if (places > 0 || states > 0 && (rare > 0 || len(b) >= 3) || free) && len(b) >= 2 && len(b) <= 5 {
		v.loose = append(v.loose, looseBag{id, b, free && places == 0 && states == 0})
	}
}

// tellingPlace are small words that make another place of the one after them: below the breast is not in it.
var tellingPlace = []string{"under", "below", "beneath", "underneath", "behind", "above", "between"}

// denies tells a word that denies what follows it.
func (v *vocabulary) denies(w string) bool {
	return slices.Contains(v.dict.speech.negators, v.dict.names[v.dict.look(w).stem]) || slices.Contains(v.dict.speech.negators, w)
}

// features of a word: its class, or its stem where it has none; "headache" has
// those of "head" and of "pain".
func (v *vocabulary) features(w string) []bagWord {
	e := v.dict.learn(w)
	if part, complaint := v.dict.ache(w); part >= 0 {
		return []bagWord{{part, e.stem}, {complaint, e.stem}}
	}
	if class := v.dict.look(w).class; class >= 0 {
		return []bagWord{{class, e.stem}}
	}
	return []bagWord{{e.stem, e.stem}}
}

// aching tells a word such as "backache".
func (v *vocabulary) aching(w string) bool {
	part, _ := v.dict.ache(w)
	return part >= 0
}

// ache gives the classes of the place and the complaint in a word such as "backache", else -1.
func (d *dictionary) ache(w string) (part, complaint int32) {
	for _, t := range d.speech.tails {
		before, ok := strings.CutSuffix(w, t.letters)
		if !ok || len(before) < 3 {
			continue
		}
		if e := d.look(before); e.flags&place != 0 && e.class >= 0 {
			return e.class, d.symbol("~" + t.class)
		}
	}
	return -1, -1
}

// fileBags files each bag under the feature that fewest bags have, so that a
// text is compared with few of them.
func (v *vocabulary) fileBags() {
	count := map[int32]int{}
	for _, l := range v.loose {
		for _, w := range l.words {
			count[w.feature]++
		}
	}
	var keep []looseBag
	var key []int
	for _, l := range v.loose {
		if l.free && slices.ContainsFunc(l.words, v.alone) {
			continue // fever and chills are two things wherever they stand
		}
		at := 0
		for i, w := range l.words {
			if c := cmp.Compare(count[w.feature], count[l.words[at].feature]); c < 0 {
				at = i
			}
		}
		keep, key = append(keep, l), append(key, at)
	}
	v.bags = newBags(keep, key)
	v.loose = nil
}

// alone tells a word that is a phrase by itself.
func (v *vocabulary) alone(w bagWord) bool {
	node, ok := v.trie.step(0, w.stem)
	if !ok {
		return false
	}
	_, ok = v.trie.value(node)
	return ok
}

// reach is how many words may lie between two words of a bag.
const reach = 7

// compose finds the bags filed under the features of word i, and under the wider
// places that it lies in: a base without wrists has joints.
func (s *scratch) compose(i int) {
	w := &s.words[i]
	if w.flags&blocked != 0 {
		return
	}
	for _, f := range w.features {
		if f >= 0 {
			s.fillAll(i, f, 0)
		}
	}
	if w.like.feature >= 0 {
		s.fillAll(i, w.like.feature, 0)
	}
	if s.r.nested.has(w.features[0]) {
		for n, f := range s.r.wider[w.features[0]] {
			s.fillAll(i, f, int8(n+1))
		}
	}
}

func (s *scratch) fillAll(i int, feature int32, wider int8) {
	around := stretch(i-reach, 2*reach+1)
	for _, b := range s.r.vocab.bags.of(feature) {
		if s.places.of(b.feature)&around == 0 || b.n > 1 && !s.hasAll(around, b) {
			continue
		}
		for _, side := range [...]int{0, -1, 1} { // nearest first, then whichever side holds together
			s.found = slices.Grow(s.found, 1)[:len(s.found)+1]
			found, ok := s.fill(&s.found[len(s.found)-1], i, b, feature, wider, side)
			if !ok {
				s.found = s.found[:len(s.found)-1]
			}
			if ok || !found {
				break
			}
		}
	}
}

// hasAll tells whether all other features of a bag may be among some words.
func (s *scratch) hasAll(around uint64, b bag) bool {
	for _, w := range s.r.vocab.bags.others(b) {
		if s.places.of(w.feature)&around == 0 {
			return false
		}
	}
	return true
}

// fill looks for the bag's other words around word i, nearest first, or on one side only.
// It tells whether it found them, and whether they hold together.
func (s *scratch) fill(c *candidate, i int, b bag, key int32, wider int8, side int) (found, ok bool) {
	*c = candidate{phrase: b.phrase, first: int32(i), last: int32(i), key: int32(i), loose: true, wider: wider, at: [maxAt]int32{int32(i)}, n: 1}
	if w := &s.words[i]; w.like.feature >= 0 && wider == 0 && key == w.like.feature {
		c.slip = int32(i + 1)
	}
	others := s.r.vocab.bags.others(b)
	for _, bw := range others {
		j, exact := s.nearest(i, bw, side)
		if j < 0 {
			return side != 0 && s.r.vocab.phrases[b.phrase].grid, false
		}
		if exact {
			c.bonus++
		}
		if j != i {
			c.add(int32(j))
		}
		if s.words[j].features[1] == s.r.pain && s.words[j].features[0] == bw.feature && key != s.r.pain && !slices.ContainsFunc(others, func(o bagWord) bool { return o.feature == s.r.pain }) {
			return false, false // a toothache is more than a tooth
		}
		if s.words[j].like.feature == bw.feature && s.words[j].features[0] != bw.feature {
			c.slip = int32(j + 1)
		}
	}
	for _, j := range c.at[:c.n] {
		if s.r.colors.has(s.words[j].features[0]) && s.colors(int(j), c) {
			return true, false
		}
	}
	if c.slip > 0 && s.unitAt(int(c.slip)-1) {
		return false, false // both arms for a week
	}
	if !s.glued(c) || (wider > 0 || c.slip > 0) && c.n < 2 {
		return true, false
	}
	c.score = s.scoreOf(c)
	return true, true
}

// nearest gives the word closest to i that has the feature, and whether it is
// the phrase's own word and not only one of its class.
func (s *scratch) nearest(i int, bw bagWord, side int) (int, bool) {
	at := s.places.of(bw.feature)
	for d := 0; d <= reach; d++ {
		for n, j := range [...]int{i + d, i - d} {
			if at>>(uint(j)&63)&1 == 0 {
				continue
			}
			if n == 0 && d > 1 && s.bears(i-d, bw) && s.parted(i, j) && !s.parted(i-d, i) && side <= 0 {
				continue // of two as near, the one on this side of an "and"
			}
			if j < 0 || j >= len(s.words) || (j-i)*side < 0 || s.words[j].sentence != s.words[i].sentence || s.words[j].flags&blocked != 0 {
				continue
			}
			if s.bears(j, bw) || j == i && s.words[j].features[1] == bw.feature { // the pain of "headache" is no other place's
				return j, s.words[j].stem == bw.stem || bw.stem == anyStem
			}
		}
	}
	return -1, false
}

// ownPlace tells a complaint that stands right before another place and not right after the reading's own.
func (s *scratch) ownPlace(c *candidate, j int) bool {
	if j+1 >= len(s.words) || s.words[j].flags&state == 0 || s.words[j].flags&place != 0 || j > 0 && c.uses(int32(j-1)) && s.words[j].before == 0 {
		return false
	}
	next := &s.words[j+1]
	return next.before == 0 && next.flags&place != 0 && next.flags&(small|blocked) == 0 && !c.uses(int32(j+1))
}

// colorList are the classes of colors, coloredList those of what has one of its own, whatever place it is on.
const (
	colorList   = "red yellow white green black blue purple"
	coloredList = "rash lump blister ulcer discharge spot gunk phlegm fluid ring"
)

// colors tells a color of the next word that the reading leaves out: of "yellow discharge
// from my eyes" the eyes are not yellow.
func (s *scratch) colors(j int, c *candidate) bool {
	return j+1 < len(s.words) && s.words[j+1].before == 0 && !c.uses(int32(j+1)) && s.r.colored.has(s.words[j+1].features[0])
}

// bears tells whether word j has the feature, or is typed for one that has.
func (s *scratch) bears(j int, bw bagWord) bool {
	return j >= 0 && j < len(s.words) && (s.words[j].features[0] == bw.feature || s.words[j].like.feature == bw.feature)
}

// parted tells an "and" or comma between two words.
func (s *scratch) parted(i, j int) bool {
	for k := i + 1; k <= j && k < len(s.words); k++ {
		if s.words[k].joins || s.words[k].before&text.Comma != 0 {
			return true
		}
	}
	return false
}

// glued checks that only small words, qualities and other places stand between
// the words of a bag, and a comma only in a list of places.
func (s *scratch) glued(c *candidate) bool {
	for j := c.first; j <= c.last; j++ {
		w := &s.words[j]
		if k := s.kindsAt(int(j)); !s.r.speech.english && j > c.first && (k.has(cueEnd) || k.has(cueStop)) && !c.uses(j) && !s.is(int(j), roleWorse) {
			return false // kein Ausschlag, nur Jucken
		}
		if j > c.first && w.before&(text.Comma|text.Dash|text.Colon|text.Bracket) != 0 && !s.listed(int(j)) {
			return false
		}
		if w.surface == s.r.known.i && s.is(int(j)-1, roleWorse) {
			continue // "burning when I pee"
		}
		if w.joins && !s.listed(int(j)) || j > c.first && s.leaves(c, int(j)) {
			return false
		}
		if w.joins || j > c.first && w.before&text.Comma != 0 {
			c.apart = true
		}
		if j > c.first && w.surface == s.r.known.no {
			return false // "pregnant, no bleeding" names two things
		}
		if c.uses(j) && s.ownPlace(c, int(j)) {
			return false // body aches sore throat
		}
		if c.uses(j) || w.flags&(small|detail|place) != 0 && w.flags&breaks == 0 || w.number || w.negates || !s.r.speech.english && s.timed(int(j)) {
			continue
		}
		if w.joins {
			continue
		}
		if w.flags&state != 0 && s.listed(int(j)) {
			continue
		}
		return false
	}
	return !c.apart || s.r.vocab.phrases[c.phrase].grid || !s.twoPlaces(c)
}

// twoPlaces tells a reading of two places, which no "and" may part: a "sore throat and swollen glands" are not glands in the throat.
func (s *scratch) twoPlaces(c *candidate) bool {
	if !s.r.speech.english {
		return false
	}
	class := int32(-1)
	for _, j := range c.at[:c.n] {
		if w := &s.words[j]; w.flags&place != 0 && w.class >= 0 && !s.r.fluid.has(w.class) {
			if class >= 0 && class != w.class {
				return true
			}
			class = w.class
		}
	}
	return false
}

// leaves tells a new clause at word j after one of which it was said what cannot be done: "can't pee, and my back is agony".
func (s *scratch) leaves(c *candidate, j int) bool {
	if s.words[j].clause == s.words[j-1].clause {
		return false
	}
	for k := int(c.first) - 1; k >= 0 && k >= int(c.first)-2 && s.words[k].clause == s.words[j-1].clause; k-- {
		if s.words[k].stem == s.r.known.cantStem {
			return true
		}
	}
	return false
}

// listed tells whether the words on both sides of a comma or "and" at j are
// places or states: "my arms, legs and back", "red and sore".
func (s *scratch) listed(j int) bool {
	return s.nearKind(j-1, -1) && s.nearKind(j, 1)
}

func (s *scratch) nearKind(j, step int) bool {
	for n := 0; n < 4 && j >= 0 && j < len(s.words); n, j = n+1, j+step {
		f := s.words[j].flags
		if f&(place|state) != 0 || s.words[j].features[1] >= 0 {
			return true
		}
		if f&(drop|detail|skip) == 0 && !s.words[j].joins {
			return false
		}
	}
	return false
}

// newWider reads which place lies within which.
func newWider(d *dictionary) map[int32][]int32 {
	wider := map[int32][]int32{}
	eachRow(d.speech.within, func(w []string) {
		part := d.symbol("~" + w[0])
		wider[part] = append(wider[part], d.symbol("~"+w[1]))
	})
	return wider
}
