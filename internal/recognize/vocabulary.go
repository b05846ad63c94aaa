package recognize

import (
	"math"
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// target is what a phrase means.
type target struct {
	kind Kind
	id   int32
}

// phrase is one way to say one thing. Condition is the illness of the same name
// where the target is a background factor ("diabetes"), else None.
type phrase struct {
	target
	condition int32
	content   int8  // words that carry meaning
	rank      int8  // who wins where two things claim one phrase; smaller first
	weak      bool  // needs a sentence about how somebody feels
	exact     bool  // its small words count
	factor    bool  // a lone word for what somebody is or did: "i'm a vet"
	idle      bool  // all its words are small: "out of it"
	factorish bool  // what somebody is or does
	plural    bool  // of an exact one: its last word is one that ends in s
	degree    bool  // counts only after "so", "always": "thirsty"
	capitals  bool  // an abbreviation that is also a word: only in capitals
	grid      bool  // a place and a complaint, from the grid
	bare      bool  // of an attribute: names nothing of its complaint, "relieved by food"
	denies    bool  // says that there is none: "can swallow fine"
	extra     int32 // what few phrases have, by place in vocabulary.extras; 0 for nothing
	reason    wording
}

// wording is a stretch of vocabulary.wordings: many phrases share one.
type wording struct {
	from   uint32
	length uint16
}

// extra is what few phrases have.
type extra struct {
	besides []besides
	forms   []string // of a weak phrase: the word in the forms that its names have
}

// say keeps what a phrase gives as its reason.
func (v *vocabulary) say(parts ...string) wording {
	w := wording{from: uint32(len(v.wordings))}
	for _, p := range parts {
		v.wordings = append(v.wordings, p...)
	}
	w.length = uint16(min(len(v.wordings)-int(w.from), math.MaxUint16))
	return w
}

// reasonOf is what led to a reading by a phrase.
func (v *vocabulary) reasonOf(p *phrase) string {
	if v.reasons == "" { // more may come
		return string(v.wordings[p.reason.from : p.reason.from+uint32(p.reason.length)])
	}
	return v.reasons[p.reason.from : p.reason.from+uint32(p.reason.length)]
}

// extraOf gives what few phrases have, to read.
func (v *vocabulary) extraOf(p *phrase) extra { return v.extras[p.extra] }

// more gives it to change, which phrases that were copied from this one do not notice.
func (v *vocabulary) more(p *phrase) *extra {
	v.extras = append(v.extras, v.extras[p.extra])
	p.extra = int32(len(v.extras) - 1)
	return &v.extras[p.extra]
}

// seal makes the phrases small; none can be added any more.
func (v *vocabulary) seal() {
	v.phrases, v.extras, v.words = clipped(v.phrases), clipped(v.extras), clipped(v.words)
	v.reasons, v.wordings = string(v.wordings), nil
}

// clipped gives a list without what its array has room for.
func clipped[T any](list []T) []T { return append(make([]T, 0, len(list)), list...) }

// vocabulary is every phrase of the base, indexed for matching.
type vocabulary struct {
	dict        *dictionary
	phrases     []phrase
	extras      []extra // the first is empty
	wordings    []byte  // reasons of phrases, one behind the other, until they are sealed
	reasons     string  // the same afterwards
	trie        *trie
	bags        bags // by the feature that fewest phrases have
	loose       []looseBag
	classed     []classedPath
	unable      []unable
	singles     map[int32]int32    // phrases of one word by the word as written: "spotting" is not "spots"; until they are filed
	lone        symbolIndex        // those words
	lonePhrases []int32            // by their number
	compounds   map[string]int32   // "sorethroat" → phrase
	uses        map[string]int32   // how many phrases use a word, for the speller
	grid        map[[2]int32]int32 // phrase by classes of place and complaint
	one         map[[2]int32]int32 // the same for one of a pair
	known       symbolSet          // stems of words in phrases
	speller     *text.Speller
	words       []string          // the speller's words
	sounding    map[string]string // in some languages: the most used word by how its stem sounds
}

// classedPath is a phrase that is also entered by the classes of its words, once
// every phrase is entered as written.
type classedPath struct {
	phrase phrase
	words  []string
}

type looseBag struct {
	phrase int32
	words  []bagWord
	free   bool // of words that are neither places nor complaints
}

// Ranks of what claims a phrase. A finding's own names beat another's phrases;
// a vague complaint comes after every precise one; illnesses come last.
const (
	rankName int8 = iota
	rankPhrase
	rankAttribute
	rankFactor
	rankClarification
	rankCondition
)

func newVocabulary(base *kb.Base, d *dictionary) *vocabulary {
	v := &vocabulary{dict: d, extras: make([]extra, 1), trie: newTrie(), singles: map[int32]int32{}, compounds: map[string]int32{}, uses: map[string]int32{}, grid: map[[2]int32]int32{}, one: map[[2]int32]int32{}}
	for i := range base.Concepts {
		v.concept(&base.Concepts[i], int32(i))
	}
	for i := range base.Clarifications {
		c := &base.Clarifications[i]
		t := target{KindClarification, int32(i)}
		v.add(t, rankClarification, append(append([]string{c.Name}, c.Synonyms...), c.Phrases...))
	}
	for i := range base.Conditions {
		c := &base.Conditions[i]
		v.add(target{KindCondition, int32(i)}, rankCondition, append([]string{c.Name, c.Lay}, c.Synonyms...))
	}
	v.fileUnable()
	v.fileGrid(base)
	v.fileClasses()
	if d.speech.english {
		v.fileNormal(base)
		v.fileBesides(base)
	}
	v.fileBags()
	v.buildSpeller()
	return v
}

func (v *vocabulary) concept(c *kb.Concept, id int32) {
	t := target{KindConcept, id}
	switch {
	case !c.Kind.Finding():
		v.add(t, rankFactor, []string{c.Name, c.Lay}, c.Synonyms, c.Phrases)
	case c.AttributeOf != kb.None:
		if c.Standard == "" {
			v.add(t, rankAttribute, []string{c.Name, c.Lay}, c.Synonyms, c.Phrases)
		}
	default:
		v.add(t, rankName, []string{c.Name, c.Lay}, c.Synonyms)
		v.add(t, rankPhrase, c.Phrases)
	}
}

func (v *vocabulary) add(t target, rank int8, lists ...[]string) {
	for _, list := range lists {
		for _, s := range list {
			v.addPhrase(t, rank, s)
		}
	}
}

// addPhrase enters one phrase, and its variants where it begins with "no".
func (v *vocabulary) addPhrase(t target, rank int8, s string) {
	toks := v.dict.tokens(s)
	words := v.content(toks)
	if len(words) == 0 || len(words) > 12 {
		return
	}
	if len(toks) == 1 && v.mute(t.kind, toks[0].Text) {
		return
	}
	p := phrase{target: t, condition: kb.None, content: int8(len(words)), rank: rank, reason: v.say("phrase: ", s)}
	if v.held(toks, words) {
		words, p.exact = plain(toks), true
		p.content = int8(min(len(words), 2))
	} else if len(words) == 1 && len(toks) > 1 && (v.common(words[0]) || v.bound(toks, words[0])) {
		if p.degree = v.allDegrees(toks, words[0]); !p.degree && !v.opened(toks, words[0]) {
			words, p.exact, p.factorish = plain(toks), true, rank == rankFactor
			p.plural = strings.HasSuffix(words[len(words)-1], "s")
			p.content = int8(min(len(words), 2))
		}
	}
	p.capitals = len(words) == 1 && v.common(words[0]) && s == strings.ToUpper(s)
	p.idle = len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool {
		f := v.dict.look(w).flags
		return f&small == 0 && w != "cant" && w != "not" && w != "never" || f&(place|state) != 0
	})
	p.idle = p.idle && t.kind != KindCondition
	p.factor = len(words) == 1 && rank == rankFactor && (len(toks) > 1 || v.common(words[0]))
	if p.weak = len(words) == 1 && (v.common(words[0]) || p.factor); p.weak {
		v.more(&p).forms = words
	}
	for _, w := range words {
		v.known.add(v.dict.learn(w).stem)
		v.uses[w]++
	}
	if len(words) == 1 && len(words[0]) <= 3 && !v.dict.speech.english { // "toc" is no form of "tocar"
		v.single(p, -1, words[0])
		return
	}
	id := v.insert(p, v.stems(words))
	if len(words) > 1 {
		v.classed = append(v.classed, classedPath{p, words})
	}
	if len(words) == 1 && !p.exact && !p.degree {
		v.single(p, id, words[0])
	}
	if id < 0 {
		return
	}
	if v.dict.speech.english {
		v.variants(p, words)
	} else {
		v.reopened(p, toks)
	}
	if len(words) == 2 && !p.exact {
		v.compounds[words[0]+words[1]] = id
	}
	if v.dict.speech.english || !p.exact { // "me meo encima" is more than "me" beside "meo"
		v.addBag(id, words)
	}
}

