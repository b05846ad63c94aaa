package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// What runs in the family is the person's own risk. Its concepts are named by what
// relatives have ("mum had breast cancer"), so the illness in those phrases, said of
// any blood relative, leads to them.

// newKindred enters the illnesses of the family concepts.
func newKindred(base *kb.Base, r *Recognizer) *trie {
	t := newTrie()
	for i := range base.Concepts {
		c := &base.Concepts[i]
		if c.Kind != kb.Family {
			continue
		}
		for _, s := range slices.Concat([]string{c.Name, c.Lay}, c.Synonyms, c.Phrases) {
			for part := range strings.SplitSeq(strings.ReplaceAll(s, ",", " or "), " or ") {
				r.kindredPhrase(t, kb.ConceptID(i), part)
			}
		}
	}
	return t
}

const kinWords = "family history of runs run in my both parents died young dad dads mum mums mom moms mother mothers father fathers brother sister uncle aunt nan gran grandad cousin relative relatives early at a age sudden disease illness problems"

func (r *Recognizer) kindredPhrase(t *trie, id kb.ConceptID, s string) {
	toks := r.dict.tokens(s)
	var path []int32
	for _, tok := range toks {
		if slices.Contains(r.dict.speech.kindred, tok.Text) || r.dict.look(tok.Text).flags&small != 0 {
			continue
		}
		path = append(path, r.dict.learn(tok.Text).stem)
	}
	if len(path) == 0 || len(path) > 3 || len(path) == 1 && r.dict.byStem[path[0]]&everyday != 0 {
		return
	}
	if slot := t.add(path); *slot == 0 {
		r.vocab.phrases = append(r.vocab.phrases, phrase{target: target{KindConcept, int32(id)}, condition: kb.None, content: int8(len(path)), rank: rankName, reason: r.vocab.say("in the family: ", s)})
		*slot = int32(len(r.vocab.phrases))
	}
}

// blood are the relatives whose illnesses are a risk.
const blood = "mum mom mam mother mama dad father papa parents parent brother brothers sister sisters sibling siblings aunt auntie uncle gran grandma grandpa grandmother grandfather granny nan nana grandad granddad grandparents"

// kindred looks for an illness said of a blood relative, from word i on.
func (s *scratch) kindred(i int) {
	if !s.kin || !s.bloodNear(i) {
		return
	}
	node := int32(0)
	c := candidate{first: int32(i), last: int32(i), key: int32(i), bonus: 12}
	for j := i; j < len(s.words) && j < i+6 && s.words[j].clause == s.words[i].clause; j++ {
		next, ok := s.r.kindred.step(node, s.words[j].stem)
		if !ok {
			if j > i && s.words[j].flags&(drop|skip) != 0 {
				continue
			}
			return
		}
		node = next
		c.add(int32(j))
		if id, ok := s.r.kindred.value(node); ok {
			c.phrase = id
			s.keep(c)
		}
	}
}

// namesKin tells whether the text names a blood relative or a family at all.
func (s *scratch) namesKin() bool {
	for j := range s.words {
		if s.r.blood.has(s.words[j].surface) || s.kindsAt(j).has(cueFamily) {
			return true
		}
	}
	return false
}

// bloodNear tells whether a blood relative or "the family" stands in the clause of word i.
func (s *scratch) bloodNear(i int) bool {
	for j := i - 1; j >= 0 && j >= i-10 && s.words[j].clause == s.words[i].clause; j-- {
		if s.r.blood.has(s.words[j].surface) || s.kindsAt(j).has(cueFamily) {
			return s.words[j].surface < 0 || !s.followsFrom(j)
		}
	}
	for j := i + 1; j < len(s.words) && j <= i+6 && s.words[j].clause == s.words[i].clause; j++ {
		if s.kindsAt(j).has(cueFamily) || s.r.blood.has(s.words[j].surface) && s.bornBy(j) {
			return true
		}
	}
	return false
}

// followsFrom tells "from my mum", who passed it on rather than had it.
func (s *scratch) followsFrom(j int) bool {
	return s.carrier(j-2) || s.carrier(j-1) && !s.follows(j-1, "with")
}

// carrier tells a "from".
func (s *scratch) carrier(j int) bool {
	return j >= 0 && slices.Contains(s.r.speech.carriers, s.tokens[j].Text) && s.words[j].before&text.Stop == 0
}

// bornBy tells whose an illness is that was named before: "diabetes in mum", "Diabetes hatte meine Mutter".
func (s *scratch) bornBy(j int) bool {
	in := func(k int) bool { return k >= 0 && slices.Contains(s.r.speech.bearers, s.tokens[k].Text) }
	return in(j-1) || !s.r.speech.english && in(j-2)
}
