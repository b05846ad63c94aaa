package recognize

import "slices"

// lexeme is what the rules want to know of a word of the dictionary as written, worked out once.
type lexeme struct {
	weight          float64 // for the topic, see topic.go
	part, complaint int32   // of a compound such as "backache", else -1
	span            int32   // its number among the words of fixed time spans, -1 for none
	traits          traits
}

// traits of a word.
type traits uint16

const (
	traitJoins    traits = 1 << iota // and, or, nor
	traitBreaks                      // see breaks
	traitThrobs                      // says pain in this form only
	traitConfused                    // is often typed for another word
	traitPlain                       // an ordinary word, see plainWords
	traitDay                         // names a day of the week
	traitMonth                       // names a month
	traitOrdinal                     // second, third
	traitSeveral                     // says since when in the plural, see severalOf
	traitSpan                        // may begin a span of time
)

// may tells whether word j may have a trait: one that is in no list may have any.
func (s *scratch) may(j int, t traits) bool {
	l := s.words[j].lexeme
	return l < 0 || s.r.lexemes[l].traits&t != 0
}

// seal works out the entries of all words in full; none can be learnt any more.
func (r *Recognizer) seal() {
	for _, t := range [...]*trie{r.vocab.trie, r.kindred, r.cues.trie, r.sayings.trie, r.times.trie, r.dangers.trie} {
		t.seal()
	}
	r.vocab.fileSingles()
	r.vocab.seal()
	d := r.dict
	entries := make(map[string]entry, len(d.entries))
	r.lexemes = make([]lexeme, 0, len(d.entries))
	for w := range d.entries {
		e := d.look(w)
		e.lexeme = int32(len(r.lexemes))
		entries[w] = e
		r.joint.add(w)
		r.lexemes = append(r.lexemes, r.lexemeOf(w))
	}
	d.entries, d.sealed = entries, true
	if r.topic != nil {
		r.weighWords(r.topic.words)
	}
}

func (r *Recognizer) lexemeOf(w string) lexeme {
	l := lexeme{traits: r.traitsOf(w)}
	l.part, l.complaint = r.dict.ache(w)
	if r.beginsSpan(w) {
		l.traits |= traitSpan
	}
	l.span = r.spans.word(r.dict.spelled(w))
	if r.plain.hasHash(r.topicHash(w)) {
		l.traits |= traitPlain
	}
	return l
}

// traitsOf gives the traits that hang on the spelling alone.
func (r *Recognizer) traitsOf(w string) traits {
	var t traits
	if r.joins[w] {
		t |= traitJoins
	}
	if r.breaks[w] {
		t |= traitBreaks
	}
	if slices.Contains(throbs[:len(throbs)-1], w) { // a splitting head need not throb
		t |= traitThrobs
	}
	if _, ok := r.confused[w]; ok {
		t |= traitConfused
	}
	if _, ok := weekdays[w]; ok {
		t |= traitDay
	}
	if _, ok := months[w]; ok {
		t |= traitMonth
	}
	if _, ok := ordinals[w]; ok {
		t |= traitOrdinal
	}
	if _, ok := severalOf[w]; ok {
		t |= traitSeveral
	}
	return t
}

// weighWords takes the weights of words by the hashes of their stems.
func (r *Recognizer) weighWords(words map[uint64]float64) {
	r.topic.words = words
	for w, e := range r.dict.entries {
		r.lexemes[e.lexeme].weight = words[r.topicHash(w)]
	}
}

// topicHash is what a word is weighed by.
func (r *Recognizer) topicHash(w string) uint64 { return hash(r.dict.stemOf(r.dict.spelled(w))) }
