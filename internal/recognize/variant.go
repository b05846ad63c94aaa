package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/text"
)

// capacities are what people say they have "no" of, where a name says "loss".
var capacities = []string{"appetite", "smell", "taste", "energy", "interest", "voice", "hearing", "balance", "libido", "motivation", "strength", "concentration", "feeling", "sensation", "memory", "drive", "desire"}

// lessened are the ways to say that such a thing is less than before.
var lessened = []string{"decreased", "reduced", "diminished", "low", "poor", "less", "decrease in", "reduction in"}

// difficulties are openings that mean the same before a verb.
var difficulties = []string{"trouble", "difficulty", "hard", "struggling", "problems", "struggle", "difficult"}

// inabilities mean "can't" before a verb.
var inabilities = []string{"cant", "trouble", "difficulty", "difficult to", "struggling to", "struggle to", "hard to", "can hardly", "can barely", "not able to", "impossible to", "problems", "inability to", "cant to", "loss of ability to", "lost the ability to", "lost ability to"}

// unable is a phrase about what somebody cannot do, by what follows its opening.
type unable struct {
	phrase phrase
	rest   []string
}

// fileUnable enters the other ways to say it, wherever no phrase has the place.
func (v *vocabulary) fileUnable() {
	for _, u := range v.unable {
		u.phrase.rank = max(u.phrase.rank, rankPhrase)
		for _, opening := range inabilities {
			if slot := v.trie.add(v.stems(append(strings.Fields(opening), u.rest...))); *slot == 0 {
				v.phrases = append(v.phrases, u.phrase)
				*slot = int32(len(v.phrases))
			}
		}
	}
	v.fileAble()
	v.unable = nil
}

// ables are ways to say that what somebody might not be able to do gives no trouble.
var ables = strings.Fields("fine ok okay normally alright perfectly easily well properly")

// fileAble enters the denials of what somebody cannot do: "can swallow fine".
func (v *vocabulary) fileAble() {
	if !v.dict.speech.english {
		return
	}
	for _, u := range v.unable {
		if len(u.rest) != 1 || u.phrase.kind != KindConcept {
			continue
		}
		p := u.phrase
		p.denies, p.weak, p.content = true, false, 2
		p.reason = v.say("can: ", u.rest[0])
		for _, able := range ables {
			path := v.stems([]string{"can", u.rest[0], able})
			for _, path := range [...][]int32{path, path[1:]} {
				if slot := v.trie.add(path); *slot == 0 {
					v.phrases = append(v.phrases, p)
					*slot = int32(len(v.phrases))
				}
			}
		}
	}
}

// variants enters the other common ways to open a phrase.
func (v *vocabulary) variants(p phrase, words []string) {
	rest := words[1:]
	switch {
	case len(rest) == 0 || p.exact:
		return
	case words[0] == "cant" && !p.idle:
		v.unable = append(v.unable, unable{p, rest})
	case words[0] == "no":
		v.variant(p, rest, "not have", "without")
		if v.capacity(rest) {
			v.variant(p, rest, "lost", "lack of", "loss of", "not much", "zero")
			v.variant(p, rest, lessened...)
		}
	case (words[0] == "loss" || words[0] == "lost" || words[0] == "lack") && v.capacity(rest):
		if rest[0] == "of" {
			rest = rest[1:]
		}
		v.variant(p, rest, "no", "not have", "lost", "lack of", "loss of", "not much", "zero")
		v.variant(p, rest, lessened...)
		v.insert(p, v.stems(append(slices.Clone(rest), "loss")))
	case words[0] == "loss" && rest[0] == "of" && len(rest) == 2:
		v.insert(p, v.stems([]string{rest[1], "loss"}))
	case len(words) == 2 && words[1] == "loss":
		v.variant(p, words[:1], "loss of", "lost")
	case slices.Contains(difficulties, words[0]):
		if rest[0] == "to" || rest[0] == "with" {
			rest = rest[1:]
		}
		for _, d := range difficulties {
			v.variant(p, rest, d, d+" to", d+" with")
		}
		v.unable = append(v.unable, unable{p, rest})
	}
}

