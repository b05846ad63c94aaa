package recognize

import (
	"slices"
	"strings"

	"anamnesis/internal/text"
)

// newSayings enters what several words say of a place: "giving me grief" is pain.
func newSayings(d *dictionary) *cueSet {
	set := &cueSet{trie: newTrie()}
	eachCue(d.speech.sayings, func(class, saying string) {
		toks := d.tokens(saying)
		path := make([]int32, len(toks))
		for i, t := range toks {
			path[i] = d.written(t.Text)
		}
		if slot := set.trie.add(path); *slot == 0 {
			set.cues = append(set.cues, cue{text: class, words: len(path)})
			*slot = int32(len(set.cues))
		}
	})
	for i := range set.cues {
		set.cues[i].class = d.symbol("~" + set.cues[i].text)
	}
	return set
}

// sayings gives the first word of each saying the class of what it says, and lets
// its other words stand between those of a composed reading.
func (s *scratch) sayings() {
	for i := 0; i < len(s.words); i++ {
		h, ok := s.r.sayings.find(s.words, i)
		if !ok {
			continue
		}
		s.words[i].features[0] = s.r.sayings.cues[h.cue].class
		s.words[i].flags |= state
		for j := i + 1; j <= int(h.last); j++ {
			s.words[j].flags |= glue
			s.words[j].joins = false // pins and needles
		}
		i = int(h.last)
	}
}

// badWords say of a joint, limb or organ that it hurts: "my knee is bad", "me back's crook".
var badWords = strings.Fields("bad crook shot stuffed gammy dodgy knackered buggered gyppy ropey shocking terrible awful iffy wrecked banjaxed manky bust")

// awayList are words after which "back" is no part of the body: "pull it back".
const awayList = "it them him us this that these those come comes came coming go goes going went gone pull pulls pulled pulling push pushed put puts putting get gets got getting bring brings brought send sent roll rolled rolls retract retracted slide slides slid look looked looking step stepped fold folds folded sit sat lie lay lean leaned leaning hold held way was is am been be keep keeps kept turn turned move moved walk walked drive fly flew called call phoned straight take took hurry run ran head"

// awayBack takes the place from an adverb.
func (s *scratch) awayBack() {
	for i := 1; i < len(s.words); i++ {
		w := &s.words[i]
		if w.surface != s.r.known.back || w.before != 0 || !s.r.away.has(s.words[i-1].surface) || s.words[i].wide {
			continue
		}
		if i+1 < len(s.words) && s.words[i+1].before&^text.Hyphen == 0 && s.words[i+1].features[0] == s.r.pain {
			continue // got back pain
		}
		w.flags, w.class, w.features[0], w.stem = w.flags&^place|drop|glue, -1, -1, -1
	}
}

// badPlaces reads "bad" and its like as pain where they are said of a place: after
// it ("my knees are bad"), or before it with a "my" ("my bad knee").
func (s *scratch) badPlaces() {
	for i := range s.words {
		w := &s.words[i]
		if !s.r.bad.has(w.surface) || w.surface < 0 || w.flags&state != 0 {
			continue
		}
		if s.badAfter(i) || s.badBefore(i) {
			w.features[0] = s.r.pain
			w.flags |= state
		}
	}
}

func (s *scratch) badAfter(i int) bool {
	verb := false
	for j := i - 1; j >= 0 && j >= i-5 && s.words[j].sentence == s.words[i].sentence; j-- {
		w := &s.words[j]
		if w.flags&place != 0 {
			closes := i+1 == len(s.words) || s.words[i+1].before != 0 || s.words[i+1].flags&(function|drop|skip|glue) != 0
			return (verb || s.tokens[j].Clitic == "s") && closes && s.motor(j)
		}
		if w.flags&(drop|skip) == 0 && !s.unitAt(j) {
			return false
		}
		verb = verb || s.is(j, roleFinite) || slices.Contains([]string{"been", "is", "are"}, s.tokens[j].Text)
	}
	return false
}

func (s *scratch) badBefore(i int) bool {
	return i > 0 && i+1 < len(s.words) && s.words[i+1].before == 0 && s.motor(i+1) && (s.is(i-1, roleNoun) || s.tokens[i-1].Text == "a" || s.tokens[i-1].Text == "with")
}

// motor tells a place of which "bad" means that it hurts.
func (s *scratch) motor(j int) bool {
	return s.words[j].flags&place != 0 && s.r.motor.has(s.words[j].class)
}

// motorPlaces are the classes of those places.
var motorPlaces = strings.Fields("back spine neck shoulder elbow wrist hand finger thumb hip knee ankle foot toe heel leg arm calf thigh shin joint muscle tooth jaw rib ear throat belly")
