package recognize

import "anamnesis/internal/text"

// How bad something is often stands in a small word right before it: "very sleepy", "so much pain", "some swelling".
// Such a word grades the complaint, but it is no claim of a severe one: the attribute "severe", which urgency asks
// for, needs a word of its own.

// adverbs are the small words that grade what they stand before or after.
type adverbs struct {
	much, some  symbolSet // before a complaint
	own         symbolSet // also as a word of its name: "excessive sweating"
	ofMuch      symbolSet // before "of" and a complaint: "a lot of"
	after       symbolSet // after a complaint: "it hurts a lot"
	unlessAfter symbolSet // words after which "much" asks or compares
}

const (
	muchList   = "very really so super real extremely incredibly insanely terribly awfully totally completely absolutely utterly deep deeply excessive excessively total complete much such lot too bad nasty strong huge hugely ridiculously seriously unbelievably proper pure reet mighty wicked extra greatly highly powerful heavy big"
	someList   = "some somewhat quite fairly pretty rather reasonably semi"
	ofMuchList = "lot lots loads plenty tons tremendous"
	ownList    = "very really extremely excessive excessively extreme deep deeply"
	afterList  = "lot loads"
	askingList = "how not as too that"
)

func newAdverbs(d *dictionary) adverbs {
	return adverbs{surfaces(d, muchList), surfaces(d, someList), surfaces(d, ownList), surfaces(d, ofMuchList), surfaces(d, afterList), surfaces(d, askingList)}
}

// graded grades a complaint that has no other word for how bad it is.
func (s *scratch) graded(m *mention) {
	if m.severity != 0 && m.severity != 2 || !s.r.speech.english || m.phrase < 0 || !s.r.base.Concepts[m.concept].Kind.Finding() {
		return
	}
	for _, j := range m.at[:m.n] {
		if (s.r.adverbs.own.has(s.words[j].surface) || m.n >= 3 && s.follows(int(j), "bad")) && !s.deniedAt(int(j)) {
			m.severity = 3
			m.why("degree: " + s.tokens[j].Text)
			return
		}
		if g := s.gradeBefore(m, int(j)); g > m.severity {
			m.severity = g
			m.why("degree: " + s.tokens[j-1].Text)
			return
		}
	}
	k := int(m.last) + 1
	if k < len(s.words) && s.follows(k, "a") {
		k++
	}
	if k > int(m.last)+1 && k < len(s.words) && s.r.adverbs.after.has(s.words[k].surface) && !s.follows(k+1, "of") && s.words[k].clause == s.words[m.last].clause {
		m.severity = 3
		m.why("degree: a " + s.tokens[k].Text)
	}
}

// gradeBefore reads the word right before word j of a complaint.
func (s *scratch) gradeBefore(m *mention, j int) uint8 {
	a := &s.r.adverbs
	b := j - 1
	if b < 0 || s.words[j].before&^text.Hyphen != 0 || m.uses(int32(b)) || s.words[b].owner >= 0 || s.words[j].flags&(state|weak|place) == 0 && int32(j) != m.first {
		return 0
	}
	if s.follows(b, "of") && b > 0 && a.ofMuch.has(s.words[b-1].surface) {
		return 3
	}
	if s.words[b].negates || b > 0 && (s.words[b-1].negates || a.unlessAfter.has(s.words[b-1].surface)) {
		return 0
	}
	switch w := s.words[b].surface; {
	case a.some.has(w):
		return 2
	case a.much.has(w):
		return 3
	}
	return 0
}