// capacity tells words that end in the name of what people can lose.
func (v *vocabulary) capacity(words []string) bool {
	return slices.Contains(capacities, words[len(words)-1])
}

// reopened enters a phrase of a further language that begins or ends as one of a group of openings does, with the others
// of the group instead: whoever "no puede dormir" also "le cuesta dormir".
func (v *vocabulary) reopened(p phrase, toks []text.Token) {
	if p.exact {
		return
	}
	words := make([]string, len(toks))
	for i, t := range toks {
		words[i] = t.Text
	}
	for _, group := range v.dict.speech.difficulties {
		for _, opening := range group {
			if len(words) <= len(opening) || !slices.Equal(words[:len(opening)], opening) {
				continue
			}
			for _, other := range group {
				rest := v.content(v.dict.tokens(strings.Join(words[len(opening):], " ")))
				p := p
				p.rank = max(p.rank, rankPhrase)
				p.weak, p.content = false, int8(len(other)+len(rest))
				if len(rest) > 0 {
					v.insert(p, v.stems(append(slices.Clone(v.kept(other)), rest...)))
				}
			}
			return
		}
	}
}

// kept leaves out the words that no phrase keeps.
func (v *vocabulary) kept(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return v.dict.look(w).flags&drop != 0 })
}

func (v *vocabulary) variant(p phrase, rest []string, openings ...string) {
	for _, o := range openings {
		path := append(strings.Fields(o), rest...)
		if !slices.ContainsFunc(path, func(w string) bool { return w == "" }) {
			p.rank = max(p.rank, rankPhrase)
			v.insert(p, v.stems(path))
		}
	}
}

// allDegrees tells a phrase of degree words and one word: "always thirsty".
func (v *vocabulary) allDegrees(toks []text.Token, word string) bool {
	n := 0
	for _, t := range toks {
		if slices.Contains(degrees, t.Text) {
			n++
		} else if t.Text != word && t.Text != "i" && t.Text != "im" && t.Text != "am" {
			return false
		}
	}
	return n > 0
}

// single files a phrase of one word under the word as written, even where another
// form of it means something else.
func (v *vocabulary) single(p phrase, id int32, word string) {
	surface := v.dict.learn(word).surface
	if old, ok := v.singles[surface]; ok && v.phrases[old].rank <= p.rank {
		return
	}
	if id < 0 {
		v.phrases = append(v.phrases, p)
		id = int32(len(v.phrases) - 1)
	}
	v.singles[surface] = id
}

// fileSingles makes the phrases of one word small and fast to find; none can be added any more.
func (v *vocabulary) fileSingles() {
	var words symbolSet
	for w := range v.singles {
		words.add(w)
	}
	v.lone = newSymbolIndex(words)
	v.lonePhrases = make([]int32, len(v.singles))
	for w, id := range v.singles {
		n, _ := v.lone.number(w)
		v.lonePhrases[n] = id
	}
	v.singles = nil
}

// respell finds the word that a way of writing it stands for: a dropped g
// ("throbbin"), letters drawn out ("soooo"), a diminutive.
func (d *dictionary) respell(w string) (string, bool) {
	if strings.HasSuffix(w, "in") && len(w) >= 5 {
		if known, ok := d.has(w + "g"); ok {
			return known, true
		}
	}
	if d.speech.spellings != nil {
		for _, spelled := range d.speech.spellings(w) {
			if _, ok := d.symbols[d.stemOf(spelled)]; ok {
				return spelled, true
			}
		}
	}
	drawn := false
	for i := 2; i < len(w); i++ {
		drawn = drawn || w[i] == w[i-1] && w[i] == w[i-2]
	}
	if !drawn {
		return "", false
	}
	for _, keep := range [...]int{2, 1} {
		if known, ok := d.has(shorten(w, keep)); ok {
			return known, true
		}
	}
	return "", false
}

// shorten leaves at most keep equal letters in a row.
func shorten(w string, keep int) string {
	var b strings.Builder
	run := 0
	for i := range len(w) {
		if i > 0 && w[i] == w[i-1] {
			run++
		} else {
			run = 1
		}
		if run <= keep {
			b.WriteByte(w[i])
		}
	}
	return b.String()
}
