package recognize

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"anamnesis/internal/kb"
)

// Some of what people write is nearly a phrase: a word more, a word less, another order.
// Where a clause has no reading at all, the phrase of a finding that it holds most of is
// taken, if what it lacks is little and the clause names no other place or complaint.

// softPhrase is a phrase by the features of its words.
type softPhrase struct {
	phrase int32
	total  float32 // weight of the features
	from   int32   // softPhrases.features from here on are its own
	n      int8
	needs  int8 // so many more follow: of what tells more of a complaint those that name it, one of which must be there
}

// softPhrases finds phrases by what they share with a clause. A phrase is filed under its rarest features, as many as a
// clause cannot do without that shares enough of it.
type softPhrases struct {
	all      []softPhrase
	features []int32
	known    symbolIndex // the features that count
	weights  []float32   // by number of a feature
	first    []int32     // by number of a feature: its first in filed; one more at the end
	filed    []int32     // phrases
}

// Bounds of the search and of what counts as nearly.
const (
	softCommon = 600 // a feature of more phrases does not count
	softShare  = .8
	softWords  = 24
)

func (r *Recognizer) indexSoft() {
	x := &r.soft
	for i := range r.vocab.phrases {
		p := &r.vocab.phrases[i]
		if p.kind != KindConcept || p.grid || p.exact || p.idle || p.content < 2 || !r.base.Concepts[p.id].Kind.Finding() {
			continue
		}
		s := r.phraseText(p)
		if s == "" {
			continue
		}
		toks := r.dict.tokens(s)
		if r.denyingIn(toks) {
			continue
		}
		if f := r.featuresIn(toks); len(f) >= 2 && len(f) <= 6 {
			needs, ok := r.namingOf(p, f)
			if !ok {
				continue
			}
			x.all = append(x.all, softPhrase{phrase: int32(i), from: int32(len(x.features)), n: int8(len(f)), needs: int8(len(needs))})
			x.features = append(append(x.features, f...), needs...)
		}
	}
	x.all, x.features = clipped(x.all), clipped(x.features)
	x.file()
}

// featuresOf are those of a phrase's words.
func (x *softPhrases) featuresOf(p *softPhrase) []int32 {
	return x.features[p.from : p.from+int32(p.n)]
}

// needsOf are those of which one must be there, if there are any.
func (x *softPhrases) needsOf(p *softPhrase) []int32 {
	return x.features[p.from+int32(p.n) : p.from+int32(p.n)+int32(p.needs)]
}

// file weighs the features and files the phrases.
func (x *softPhrases) file() {
	count := map[int32]int{}
	for i := range x.all {
		for _, f := range x.featuresOf(&x.all[i]) {
			count[f]++
		}
	}
	weight := func(f int32) float32 { return float32(math.Log(float64(len(x.all)) / float64(count[f]))) }
	var counted symbolSet
	for f, n := range count {
		if n <= softCommon {
			counted.add(f)
		}
	}
	x.known = newSymbolIndex(counted)
	x.weights = make([]float32, x.known.len())
	under := make([][]int32, len(x.weights))
	for i := range x.all {
		p := &x.all[i]
		rare, left := []int32{}, float32(0)
		for _, f := range x.featuresOf(p) {
			p.total += weight(f)
			if n, ok := x.known.number(f); ok {
				x.weights[n] = weight(f)
				rare, left = append(rare, n), left+weight(f)
			}
		}
		slices.SortStableFunc(rare, func(a, b int32) int { return cmp.Compare(x.weights[b], x.weights[a]) })
		for _, n := range rare {
			if left < (softShare-.01)*p.total { // what is left is not enough, however it is rounded
				break
			}
			under[n] = append(under[n], int32(i))
			left -= x.weights[n]
		}
	}
	for _, list := range under {
		x.first = append(x.first, int32(len(x.filed)))
		x.filed = append(x.filed, list...)
	}
	x.first = append(x.first, int32(len(x.filed)))
	x.filed = clipped(x.filed)
}

// namingOf gives the features of a phrase that name the complaint which it tells more of; false where it has none of those.
func (r *Recognizer) namingOf(p *phrase, features []int32) ([]int32, bool) {
	c := &r.base.Concepts[p.id]
	if c.AttributeOf == kb.None || !dependent(c.Dimension) {
		return nil, true
	}
	own := r.featuresOf(&r.base.Concepts[c.AttributeOf])
	var needs []int32
	for _, f := range features {
		if own[f] {
			needs = append(needs, f)
		}
	}
	return needs, len(needs) > 0
}

