package recognize

import (
	"unicode"
	"unicode/utf8"

	"anamnesis/internal/text"
)

// stemKnown tells whether some word of the vocabulary has this stem.
func (v *vocabulary) stemKnown(stem int32) bool { return v.known.has(stem) }

// correct finds the word of the vocabulary that a mistyped token most likely is.
// Common English words never get here. A short capitalised word inside a
// sentence is left alone too: it is probably a name.
func (s *scratch) correct(t *text.Token, i int) (string, bool) {
	if len(t.Text) < 3 || len(t.Text) > 24 || !letters(t.Text) || s.fixes >= maxFixes {
		return "", false
	}
	if heard, ok := s.heard(t.Text); ok {
		return heard, true
	}
	if len(t.Text) < 4 {
		return "", false
	}
	named := false
	if first, _ := utf8.DecodeRuneInString(s.input[t.From:]); !s.r.speech.nouns && unicode.IsUpper(first) && i > 0 && t.Before&text.Stop == 0 && !s.shouts(t) {
		if named = true; len(t.Text) < 7 {
			return "", false
		}
	}
	if _, ok := s.r.vocab.compounds[t.Text]; ok || s.r.plain.has(s.r.dict, t.Text) {
		return "", false
	}
	if part, _ := s.r.dict.ache(t.Text); part >= 0 {
		return "", false // a compound that nobody has written before
	}
	s.fixes++
	v := s.r.vocab
	limit := text.Errors(len(t.Text))
	if named {
		limit = 1
	}
	if s.near = v.speller.Typos(s.near[:0], t.Text, limit); !named && s.r.speech.english { // sounds are those of English
		s.near = v.speller.Sounds(s.near, t.Text)
	}
	best, score := -1, 0
	for n := range s.near {
		if p := s.plausible(t.Text, &s.near[n]); p > score {
			best, score = n, p
		}
	}
	if best < 0 {
		return "", false
	}
	return v.words[s.near[best].Word], true
}

// heard finds the word that sounds the same in a language whose spelling follows its sounds: "zarpuyido".
func (s *scratch) heard(w string) (string, bool) {
	if s.r.speech.sound == nil || s.r.plain.has(s.r.dict, w) {
		return "", false
	}
	known, ok := s.r.vocab.sounding[s.r.speech.sound(s.r.dict.stemOf(w))]
	return known, ok && known != w
}

// maxFixes bounds the work on a text of nothing but unknown words.
const maxFixes = 200

// plausible scores a correction, 0 for one that is not to be made. Fewer errors
// first, then the same first letter, then the word more phrases use.
func (s *scratch) plausible(typed string, n *text.Near) int {
	w := s.r.vocab.words[n.Word]
	same := typed[0] == w[0]
	if len(typed) < 6 && !same && !n.Sound || n.Sound && len(w) < 5 || len(w) < 4 || !same && n.Distance > 1 && !n.Sound {
		return 0
	}
	score := 1000 - 200*n.Distance
	if n.Sound {
		score += 60
	}
	if same {
		score += 100
	}
	return max(1, score+int(min(s.r.vocab.uses[w], 50)))
}

// shouts tells whether the whole word is in capitals.
func (s *scratch) shouts(t *text.Token) bool {
	for _, r := range s.input[t.From:t.To] {
		if unicode.IsLower(r) {
			return false
		}
	}
	return true
}

func letters(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return true
}