// held tells a phrase of several small words and at most one other, which says what it says by the small ones: "mir ist
// kalt" is nothing that is cold.
func (v *vocabulary) held(toks []text.Token, words []string) bool {
	if len(words) < 2 || !v.bound(toks, "") {
		return false
	}
	content := 0
	for _, w := range words {
		if f := v.dict.look(w).flags; f&small == 0 || f&(place|state) != 0 {
			content++
		}
	}
	return content < 2 && !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(v.dict.speech.negators, w) })
}

// bound tells a phrase of one word and small ones that make it another word: "me duermo" is no "duermo".
func (v *vocabulary) bound(toks []text.Token, word string) bool {
	return slices.ContainsFunc(toks, func(t text.Token) bool {
		return t.Text != word && slices.Contains(v.dict.speech.binding, t.Text)
	})
}

// opened tells a phrase that says of oneself what its last word says: "estoy triste".
func (v *vocabulary) opened(toks []text.Token, word string) bool {
	for _, t := range toks {
		if t.Text != word && !slices.Contains(v.dict.speech.openings, t.Text) {
			return false
		}
	}
	return !v.dict.speech.english && v.dict.look(word).flags&(small|place|state) == 0
}

// mute tells a single word that can never stand for anything: a small one, or a
// short common one that is an illness's abbreviation ("ALL", "HIT").
func (v *vocabulary) mute(k Kind, w string) bool {
	f := v.dict.look(w).flags
	return f&small != 0 && f&(place|state) == 0 || k == KindCondition && len(w) <= 3 && f&everyday != 0
}

