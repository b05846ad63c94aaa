package recognize

import (
	"slices"

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
	features  []int32
	reason    string
}

// standards is the number of standard attributes that words can state.
const standards = 10

// standardCues are the cues of the standard attributes.
var standardCues = [standards]struct {
	id  string
	cue cueKind
}{
	{"severe", cueSevere}, {"sudden", cueSudden}, {"gradual", cueGradual}, {"constant", cueConstant}, {"intermittent", cueIntermittent},
	{"worsening", cueWorsening}, {"recurrent", cueRecurrent}, {"nocturnal", cueNocturnal}, {"mild", cueMild}, {"improving", cueImproving},
}

func (r *Recognizer) indexDetails() {
	r.details = map[kb.ConceptID][]detailPattern{}
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
			for _, s := range list {
				r.indexDetail(c, kb.ConceptID(i), own, s, n > 0)
			}
		}
	}
}

func (r *Recognizer) indexStandard(c *kb.Concept, id kb.ConceptID) {
	set, ok := r.standard[c.AttributeOf]
	if !ok {
		for n := range set {
			set[n] = kb.None
		}
	}
	for n, s := range standardCues {
		if s.id == c.Standard {
			set[n] = id
		}
	}
	r.standard[c.AttributeOf] = set
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
func (r *Recognizer) features(s string) []int32 {
	var list []int32
	toks, _ := text.Tokenize(nil, s)
	for _, t := range toks {
		if t.Text == "little" { // the little finger is not just any
			list = append(list, r.dict.learn(t.Text).stem)
			continue
		}
		if e := r.dict.look(t.Text); r.known.negators[e.stem] || e.flags&small != 0 && e.flags&(state|place) == 0 {
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

// indexDetail keeps what s adds to the parent, if it is telling enough: a lone
// word counts for where and what it is like, not for when or what with.
func (r *Recognizer) indexDetail(c *kb.Concept, id kb.ConceptID, own map[int32]bool, s string, named bool) {
	rest := slices.DeleteFunc(r.features(s), func(f int32) bool { return own[f] || r.wordsOf[f]&(roleWorse|roleBetter) != 0 })
	if len(rest) == 0 || len(rest) > 4 {
		return
	}
	for _, have := range r.details[c.AttributeOf] {
		if have.concept == id && slices.Equal(have.features, rest) {
			return
		}
	}
	if len(rest) == 1 && !telling(c.Dimension) {
		return
	}
	if len(rest) == 1 && named && r.dict.byStem[rest[0]]&everyday != 0 && c.Dimension > kb.Character {
		return
	}
	r.details[c.AttributeOf] = append(r.details[c.AttributeOf], detailPattern{id, c.Dimension, rest, "states: " + s})
	for _, f := range rest {
		r.dict.byStem[f] |= detail
	}
}

func telling(d kb.Dimension) bool {
	switch d {
	case kb.Site, kb.Radiation, kb.Character, kb.Worse, kb.Better:
		return true
	}
	return false
}

// zone is the part of a text that tells of one mention.
type zone struct{ from, to int } // words, half open

// describe attaches degree, standard attributes and details to each mention.
func (s *scratch) describe() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if m.kind != KindConcept {
			continue
		}
		z := s.zoneOf(i)
		s.degree(m, z)
		for _, p := range s.r.details[m.concept] {
			if s.states(m, z, &p) {
				m.attribute(p.concept)
				m.why(p.reason)
			}
		}
	}
}

// maxZone bounds how far from a mention its description is looked for.
const maxZone = 40

// zoneOf parts the words between two mentions: what follows a comma, "and" or
// "with", and qualities right before a mention, belong to the later one. Clauses
// without a mention of their own belong to the one before.
func (s *scratch) zoneOf(i int) zone {
	m := &s.mentions[i]
	z := zone{int(m.first), int(m.last) + 1}
	low := max(0, z.from-maxZone)
	if prev := s.before(i); prev >= 0 {
		low = max(low, s.parting(int(s.mentions[prev].last)+1, z.from))
	}
	for z.from > low && s.words[z.from-1].sentence == s.words[m.first].sentence {
		z.from--
	}
	high := min(len(s.words), z.to+maxZone)
	if next := s.after(i); next >= 0 {
		high = min(high, s.parting(z.to, int(s.mentions[next].first)))
	}
	for z.to < high && s.words[z.to].sentence-s.words[m.last].sentence <= 2 {
		z.to++
	}
	return z
}

// before and after give the neighbouring mention that shares no word with i.
func (s *scratch) before(i int) int {
	for o := i - 1; o >= 0; o-- {
		if s.mentions[o].last < s.mentions[i].first {
			return o
		}
	}
	return -1
}

func (s *scratch) after(i int) int {
	for o := i + 1; o < len(s.mentions); o++ {
		if s.mentions[o].first > s.mentions[i].last {
			return o
		}
	}
	return -1
}

// parting finds where the words from..to change hands.
func (s *scratch) parting(from, to int) int {
	for j := min(to, len(s.words)-1); j >= from; j-- {
		w := &s.words[j]
		if w.sentence != s.words[to].sentence {
			return j + 1
		}
		if w.joins || w.before&(text.Comma|text.Dash) != 0 || s.is(j, roleSubject) && s.words[j].clause != s.words[max(j-1, 0)].clause {
			return j
		}
	}
	for j := from; j < to; j++ {
		if w := &s.words[j]; w.surface == s.r.known.with {
			return j
		}
	}
	j := to
	for j > from && s.words[j-1].flags&(drop|detail) != 0 {
		j--
	}
	return j
}

// degree reads the cues of a zone: how bad, how it began, how it goes.
func (s *scratch) degree(m *mention, z zone) {
	set, has := s.r.standard[m.concept]
	for j := z.from; j < z.to; j++ {
		if n, ok := s.scale(j); ok {
			s.grade(m, n)
		}
		k := s.kindsAt(j) & tells
		if k == 0 || s.deniedAt(j) {
			continue
		}
		s.gradeCue(m, k)
		for n, c := range standardCues {
			if k.has(c.cue) && has && set[n] != kb.None && !(c.cue == cueSevere && m.severity != 3) {
				m.attribute(set[n])
				m.why(c.id + ": " + s.cueText(j))
			}
		}
	}
}

// deniedAt tells whether a cue is denied: "not sudden".
func (s *scratch) deniedAt(j int) bool {
	return j > 0 && s.words[j-1].negates || j > 1 && s.words[j-2].negates && s.words[j-1].flags&(drop|skip) != 0
}

func (s *scratch) gradeCue(m *mention, k kinds) {
	switch {
	case k.has(cueSevere):
		m.severity = 3
	case k.has(cueModerate):
		m.severity = max(m.severity, 2)
	case k.has(cueMild):
		m.severity = max(m.severity, 1)
	}
}

// scale reads "8/10" and "8 out of 10".
func (s *scratch) scale(j int) (int, bool) {
	n, ok := s.plainNumber(j)
	if !ok || n > 10 || j+1 >= len(s.words) {
		return 0, false
	}
	k := j + 1
	if s.words[k].surface == s.r.known.out && k+2 < len(s.words) && s.words[k+1].surface == s.r.known.of {
		k += 2
	} else if s.words[k].before&text.Slash == 0 {
		return 0, false
	}
	if top, ok := s.plainNumber(k); !ok || top != 10 {
		return 0, false
	}
	return int(n), true
}

func (s *scratch) grade(m *mention, n int) {
	switch {
	case n >= 7:
		m.severity = 3
		if set, ok := s.r.standard[m.concept]; ok && set[0] != kb.None {
			m.attribute(set[0])
		}
	case n >= 4:
		m.severity = max(m.severity, 2)
	default:
		m.severity = max(m.severity, 1)
	}
}

// states tells whether all words of a pattern occur in the zone, undenied, and
// with the "when" or "eases" that its dimension asks for.
func (s *scratch) states(m *mention, z zone, p *detailPattern) bool {
	for _, f := range p.features {
		j := s.find(z, f)
		if j < 0 || s.deniedAt(j) {
			return false
		}
		switch p.dimension {
		case kb.Worse:
			if len(p.features) == 1 && !s.precededBy(j, roleWorse) {
				return false
			}
		case kb.Better:
			if !s.anyIn(z, roleBetter) {
				return false
			}
		}
	}
	return true
}

func (s *scratch) find(z zone, feature int32) int {
	for j := z.from; j < z.to; j++ {
		if w := &s.words[j]; (w.features[0] == feature || w.features[1] == feature || w.stem == feature) && w.flags&blocked == 0 {
			return j
		}
	}
	return -1
}

func (s *scratch) precededBy(j int, r role) bool {
	for i := j - 1; i >= 0 && i >= j-4; i-- {
		if s.is(i, r) {
			return true
		}
	}
	return false
}

func (s *scratch) anyIn(z zone, r role) bool {
	for j := z.from; j < z.to; j++ {
		if s.is(j, r) {
			return true
		}
	}
	return false
}
