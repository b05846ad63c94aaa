package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
)

// markBare marks the phrases of attributes that name nothing of the complaint they
// tell more of. "Relieved by food" is belly pain where nothing else is said, but
// after "chest pain" it is no second complaint.
func (r *Recognizer) markBare() {
	own := map[kb.ConceptID]map[int32]bool{}
	for i := range r.vocab.phrases {
		p := &r.vocab.phrases[i]
		if p.kind != KindConcept {
			continue
		}
		c := &r.base.Concepts[p.id]
		if c.AttributeOf == kb.None || !dependent(c.Dimension) {
			continue
		}
		if own[c.AttributeOf] == nil {
			own[c.AttributeOf] = r.featuresOf(&r.base.Concepts[c.AttributeOf])
		}
		of := own[c.AttributeOf]
		p.bare = !r.complains(strings.TrimPrefix(r.vocab.reasonOf(p), "phrase: ")) && !slices.ContainsFunc(r.features(strings.TrimPrefix(r.vocab.reasonOf(p), "phrase: ")), func(f int32) bool { return of[f] })
	}
}

// complains tells whether a phrase holds a word for a complaint: "spotting between periods".
func (r *Recognizer) complains(s string) bool {
	return slices.ContainsFunc(strings.Fields(s), func(w string) bool {
		f := r.dict.look(strings.ToLower(w)).flags
		return f&state != 0 || f&weak != 0 && f&small == 0
	})
}

// dependent tells a dimension whose values mean little without their complaint.
func dependent(d kb.Dimension) bool {
	switch d {
	case kb.Radiation, kb.Onset, kb.Course, kb.Timing, kb.Better, kb.Worse:
		return true
	}
	return false
}

// dropBare gives up the bare mentions of a complaint that nobody mentioned, where
// their sentence has another complaint.
func (s *scratch) dropBare() {
	s.mentions = slices.DeleteFunc(s.mentions, func(m mention) bool {
		if !m.bare || s.anyMention(func(o *mention) bool { return !o.bare && o.concept == m.concept && o.kind == KindConcept }) {
			return false
		}
		sentence := s.words[m.first].sentence
		other := s.anyMention(func(o *mention) bool {
			return !o.bare && o.kind == KindConcept && s.r.base.Concepts[o.concept].Kind.Finding() && s.words[o.first].sentence == sentence
		})
		if other {
			for _, j := range m.at[:m.n] {
				s.words[j].used = false
			}
		}
		return other
	})
}

func (s *scratch) anyMention(f func(*mention) bool) bool {
	for i := range s.mentions {
		if f(&s.mentions[i]) {
			return true
		}
	}
	return false
}
