package recognize

import (
	"slices"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

const (
	blocked flags = 1 << 12 // part of an idiom
	breaks  flags = 1 << 13 // a small word that nothing may reach across: "i", "but"
)

// word is one token with what the vocabulary knows of it.
type word struct {
	surface  int32
	stem     int32
	class    int32    // -1 without one
	features [2]int32 // class or stem; the second only in compounds like "headache"
	flags    flags
	lexeme   int32 // -1 for a word that is in no list as it stands
	before   text.Mark
	sentence int32
	clause   int32
	begin    int32 // first word of the clause
	cue      int32 // index into hits, -1 without one
	owner    int32 // mention that covers it, -1 without one
	wide     bool  // joined with the next word: "head ache"
	number   bool
	joins    bool // and, or, nor
	negates  bool
	used     bool   // one of a matched phrase's own words
	shared   bool   // used by a reading that skipped an item of a list, and free for that item
	treated  bool   // in a sentence that speaks of a medicine or of treatment
	fixed    string // what it was corrected to, "" where it was not
	like     likeness
}

// scan turns the text into words: looked up, corrected, joined.
func (s *scratch) scan(input string) {
	s.tokens, s.tail = text.Tokenize(s.tokens[:0], input)
	s.r.dict.fold(s.tokens, input)
	s.words = s.words[:0]
	sentence := int32(0)
	for i := range s.tokens {
		t := &s.tokens[i]
		if s.ordinal(i) {
			t.Before &^= text.Stop
		}
		if t.Before&text.Stop != 0 && i > 0 {
			sentence++
		}
		s.words = append(s.words, word{})
		s.word(&s.words[i], t, i, sentence)
	}
	s.join()
	for i := 1; i < len(s.words); i++ { // can not
		if s.words[i].surface == s.r.known.not && s.words[i-1].surface == s.r.known.can {
			s.words[i-1].surface, s.words[i-1].stem, s.words[i-1].flags = s.r.known.cant, s.r.known.cantStem, 0
			s.drop(i)
		}
	}
	s.noLonger()
	s.rightSides()
	s.sayings()
	s.awayBack()
	s.badPlaces()
	if s.r.speech.english {
		s.pronouns()
	}
}

// noLonger reads "can no longer" and "am no longer able to" as "can't".
func (s *scratch) noLonger() {
	for i := 1; s.r.speech.english && i+1 < len(s.words); i++ {
		if s.words[i].surface != s.r.known.no || s.tokens[i+1].Text != "longer" || s.words[i].before != 0 {
			continue
		}
		at := i - 1
		if s.words[at].surface != s.r.known.can && s.words[at].stem != s.r.known.cantStem && s.tokens[at].Text != "could" {
			if !s.follows(i+2, "able") || !s.follows(i+3, "to") {
				continue
			}
			at = i
			s.drop(i + 2)
			s.drop(i + 3)
		} else {
			s.drop(i)
		}
		s.words[at].surface, s.words[at].stem, s.words[at].flags = s.r.known.cant, s.r.known.cantStem, 0
		s.drop(i + 1)
	}
}

// drop lets word i say nothing.
func (s *scratch) drop(i int) {
	s.words[i].surface, s.words[i].stem, s.words[i].flags = -1, -1, drop|glue
}

// rightSides reads the "R" of notes before a place as "right", which is "are" elsewhere: "R eye red".
func (s *scratch) rightSides() {
	for i := 0; s.r.speech.english && i+1 < len(s.words); i++ {
		if s.tokens[i].Text == "r" && s.words[i+1].flags&place != 0 && s.words[i+1].before == 0 {
			s.tokens[i].Text = "right"
			s.word(&s.words[i], &s.tokens[i], i, s.words[i].sentence)
		}
	}
}

// ordinal tells a unit after a number with a point, where that is how a language writes ordinals: "in der 30. Woche".
func (s *scratch) ordinal(i int) bool {
	if !s.r.speech.ordinals || i == 0 {
		return false
	}
	before := s.tokens[i-1].Text
	return before[0] >= '0' && before[0] <= '9' && len(before) <= 2 && (s.r.speech.units[s.tokens[i].Text] > 0 || slices.Contains(s.r.speech.expecting, s.tokens[i].Text))
}

func (s *scratch) word(w *word, t *text.Token, i int, sentence int32) {
	d := s.r.dict
	e := d.look(t.Text)
	*w = word{before: t.Before, sentence: sentence, cue: -1, owner: -1, like: unlike, number: t.Text[0] >= '0' && t.Text[0] <= '9'}
	if e.surface < 0 && !w.number && e.flags&(everyday|function) == 0 && (e.stem < 0 || !s.r.vocab.stemKnown(e.stem)) {
		if _, ok := s.r.confused[t.Text]; ok {
			e.surface = -1 // both readings are tried
		} else if fixed, ok := d.respell(t.Text); ok {
			e, w.fixed = d.look(fixed), fixed
		} else if fixed, ok := s.correct(t, i); ok {
			e, w.fixed = d.look(fixed), fixed
		}
	}
	w.surface, w.stem, w.flags, w.class = e.surface, e.stem, e.flags, e.class
	w.features = [2]int32{e.stem, -1}
	l := s.lexeme(t, w, e.lexeme)
	if e.class >= 0 {
		w.features[0] = e.class
		if l.traits&traitThrobs != 0 {
			w.features[1] = s.r.throb
		}
	}
	if l.traits&traitConfused != 0 {
		w.like = s.r.confused[t.Text]
	}
	if l.part >= 0 {
		w.class = -1
		w.features = [2]int32{l.part, l.complaint}
	}
	w.joins = l.traits&traitJoins != 0
	if l.traits&traitBreaks != 0 {
		w.flags |= breaks
	}
}

// lexeme gives what is known of a word, of one that was corrected partly as it was typed and partly as it was meant.
func (s *scratch) lexeme(t *text.Token, w *word, known int32) lexeme {
	if w.fixed == "" && known >= 0 {
		w.lexeme = known
		return s.r.lexemes[known]
	}
	w.lexeme = -1
	spelled := t.Text
	if w.fixed != "" {
		spelled = w.fixed
	}
	l := lexeme{traits: s.r.traitsOf(spelled)&(traitJoins|traitBreaks) | s.r.traitsOf(t.Text)&(traitThrobs|traitConfused)}
	l.part, l.complaint = s.r.dict.ache(spelled)
	return l
}

// join makes one word of two where the vocabulary writes them together.
func (s *scratch) join() {
	for i := 0; i+1 < len(s.words); i++ {
		a, b := &s.tokens[i], &s.tokens[i+1]
		if b.Before&^text.Hyphen != 0 || len(a.Text)+len(b.Text) > 24 || len(a.Text) < 2 || len(b.Text) < 2 {
			continue
		}
		if !s.r.joint.may(a.Text, b.Text) {
			continue
		}
		if !s.r.speech.english && (s.words[i].flags|s.words[i+1].flags)&small != 0 {
			continue // "no sé"
		}
		if s.endsPlaces(i) {
			continue // the pain of "chest and back pain" is the chest's too
		}
		s.joined = append(append(s.joined[:0], a.Text...), b.Text...)
		e, ok := s.r.dict.entries[string(s.joined)]
		if !ok || s.r.vocab.uses[string(s.joined)] == 0 {
			continue
		}
		if e = s.r.dict.look(string(s.joined)); e.flags&(everyday|function) != 0 {
			continue // "every day" is not "everyday"
		}
		w, next := &s.words[i], &s.words[i+1]
		w.stem, w.flags, w.wide, w.class, w.features = e.stem, e.flags, true, -1, [2]int32{e.stem, -1}
		if part, complaint := s.r.dict.ache(string(s.joined)); part >= 0 {
			w.features = [2]int32{part, complaint}
		}
		next.surface, next.stem, next.class, next.flags, next.features = -1, -1, -1, drop|glue, [2]int32{-1, -1}
	}
}

// endsPlaces tells the last of a list of places, whose complaint follows and is that of all of them.
func (s *scratch) endsPlaces(i int) bool {
	if s.words[i].flags&place == 0 || s.words[i+1].flags&state == 0 {
		return false
	}
	before := i - 1
	if before >= 0 && s.words[before].joins {
		before--
	} else if s.words[i].before&(text.Comma|text.Slash) == 0 {
		return false
	}
	return before >= 0 && s.words[before].flags&place != 0 && s.words[before].flags&state == 0
}

// joint tells most pairs of words that no word of the vocabulary is made of, by the outer letters of the two and their length.
type joint [1 << 16 / 64]uint64

// jointBit wants at least two letters of each.
func jointBit(a, b string) uint32 {
	h := uint32(a[0]) | uint32(a[1])<<8 | uint32(b[len(b)-2])<<16 | uint32(b[len(b)-1])<<24
	return (h*2654435761 + uint32(len(a)+len(b))*2246822519) >> 16
}

func (j *joint) add(w string) {
	if len(w) >= 4 {
		n := jointBit(w[:2], w[2:])
		j[n>>6] |= 1 << (n & 63)
	}
}

func (j *joint) may(a, b string) bool {
	n := jointBit(a, b)
	return j[n>>6]&(1<<(n&63)) != 0
}

// farBack is how many words back a pronoun's place is looked for.
const farBack = 20

// pronouns gives "it" and "them" the class of the place named last, for the phrases that name one: "my knee … I twisted it".
func (s *scratch) pronouns() {
	at := -1
	for i := range s.words {
		w := &s.words[i]
		switch {
		case w.flags&place != 0 && w.flags&(small|state) == 0 && w.class >= 0:
			at = i
		case at >= 0 && i-at <= farBack && w.class < 0 && w.sentence-s.words[at].sentence <= 1 && s.pronoun(i):
			w.class = s.words[at].class
		}
	}
}

func (s *scratch) pronoun(i int) bool {
	switch s.tokens[i].Text {
	case "it", "them", "they":
		return true
	}
	return false
}

// bearsPronoun tells whether a reading holds no pronoun, or beside it a word that says something: of "it always did" nothing
// is left, and what is pressed on need not press.
func (s *scratch) bearsPronoun(c *candidate) bool {
	has, says := false, false
	for _, j := range c.at[:c.n] {
		if s.pronoun(int(j)) {
			has = true
		} else if s.words[j].flags&small == 0 {
			says = true
		}
	}
	p := &s.r.vocab.phrases[c.phrase]
	if !has || p.kind != KindConcept {
		return true
	}
	for j := c.first - 1; j >= 0 && j >= c.first-3; j-- {
		if s.tokens[j].Text == "nothing" {
			return false
		}
	}
	d := s.r.base.Concepts[p.id]
	return says && (d.AttributeOf == kb.None || d.Dimension != kb.Character && d.Dimension != kb.Timing)
}
