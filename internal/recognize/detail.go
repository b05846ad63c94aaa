package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// An attribute of a complaint is rarely named by its full phrase: people write
// "headache" and, some words on, "throbbing", "on the left". So each attribute is
// also known by the words that its names add to its parent's, and it is stated
// where all of those occur near a mention of the parent.

// detailPattern is one way to state one attribute of a parent.
type detailPattern struct {
	concept   kb.ConceptID
	dimension kb.Dimension
	first     int32 // of its features
	features  []int32
	reason    string
}

func (r *Recognizer) indexDetails() {
	r.details = make([][]detailPattern, len(r.base.Concepts))
	r.naming = map[kb.ConceptID][][]int32{}
	defer func() { r.naming = nil }()
	r.standard = map[kb.ConceptID][standards]kb.ConceptID{}
	for i := range r.base.Concepts {
		c := &r.base.Concepts[i]
		if c.AttributeOf == kb.None {
			continue
		}
		if c.Standard != "" {
			r.indexStandard(c, kb.ConceptID(i))
			continue
		}
		own := r.featuresOf(&r.base.Concepts[c.AttributeOf])
		for n, list := range [][]string{{c.Value}, {c.Lay, c.Name}, c.Synonyms, c.Phrases} {
			if n == 0 && !r.speech.english {
				continue // which is English
			}
			for _, s := range list {
				r.indexDetail(c, kb.ConceptID(i), own, s, n)
			}
		}
	}
}

// near are the complaints that people name for another one: what a text says of a tight
// chest brings on chest pain.
var near = [...][2]string{
	{"chest_tightness", "chest_pain"}, {"calf_pain", "leg_pain"}, {"thigh_pain", "leg_pain"}, {"lightheadedness", "dizziness"}, {"near_fainting", "dizziness"},
	{"indigestion", "abdominal_pain"}, {"back_pain", "flank_pain"}, {"food_sticking", "difficulty_swallowing"}, {"reduced_exercise_tolerance", "breathlessness"},
}

// indexNear lets what brings on, eases, times or spreads a complaint be said under the near one's name.
func (r *Recognizer) indexNear() {
	for _, pair := range near {
		id, ok := r.base.Concept(pair[0])
		of, ok2 := r.base.Concept(pair[1])
		if !ok || !ok2 {
			continue
		}
		for _, p := range r.details[of] {
			if p.dimension == kb.Better || p.dimension == kb.Radiation || p.dimension == kb.Worse || p.dimension == kb.Timing && len(p.features) > 1 {
				r.details[id] = append(r.details[id], p)
			}
		}
	}
}

// featuresOf gives what a parent's own names consist of.
func (r *Recognizer) featuresOf(c *kb.Concept) map[int32]bool {
	own := map[int32]bool{}
	for _, list := range [][]string{{c.Name, c.Lay}, c.Synonyms} {
		for _, s := range list {
			for _, f := range r.features(s) {
				own[f] = true
			}
		}
	}
	return own
}

// features gives the classes or stems of a text's words of content.
func (r *Recognizer) features(s string) []int32 { return r.featuresIn(r.dict.tokens(s)) }

func (r *Recognizer) featuresIn(toks []text.Token) []int32 {
	var list []int32
	for _, t := range toks {
		if slices.Contains(tellingSmall, t.Text) || slices.Contains(r.dict.speech.telling, t.Text) { // the little finger is not just any
			list = append(list, r.dict.learn(t.Text).stem)
			continue
		}
		if e := r.dict.look(t.Text); r.known.negators.has(e.stem) || e.flags&small != 0 && e.flags&(state|place) == 0 {
			continue
		}
		for _, f := range r.vocab.features(t.Text) {
			if !slices.Contains(list, f.feature) {
				list = append(list, f.feature)
			}
		}
	}
	return list
}

// tellingSmall are small words that make another place or time of what follows.
var tellingSmall = strings.Fields("little both under underneath beneath below behind between above still before until")

// phraseList is the place of the phrases among a concept's lists of wordings, its value being the first.
const phraseList = 3

// indexDetail keeps what s adds to the parent, if it is telling enough: a lone
// word counts for where and what it is like, not for when or what with.
func (r *Recognizer) indexDetail(c *kb.Concept, id kb.ConceptID, own map[int32]bool, s string, list int) {
	if r.denying(s) {
		return // "nothing comes up" is more than its words
	}
	rest := slices.DeleteFunc(r.features(s), func(f int32) bool { return own[f] || r.wordsOf.of(f)&(roleWorse|roleBetter) != 0 })
	if len(rest) == 0 || len(rest) > 4 {
		return
	}
	for _, have := range r.details[c.AttributeOf] {
		if have.concept == id && slices.Equal(have.features, rest) {
			return
		}
	}
	if !telling(c.Dimension) && (len(rest) == 1 || list == phraseList && r.names(c.AttributeOf, rest)) {
		return
	}
	if len(rest) == 1 && list == phraseList && r.dict.byStem[rest[0]]&everyday != 0 {
		return // of "skin is coming off" only "come" is left
	}
	if len(rest) == 1 && list > 0 && r.dict.byStem[rest[0]]&everyday != 0 && c.Dimension > kb.Character {
		return
	}
	r.details[c.AttributeOf] = append(r.details[c.AttributeOf], detailPattern{id, c.Dimension, rest[0], rest, "states: " + s})
	if c.Dimension == kb.Site || c.Dimension == kb.Character {
		for _, f := range rest {
			r.dict.byStem[f] |= detail
		}
	}
}

