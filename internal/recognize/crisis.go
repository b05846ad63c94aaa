package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// Crisis language always reaches the safety check, also when it is about somebody
// else or in the past; only a plain denial ("I am not suicidal") holds it back.

// crisisConcepts are the ids that each kind of danger states where the base has them.
var crisisConcepts = [4][]string{
	{"suicidal_thoughts"},
	{"self_harm"},
	{"overdose_taken", "overdose"},
	{"thoughts_of_harming_others"},
}

var crisisCues = [4]cueKind{cueSuicide, cueSelfHarm, cueOverdose, cueViolence}

func (r *Recognizer) indexCrisis() {
	for n, ids := range crisisConcepts {
		for _, id := range ids {
			for i := range r.base.Concepts {
				if r.base.Concepts[i].ID == id {
					r.crisis[n] = append(r.crisis[n], kb.ConceptID(i))
				}
			}
		}
	}
}

// crisis looks for the cues and adds a mention for those that no phrase covers.
func (s *scratch) crisis() bool {
	found := s.dangerous()
	taken := s.someTaken()
	for i := range s.words {
		k := s.kindsAt(i) & danger
		if k == 0 && taken && s.pillsAt(i) {
			k = 1 << cueOverdose
		}
		if k == 0 {
			k = s.looseDanger(i) | s.harms(i)
		}
		if k == 0 || s.deniedDanger(i) {
			continue
		}
		found = true
		for n, c := range crisisCues {
			if k.has(c) && len(s.r.crisis[n]) > 0 {
				s.addCrisis(i, s.r.crisis[n][0])
			}
		}
	}
	return found
}

// Words of the wish to harm somebody: what is wished, and of what.
var (
	harming = strings.Fields("hurt hurting harm harming kill killing stab stabbing attack attacking strangle strangling murder murdering shoot shooting punch punching smother smothering")
	wishing = strings.Fields("thoughts thought thinking urge urges want wants wanting wanted going gonna like plan planning planned ideas impulse impulses impulsive fantasise fantasising fantasize fantasizing imagine imagining tempted desire")
	victims = strings.Fields("him her them someone somebody people others everyone everybody anyone neighbour neighbor neighbours neighbors boss teacher colleague colleagues ex kids children family")
)

// harms tells the wish to harm another person, whoever it is: "I've got thoughts of hurting my neighbour".
func (s *scratch) harms(i int) kinds {
	if !s.r.speech.english || !s.r.harming.has(s.words[i].surface) || s.words[i].flags&blocked != 0 {
		return 0
	}
	j := i + 1
	for j < len(s.words) && j <= i+2 && (s.is(j, roleNoun) || s.determiner(j)) && !slices.Contains(victims, s.tokens[j].Text) {
		j++
	}
	if j >= len(s.words) || s.words[j].before != 0 || !slices.Contains(victims, s.tokens[j].Text) && !s.kindsAt(j).has(cueKin) || s.r.animals.has(s.words[j].surface) {
		return 0
	}
	self := false
	for j, wish := i-1, false; j >= 0 && j >= i-7 && s.words[j].sentence == s.words[i].sentence; j-- {
		wish = wish || slices.Contains(wishing, s.tokens[j].Text)
		self = self || wish && (s.isSelf(j) || s.is(j, roleThird) || s.kindsAt(j).has(cueKin) || j == 0)
	}
	if self {
		return 1 << cueViolence
	}
	return 0
}

// dangerous tells whether a mention already states one of the concepts.
func (s *scratch) dangerous() bool {
	for i := range s.mentions {
		m := &s.mentions[i]
		for n := range s.r.crisis {
			for _, id := range s.r.crisis[n] {
				if m.kind == KindConcept && m.concept == id && !m.negated {
					return true
				}
			}
		}
	}
	return false
}

// deniedDanger tells whether one of the four words before a cue denies it.
func (s *scratch) deniedDanger(i int) bool {
	for j := i - 1; j >= 0 && j >= i-4 && s.words[j].sentence == s.words[i].sentence; j-- {
		if !s.r.speech.english && (s.words[j+1].before&text.Comma != 0 || s.words[j].surface == s.r.known.i && !s.words[i].negates) {
			return false // "ich kann nicht mehr, ich will sterben"
		}
		if s.words[j].negates || s.r.known.negators.has(s.words[j].stem) {
			return true
		}
		if o := s.words[j].owner; o >= 0 && s.mentions[o].negated && !s.mentions[o].self {
			return true // "I don't feel depressed, anxious or suicidal"
		}
		if s.words[j].flags&(small|detail) == 0 && !s.words[j].joins && s.kindsAt(j)&danger == 0 && !slices.Contains(s.r.speech.taken, s.tokens[j].Text) {
			return false
		}
	}
	return false
}

