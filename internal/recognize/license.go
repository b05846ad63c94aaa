package recognize

import "anamnesis/internal/text"

// licensed tells whether a common word standing alone ("cold", "tired", "fit")
// is said of how somebody feels: after "I am", "feel", "have", in a list of
// complaints, or as nearly all there is of a sentence.
func (s *scratch) licensed(i int) bool {
	w := &s.words[i]
	content := 0
	for j := i - 1; j >= 0 && j >= i-5 && s.words[j].sentence == w.sentence; j-- {
		if s.r.states[s.words[j].stem] || s.r.states[s.words[j].surface] {
			return true
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
var stateVerbs = []string{"am", "im", "i", "is", "are", "was", "feel", "be", "been", "being", "have", "get", "getting", "become", "keep", "and", "with", "suffer", "become", "seem", "look", "not", "no", "he", "she", "going", "go", "went", "had", "has", "started", "taking", "take", "took", "on"}
