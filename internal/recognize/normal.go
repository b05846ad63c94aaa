package recognize

import (
	_ "embed" // the word list is compiled in
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Who notes that the bowels are regular denies that they have changed: the list names for a finding
// what is said of it where it is absent.

//go:embed words/normal.txt
var normalList string

// fileNormal enters them wherever no phrase has the place.
func (v *vocabulary) fileNormal(base *kb.Base) {
	eachCue(normalList, func(concept, said string) {
		id, ok := base.Concept(concept)
		words := v.content(v.dict.tokens(said))
		if !ok || len(words) == 0 {
			return
		}
		slot := v.trie.add(v.stems(words))
		if *slot != 0 {
			return
		}
		for _, w := range words {
			v.known.add(v.dict.learn(w).stem)
		}
		v.phrases = append(v.phrases, phrase{
			target: target{KindConcept, int32(id)}, condition: kb.None, content: int8(len(words)), rank: rankPhrase, denies: true, reason: v.say("normal: ", said),
		})
		*slot = int32(len(v.phrases))
	})
}

// normal tells a mention that names what is normal.
func (s *scratch) normal(m *mention) bool { return m.phrase >= 0 && s.r.vocab.phrases[m.phrase].denies }

// notNormal takes a denial right before what is normal for the finding itself: "haven't been eating well".
func (s *scratch) notNormal(m *mention, cue int) {
	last := int(s.hits[s.words[cue].cue].last)
	for j := last + 1; j <= int(m.first); j++ {
		if s.words[j].before != 0 || j < int(m.first) && s.words[j].flags&(small|detail) == 0 {
			return // "no fever, eating well"
		}
	}
	m.negated = false
	m.why("not normal: " + s.cueText(cue))
}

// hardly are words before what is normal for a finding that leave little of it: "struggling to keep food down".
var hardly = append(strings.Fields("hardly barely scarcely problem struggled"), difficulties...)

// hardlyNormal takes "hardly" and the like before what is normal for the finding itself.
func (s *scratch) hardlyNormal() {
	for i := range s.mentions {
		m := &s.mentions[i]
		if !m.negated || !s.normal(m) {
			continue
		}
		for j := int(m.first) - 1; j >= 0 && j >= int(m.first)-3 && s.words[j].clause == s.words[m.first].clause && s.words[j+1].before&^text.Hyphen == 0; j-- {
			if s.r.speech.english && s.words[j].stem == s.r.known.cantStem { // "can't speak properly"
				m.negated = false
				m.why("not normal: " + s.tokens[j].Text)
			}
			if slices.Contains(hardly, s.tokens[j].Text) {
				m.negated = false
				m.why("hardly: " + s.tokens[j].Text)
			}
		}
	}
}
