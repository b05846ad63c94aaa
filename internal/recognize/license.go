package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/text"
)

// licensed tells whether a common word standing alone ("cold", "tired", "fit")
// is said of how somebody feels: after "I am", "feel", "have", in a list of
// complaints, or as nearly all there is of a sentence.
func (s *scratch) licensed(i int, p *phrase) bool {
	w := &s.words[i]
	if p.degree {
		return s.degreeBefore(i)
	}
	if w.flags&(everyday|weak) != 0 && !slices.ContainsFunc(s.r.vocab.extraOf(p).forms, func(f string) bool { return s.sameWord(s.tokens[i].Text, f) || s.r.dict.alias[s.tokens[i].Text] == f }) || s.qualifies(i) {
		return false
	}
	if p.factor && i > 0 && (s.tokens[i-1].Text == "the" || s.tokens[i-1].Text == "our" || s.tokens[i-1].Text == "their" || s.tokens[i].Clitic == "s") {
		return false
	}
	if s.tokens[i].Text == "fit" && s.r.speech.english && i > 0 && !s.determiner(i-1) && !s.follows(i-1, "one") && !s.follows(i-1, "had") && !s.follows(i-1, "having") {
		return false // to be fit is to be well
	}
	content := 0
	for j := i - 1; j >= 0 && j >= i-5 && s.words[j].sentence == w.sentence; j-- {
		if s.madeMe(j) {
			return true
		}
		if s.r.states.has(s.words[j].stem) || s.r.states.has(s.words[j].surface) {
			return !s.aboutThing(j)
		}
		if s.words[j].flags&(small|detail|state|weak) == 0 && s.words[j].cue < 0 {
			content++
		}
		if content > 0 {
			break
		}
	}
	return s.brief(i)
}

// madeMe tells the person as what something makes or leaves: "made me even more nervous".
func (s *scratch) madeMe(j int) bool {
	return s.tokens[j].Text == "me" && j > 0 && s.r.makes.has(s.words[j-1].surface)
}

// aboutThing tells a state of a thing of everyday life: "the bread is dry".
func (s *scratch) aboutThing(verb int) bool {
	if !s.is(verb, roleFinite) {
		return false
	}
	for j := verb - 1; j >= 0 && j >= verb-4 && s.words[j].clause == s.words[verb].clause; j-- {
		w := &s.words[j]
		if w.flags&(place|state) != 0 || w.cue >= 0 || s.is(j, roleSelf|roleThird) {
			return false
		}
		if w.flags&(drop|skip|function) == 0 {
			return s.ordinary(j) && !s.r.healthy[s.tokens[j].Text] && !w.number
		}
	}
	return false
}

// felt tells whether word i begins what somebody says they are or feel: after a
// word of being or feeling, or at the start of a sentence or clause.
func (s *scratch) felt(i int) bool {
	for j := i - 1; j >= i-3; j-- {
		if j < 0 || s.words[j].sentence != s.words[i].sentence || s.words[i].before&text.Comma != 0 {
			return true
		}
		if s.r.states.has(s.words[j].stem) || s.r.states.has(s.words[j].surface) {
			return true
		}
		if s.words[j].flags&(drop|skip) == 0 && !(s.r.speech.english && (strings.HasSuffix(s.tokens[j].Text, "ly") || s.is(j, roleThird) || s.tokens[j].Text == "now")) {
			return false
		}
	}
	return false
}

// sameWord holds a common word to the form that the phrase has: "spotting" is
// not "spots", though "tired" is "tiredness" and "fainted" is "fainting".
func (s *scratch) sameWord(typed, phrase string) bool {
	if !s.r.speech.english {
		return s.r.dict.stemOf(typed) == s.r.dict.stemOf(phrase)
	}
	if strings.TrimSuffix(typed, "s") == strings.TrimSuffix(phrase, "s") || typed+"ness" == phrase {
		return true
	}
	past, ok := strings.CutSuffix(typed, "ed")
	return ok && past+"ing" == phrase
}

// qualifies tells a word that only describes the noun after it: "yellow phlegm", "a sleepy little town".
func (s *scratch) qualifies(i int) bool {
	if s.follows(i+1, "little") && s.words[i+1].before == 0 {
		i++
	}
	if i+1 >= len(s.words) || s.words[i+1].before != 0 || s.words[i+1].joins {
		return false
	}
	next := &s.words[i+1]
	return next.flags&(small|state|weak) == 0 && next.cue < 0 && !next.number && next.stem >= 0
}

// degrees are the words that make a complaint of an ordinary state: "so thirsty".
var degrees = []string{"always", "constantly", "really", "so", "very", "extremely", "absolutely", "totally", "incredibly", "super", "constant", "too", "unusually", "excessively", "permanently"}

func (s *scratch) degreeBefore(i int) bool {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		if s.r.degrees.has(s.words[j].surface) {
			return true
		}
	}
	return false
}

// brief tells whether the phrase between commas around word i has at most two
// words of content: "cold, tired, achy".
func (s *scratch) brief(i int) bool {
	content := 0
	for j := i; j >= 0 && j > i-10 && s.words[j].sentence == s.words[i].sentence; j-- {
		content += s.contentAt(j)
		if s.words[j].before&text.Comma != 0 || content > 2 {
			break
		}
	}
	for j := i + 1; j < len(s.words) && j < i+10 && s.words[j].sentence == s.words[i].sentence && s.words[j].before&text.Comma == 0 && content <= 2; j++ {
		content += s.contentAt(j)
	}
	return content <= 2
}

func (s *scratch) contentAt(j int) int {
	if s.words[j].flags&(small|detail) == 0 && !s.words[j].number {
		return 1
	}
	return 0
}

// stateVerbs come before a word that says how somebody is.
var stateVerbs = []string{"am", "im", "i", "is", "are", "was", "feel", "be", "been", "being", "have", "get", "getting", "become", "keep", "and", "with", "suffer", "become", "seem", "look", "not", "no", "he", "she", "going", "go", "went", "had", "has", "started", "taking", "take", "took", "on", "used", "look", "looks", "looking", "stay", "stays", "turned", "went"}