// addCrisis adds a mention of the concept unless the text has one already.
func (s *scratch) addCrisis(i int, id kb.ConceptID) {
	for o := range s.mentions {
		if m := &s.mentions[o]; m.kind == KindConcept && m.concept == id {
			if !m.self && m.negated && !s.deniedDanger(i) {
				m.negated = false
			}
			return
		}
	}
	h, why := hit{first: int32(i), last: int32(i)}, s.tokens[i].Text
	if s.kindsAt(i)&danger != 0 {
		h, why = s.hits[s.words[i].cue], s.cueText(i)
	}
	m := mention{candidate: candidate{first: h.first, last: h.last, phrase: -1}, target: target{KindConcept, int32(id)}, concept: id, days: -1}
	m.why("crisis: " + why)
	at := s.firstMention(i)
	s.mentions = append(s.mentions, mention{})
	copy(s.mentions[at+1:], s.mentions[at:])
	s.mentions[at] = m
}

// newDangers enters the crisis cues of a further language for looseDanger.
func newDangers(d *dictionary) *cueSet {
	set := &cueSet{trie: newTrie()}
	if d.speech.english {
		return set
	}
	eachCue(d.speech.crisis, func(kind, phrase string) {
		toks := d.tokens(phrase)
		if len(toks) < 2 {
			return // found as it stands
		}
		path := make([]int32, len(toks))
		for i, t := range toks {
			path[i] = d.written(t.Text)
		}
		slot := set.trie.add(path)
		if *slot == 0 {
			set.cues = append(set.cues, cue{text: phrase, words: len(path)})
			*slot = int32(len(set.cues))
		}
		set.cues[*slot-1].kinds |= 1 << cueNames[kind]
	})
	return set
}

// maxLoose is how many small words may stand between those of a crisis cue.
const maxLoose = 3

// looseDanger finds a crisis cue from word i on whatever small words stand between its words ("mir das Leben zu
// nehmen"). Where it is in doubt somebody is asked once too often.
func (s *scratch) looseDanger(i int) kinds {
	node, skipped := int32(0), 0
	for j := i; j < len(s.words) && s.words[j].sentence == s.words[i].sentence; j++ {
		next, ok := s.r.dangers.trie.step(node, s.words[j].surface)
		if !ok {
			if skipped++; j == i || skipped > maxLoose || s.r.known.negators.has(s.words[j].stem) || s.words[j].flags&small == 0 && !s.words[j].number {
				return 0
			}
			continue
		}
		node = next
		if v, ok := s.r.dangers.trie.value(node); ok {
			return s.r.dangers.cues[v].kinds
		}
	}
	return 0
}

// manyPills is how many taken at once are asked about.
const manyPills = 8

// English words for pills, and for more of them than a dose.
const (
	pillsList = "pill pills tablet tablets tab tabs capsule capsules caplet caplets paracetamol paracetamols acetaminophen tylenol tylenols ibuprofen ibuprofens " +
		"advil aspirin aspirins codeine cocodamol painkiller painkillers antidepressant antidepressants xanax valium benadryl meds medication medicine"
	manyList = "handful handfuls packet packets pack packs box boxes bottle bottles strip strips bunch load loads dozens"
)

// someTaken tells whether the text says of anything that it was taken.
func (s *scratch) someTaken() bool {
	for i := range s.tokens {
		if slices.Contains(s.r.speech.taken, s.tokens[i].Text) {
			return true
		}
	}
	return false
}

// pillsAt reads "veinte pastillas" from a number on, where the sentence says that they were taken; not a strength or a
// time ("20 mg tablets").
func (s *scratch) pillsAt(i int) bool {
	p := s.r.speech
	switch n, ok := s.amount(i); {
	case !ok:
		if !slices.Contains(p.many, s.tokens[i].Text) {
			return false
		}
	case n < manyPills || i+1 < len(s.words) && s.ofAmount(i+1):
		return false
	}
	for j := i + 1; j < len(s.words) && j <= i+3 && s.words[j].sentence == s.words[i].sentence; j++ {
		if slices.Contains(p.pills, s.tokens[j].Text) {
			return s.inSentence(i, p.taken)
		}
	}
	return false
}

// ofAmount tells whether a word is a unit of weight, volume or time.
func (s *scratch) ofAmount(i int) bool {
	return s.unitAt(i) || slices.Contains([]string{"mg", "mcg", "g", "ml", "milligram", "milligrams", "gram", "grams", "min", "mins"}, s.tokens[i].Text)
}

// inSentence tells whether one of the words stands in the sentence of word i.
func (s *scratch) inSentence(i int, list []string) bool {
	for j := range s.words {
		if s.words[j].sentence == s.words[i].sentence && slices.Contains(list, s.tokens[j].Text) {
			return true
		}
	}
	return false
}