// content drops the small words and a beginning such as "I have".
func (v *vocabulary) content(toks []text.Token) []string {
	var words []string
	for i, t := range toks {
		e := v.dict.look(t.Text)
		opening := len(words) == 0 && i+1 < len(toks)
		switch {
		case e.flags&drop != 0 && (t.Text != "still" || i+1 < len(toks) || i == 0):
		case opening && (t.Text == "i" || t.Text == "im" || t.Text == "ive"):
		case opening && slices.Contains(v.dict.speech.openings, t.Text):
		case opening && (t.Text == "have" || t.Text == "got" || t.Text == "get" || t.Text == "having" || t.Text == "had") && i <= 1:
		default:
			words = append(words, t.Text)
		}
	}
	return words
}

// plain gives all the words, without a leading "I" or "I'm".
func plain(toks []text.Token) []string {
	var words []string
	for i, t := range toks {
		if i == 0 && (t.Text == "i" || t.Text == "im" || t.Text == "ive") {
			continue
		}
		words = append(words, t.Text)
	}
	return words
}

func (v *vocabulary) common(w string) bool {
	f := v.dict.look(w).flags
	return f&(everyday|weak|place|function|skip) != 0 || len(w) <= 2
}

func (v *vocabulary) stems(words []string) []int32 {
	path := make([]int32, len(words))
	for i, w := range words {
		path[i] = v.dict.learn(w).stem
	}
	return path
}

// fileClasses enters phrases by the classes of their words, so that "gut" is as
// good as "belly" in all of them.
func (v *vocabulary) fileClasses() {
	for _, c := range v.classed {
		path, swapped := v.stems(c.words), false
		for i, w := range c.words {
			if e := v.dict.look(w); e.class >= 0 && !v.aching(w) {
				path[i], swapped = e.class, true
			}
		}
		if slot := v.trie.add(path); swapped && *slot == 0 {
			v.phrases = append(v.phrases, c.phrase)
			*slot = int32(len(v.phrases))
		}
	}
	v.classed = nil
}

// insert puts a phrase into the trie. It gives -1 where another meaning keeps
// the place; an illness that shares a factor's name is remembered beside it.
func (v *vocabulary) insert(p phrase, path []int32) int32 {
	slot := v.trie.add(path)
	if *slot > 0 {
		old := &v.phrases[*slot-1]
		if p.kind == KindCondition && old.rank == rankFactor && old.condition == kb.None {
			old.condition = p.id
		}
		if old.rank <= p.rank {
			if old.weak && p.weak && old.target == p.target {
				more := v.more(old)
				more.forms = append(slices.Clip(more.forms), v.extraOf(&p).forms...)
			}
			return -1
		}
		if old.kind == KindCondition && p.rank == rankFactor {
			p.condition = old.id
		}
	}
	v.phrases = append(v.phrases, p)
	*slot = int32(len(v.phrases))
	return int32(len(v.phrases) - 1)
}

// buildSpeller indexes the words of the phrases and of the cues that describe.
func (v *vocabulary) buildSpeller() {
	for w, e := range v.dict.entries {
		if e.flags&detail != 0 || v.dict.byStem[e.stem]&(place|state) != 0 {
			v.uses[w]++
		}
	}
	for _, w := range strings.Fields(v.dict.speech.common()) {
		v.dict.learn(w)
		v.uses[w]++
	}
	if !v.dict.speech.english { // a word of danger is read however it is spelled
		eachCue(v.dict.speech.crisis, func(_, phrase string) {
			for _, t := range v.dict.tokens(phrase) {
				if v.dict.look(t.Text).flags&(small|everyday) == 0 && len(t.Text) >= 7 {
					v.uses[t.Text]++
				}
			}
		})
	}
	for w := range v.uses {
		if len(w) >= 4 && w[0] >= 'a' {
			v.words = append(v.words, w)
		}
	}
	slices.Sort(v.words)
	v.speller = text.NewSpeller(v.words, false)
	if sound := v.dict.speech.sound; sound != nil {
		v.sounding = map[string]string{}
		for w, n := range v.uses {
			if len(w) < 3 || w[0] < 'a' {
				continue
			}
			key := sound(v.dict.stemOf(w))
			if old, ok := v.sounding[key]; !ok || n > v.uses[old] || n == v.uses[old] && w < old {
				v.sounding[key] = w
			}
		}
	}
}