// phraseText is the wording of a phrase, "" for one that has none.
func (r *Recognizer) phraseText(p *phrase) string {
	const lead = "phrase: "
	if text, ok := strings.CutPrefix(r.vocab.reasonOf(p), lead); ok {
		return text
	}
	return ""
}

// soften adds a reading for each clause, or stretch between the readings of a clause, that has none.
func (s *scratch) soften() {
	had := len(s.mentions)
	for i := 0; i < len(s.words); {
		j, content := i, 0
		for ; j < len(s.words) && s.words[j].clause == s.words[i].clause && s.words[j].owner < 0; j++ {
			if s.contentful(j) {
				content++
			}
		}
		if content >= 2 && j-i <= softWords && !s.denied(i, j) {
			s.softly(i, j)
		}
		i = max(j, i+1)
	}
	if len(s.mentions) > had {
		s.order()
	}
}

// denied tells whether words from..to hold a denial: what a clause denies is not to be guessed.
func (s *scratch) denied(from, to int) bool {
	for j := from; j < to; j++ {
		if s.words[j].negates && !(s.r.speech.english && s.tokens[j].Text == "without") {
			return true
		}
	}
	return false
}

// softFeature is a feature of a clause that counts.
type softFeature struct {
	feature, number int32
	weight          float32
}

// softly finds the phrase that words from..to hold most of.
func (s *scratch) softly(from, to int) {
	x := &s.r.soft
	s.shared = s.shared[:0]
	for j := from; j < to; j++ {
		w := &s.words[j]
		if w.flags&blocked != 0 || s.again(from, j) {
			continue
		}
		for _, f := range w.features {
			if n, ok := x.known.number(f); ok {
				s.shared = append(s.shared, softFeature{f, n, x.weights[n]})
			}
		}
	}
	best, most, since := int32(-1), float32(0), 0
	for _, f := range s.shared {
		for _, p := range x.filed[x.first[f.number]:x.first[f.number+1]] {
			sum, at := s.shareOf(&x.all[p])
			share := sum / x.all[p].total
			if share < softShare {
				continue
			}
			// of two as good the one that the clause comes to first
			if v := sum * share; v > most || v == most && (at < since || at == since && p < best) {
				best, most, since = p, v, at
			}
		}
	}
	if best >= 0 {
		s.takeSoft(&x.all[best], from, to)
	}
}

// shareOf gives the weight of what a clause shares with a phrase, and the place of the first such feature.
func (s *scratch) shareOf(p *softPhrase) (sum float32, first int) {
	first = len(s.shared)
	own := s.r.soft.featuresOf(p)
	for i, f := range s.shared {
		if slices.Contains(own, f.feature) {
			sum, first = sum+f.weight, min(first, i)
		}
	}
	return sum, first
}

// ofOther tells a clause about something else than the person.
func (s *scratch) ofOther(m *mention, from, to int) bool {
	if !s.r.speech.english {
		return s.aboutThings(m, s.speaksOfSelf())
	}
	return s.foreign(m) || s.tokens[from].Text != "my" && s.determiner(from) && s.ordinary(min(from+1, to-1))
}

// again tells whether the feature of word j stands before it in the clause.
func (s *scratch) again(from, j int) bool {
	for k := from; k < j; k++ {
		if s.words[k].features[0] == s.words[j].features[0] {
			return true
		}
	}
	return false
}

// takeSoft makes the mention, if the clause is about nothing else.
func (s *scratch) takeSoft(p *softPhrase, from, to int) {
	c := candidate{phrase: p.phrase, first: -1, loose: true, nearly: true}
	own, needs := s.r.soft.featuresOf(p), s.r.soft.needsOf(p)
	medical, named := false, len(needs) == 0
	for j := from; j < to; j++ {
		w := &s.words[j]
		if w.flags&blocked != 0 {
			continue
		}
		for _, f := range own {
			if w.features[0] == f || w.features[1] == f {
				if c.first < 0 {
					c.first, c.last, c.key = int32(j), int32(j), int32(j)
				}
				c.add(int32(j))
				named = named || slices.Contains(needs, f)
				medical = medical || w.flags&(place|state) != 0 || !s.ordinary(j)
				break
			}
		}
	}
	if c.n < 2 || !medical || !named || !s.allowed(c.phrase) || s.inIdiom(&c) {
		return
	}
	for j := from; j < to; j++ {
		if w := &s.words[j]; w.flags&(place|state) != 0 && w.flags&(small|blocked) == 0 && !c.uses(int32(j)) {
			return
		}
	}
	m := mention{candidate: c, target: s.r.vocab.phrases[c.phrase].target}
	m.concept = kb.ConceptID(m.id)
	if s.ofOther(&m, from, to) || s.ofAnimal(&m) || s.likened(&m) {
		return
	}
	s.claim(&c)
}