// names tells whether features are all that one of a complaint's own phrases consists of:
// of "nose bleeding for an hour" only what every nosebleed has is left.
func (r *Recognizer) names(of kb.ConceptID, rest []int32) bool {
	if r.naming[of] == nil {
		r.naming[of] = [][]int32{}
		for _, s := range r.base.Concepts[of].Phrases {
			r.naming[of] = append(r.naming[of], r.features(s))
		}
	}
	return slices.ContainsFunc(r.naming[of], func(have []int32) bool {
		return !slices.ContainsFunc(rest, func(f int32) bool { return !slices.Contains(have, f) }) && len(have) <= len(rest)+1
	})
}

// denying tells whether a text holds a negation.
func (r *Recognizer) denying(s string) bool { return r.denyingIn(r.dict.tokens(s)) }

func (r *Recognizer) denyingIn(toks []text.Token) bool {
	return slices.ContainsFunc(toks, func(t text.Token) bool { return r.known.negators.has(r.dict.look(t.Text).stem) })
}

func telling(d kb.Dimension) bool {
	switch d {
	case kb.Site, kb.Radiation, kb.Character, kb.Worse, kb.Better:
		return true
	}
	return false
}

// describe attaches degree, standard attributes and details to each mention.
func (s *scratch) describe() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if m.kind != KindConcept {
			continue
		}
		z := s.zoneOf(i)
		s.degree(m, z)
		s.graded(m)
		s.detail(m, z)
	}
}

// detail attaches the attributes that the zone states. Of values that shut each
// other out only those with most words count: "low down on the right" is the lower
// right, not also the lower middle.
func (s *scratch) detail(m *mention, z zone) {
	if m.concept < 0 {
		return
	}
	patterns := s.r.details[m.concept]
	zoned := stretch(z.from, z.to-z.from)
	var most [kb.Other + 1]int
	s.fitting = s.fitting[:0]
	for n := range patterns {
		p := &patterns[n]
		if s.places.of(p.first)&zoned != 0 && s.states(m, z, p) {
			s.fitting = append(s.fitting, int32(n))
			if s.r.base.Concepts[p.concept].Exclusive {
				most[p.dimension] = max(most[p.dimension], len(p.features))
			}
		}
	}
	for _, n := range s.fitting {
		p := &patterns[n]
		if s.r.base.Concepts[p.concept].Exclusive && len(p.features) < most[p.dimension] {
			continue
		}
		m.attribute(p.concept)
		m.why(p.reason)
	}
}

// states tells whether all words of a pattern occur in the zone, undenied, and
// with the "when" or "eases" that its dimension asks for.
func (s *scratch) states(m *mention, z zone, p *detailPattern) bool {
	beyond := p.dimension != kb.Site && p.dimension != kb.Radiation
	for _, f := range p.features {
		j := s.find(z, f)
		if j < 0 || s.deniedAt(j) {
			return false
		}
		if p.dimension == kb.Site && s.elsewhere(m, j, p) {
			return false
		}
		beyond = beyond || !m.candidate.uses(int32(j))
		switch p.dimension {
		case kb.Character:
			if len(p.features) == 1 && (s.follows(j-1, "i") || s.follows(j-1, "you")) {
				return false // "worse when I press on it"
			}
		case kb.Worse:
			if len(p.features) == 1 && !s.precededBy(j, roleWorse) && !(j > int(m.last) && j <= int(m.last)+2 && strings.HasSuffix(s.tokens[j].Text, "ing")) || s.is(j-2, roleBetter) || s.easedBy(j) {
				return false // "improves with activity"
			}
		case kb.Better:
			if !s.anyIn(z, roleBetter) {
				return false
			}
		}
	}
	return beyond // a nosebleed is not yet one from both nostrils
}

// easedBy tells what eases rather than brings on: "it's better when I eat", "goes when I have eaten".
func (s *scratch) easedBy(j int) bool {
	when := false
	for i := j - 1; i >= 0 && i >= j-6 && s.words[i].clause == s.words[j].clause; i-- {
		if s.tokens[i].Text == "worse" || s.tokens[i].Text == "comes" {
			return false
		}
		when = when || s.is(i, roleWorse)
		if when && s.is(i, roleBetter) {
			return true
		}
	}
	return false
}

// elsewhere tells a side that belongs to another place: chest pain "down my left arm".
func (s *scratch) elsewhere(m *mention, j int, p *detailPattern) bool {
	next := j + 1
	if next >= len(s.words) || s.words[next].flags&place == 0 || s.words[next].flags&glue != 0 || s.words[next].before != 0 {
		return false
	}
	return !m.candidate.uses(int32(next)) && !slices.Contains(p.features, s.words[next].features[0])
}
