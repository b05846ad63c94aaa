package recognize

import (
	"anamnesis/internal/text"
)

// cueKind is what a cue says.
type cueKind uint8

const (
	cueNeg cueKind = iota + 1
	cueNegWeak
	cueNegPost
	cuePlain // looks like negation and is none
	cueEnd
	cueStop
	cueUnsure
	cueAfter
	cueHypo
	cueFear
	cuePast
	cueFamily
	cueKin
	cueSevere
	cueModerate
	cueMild
	cueSudden
	cueGradual
	cueConstant
	cueIntermittent
	cueWorsening
	cueRecurrent
	cueNocturnal
	cueImproving
	cueInfo
	cueFiller
	cueIdiom
	cueSuicide
	cueSelfHarm
	cueOverdose
	cueViolence
	cueOver
	cueUndo // denies a denial that follows: "there isn't a day that I don't"
)

var cueNames = map[string]cueKind{
	"neg": cueNeg, "negweak": cueNegWeak, "negpost": cueNegPost, "plain": cuePlain, "end": cueEnd, "stop": cueStop, "unsure": cueUnsure, "after": cueAfter,
	"hypo": cueHypo, "fear": cueFear, "past": cuePast, "family": cueFamily, "kin": cueKin, "severe": cueSevere, "moderate": cueModerate, "mild": cueMild,
	"sudden": cueSudden, "gradual": cueGradual, "constant": cueConstant, "intermittent": cueIntermittent, "worsening": cueWorsening,
	"recurrent": cueRecurrent, "nocturnal": cueNocturnal, "improving": cueImproving, "info": cueInfo, "filler": cueFiller, "idiom": cueIdiom,
	"suicide": cueSuicide, "selfharm": cueSelfHarm, "overdose": cueOverdose, "violence": cueViolence, "over": cueOver, "undo": cueUndo,
}

// kinds is a set of cue kinds: one phrase may say several things.
type kinds uint64

func (k kinds) has(c cueKind) bool { return k&(1<<c) != 0 }

// tells is any of the cues that describe how a complaint is.
const tells kinds = 1<<cueSevere | 1<<cueModerate | 1<<cueMild | 1<<cueSudden | 1<<cueGradual | 1<<cueConstant | 1<<cueIntermittent |
	1<<cueWorsening | 1<<cueRecurrent | 1<<cueNocturnal | 1<<cueImproving

const danger kinds = 1<<cueSuicide | 1<<cueSelfHarm | 1<<cueOverdose | 1<<cueViolence

// cue is one phrase of the lists.
type cue struct {
	text  string
	kinds kinds
	words int
	class int32 // of a saying: the class of states that it is of
}

// hit is a cue found in the text, over words[first..last].
type hit struct {
	cue         int32
	first, last int32
}

// cueSet finds cues by the words as written.
type cueSet struct {
	cues []cue
	trie *trie
}

func newCueSet(d *dictionary) *cueSet {
	s := &cueSet{trie: newTrie()}
	for _, list := range [...]string{d.speech.cues, d.speech.crisis} {
		eachCue(list, func(kind, phrase string) { s.add(d, cueNames[kind], phrase) })
	}
	return s
}

func (s *cueSet) add(d *dictionary, kind cueKind, phrase string) {
	toks := d.tokens(phrase)
	if kind == 0 || len(toks) == 0 {
		return
	}
	path := make([]int32, len(toks))
	for i, t := range toks {
		path[i] = d.written(t.Text)
		if len(toks) == 1 && tells.has(kind) {
			d.flag(detail, []string{t.Text})
		}
	}
	slot := s.trie.add(path)
	if *slot == 0 {
		s.cues = append(s.cues, cue{text: phrase, words: len(path)})
		*slot = int32(len(s.cues))
	}
	s.cues[*slot-1].kinds |= 1 << kind
}

// find gives the longest cue that begins at word i.
func (s *cueSet) find(words []word, i int) (hit, bool) {
	best, node := hit{first: int32(i)}, int32(0)
	found := false
	for j := i; j < len(words) && (j == i || words[j].before&text.Stop == 0); j++ {
		next, ok := s.trie.step(node, words[j].surface)
		if !ok {
			break
		}
		node = next
		if v, ok := s.trie.value(node); ok {
			best.cue, best.last, found = v, int32(j), true
		}
	}
	return best, found
}
