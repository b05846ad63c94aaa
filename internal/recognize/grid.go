package recognize

import (
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// The commonest complaints are a place and what is wrong with it, in any words and any
// order. The grid names the finding for each pair of classes, so that these do not hang
// on somebody having thought of every phrase.

// anyStem is the stem of a word that may be any of its class.
const anyStem = -2

// gridBonus puts a pair of the grid before a phrase of equally many words.
const gridBonus = 35

// fileGrid enters every pair of the grid whose finding the base has.
func (v *vocabulary) fileGrid(base *kb.Base) {
	eachRow(gridList, func(row []string) {
		for state := range strings.SplitSeq(strings.TrimSuffix(row[0], ":"), ",") {
			for _, pair := range row[1:] {
				place, finding, _ := strings.Cut(pair, "=")
				id, ok := base.Concept(finding)
				if one, single := strings.CutSuffix(place, ".one"); single && ok {
					v.one[[2]int32{v.dict.symbol("~" + one), v.dict.symbol("~" + state)}] = v.gridPhrase(target{KindConcept, int32(id)}, one, state)
					continue
				}
				if ok {
					v.gridPair(target{KindConcept, int32(id)}, place, state)
				}
			}
		}
	})
}

func (v *vocabulary) gridPair(t target, place, state string) {
	at := [2]int32{v.dict.symbol("~" + place), v.dict.symbol("~" + state)}
	v.grid[at] = v.gridPhrase(t, place, state)
	v.loose = append(v.loose, looseBag{phrase: v.grid[at], words: []bagWord{{at[0], anyStem}, {at[1], anyStem}}})
}

func (v *vocabulary) gridPhrase(t target, place, state string) int32 {
	v.phrases = append(v.phrases, phrase{target: t, condition: kb.None, content: 2, grid: true, reason: v.say("composed: ", place, ", ", state)})
	return int32(len(v.phrases) - 1)
}

// single gives the finding of one of a pair, where that is another than that of both: "my ankle is swollen".
func (s *scratch) single(c *candidate) {
	if !s.r.vocab.phrases[c.phrase].grid || c.n != 2 {
		return
	}
	a, b := c.at[0], c.at[1]
	if s.words[a].flags&place == 0 {
		a, b = b, a
	}
	id, ok := s.r.vocab.one[[2]int32{s.words[a].features[0], s.words[b].features[0]}]
	if ok && !strings.HasSuffix(s.tokens[a].Text, "s") && s.tokens[a].Text != "feet" && !s.follows(int(a)-1, "both") {
		c.phrase = id
	}
}

// carry reads a complaint said of the place last named: "my eyes are red but they
// don't itch", "my ear hurts and there is a discharge".
func (s *scratch) carry(i int) {
	w := &s.words[i]
	if w.features[0] < 0 || w.flags&blocked != 0 || !s.pointsBack(i) || s.tied(i+1) {
		return
	}
	for j := i - 1; j >= 0 && j >= i-2*lookBack && s.words[j].sentence >= w.sentence-1; j-- {
		if s.words[j].flags&place == 0 {
			continue
		}
		if id, ok := s.r.vocab.grid[[2]int32{s.words[j].features[0], w.features[0]}]; ok && s.words[j].clause != w.clause {
			s.keep(candidate{phrase: id, first: int32(i), last: int32(i), key: int32(i), n: 1, at: [maxAt]int32{int32(i)}})
		}
		return
	}
}

// pointsBack tells a clause about what was named before it: its subject is "it",
// "they" or "there", and it names no place of its own.
func (s *scratch) pointsBack(i int) bool {
	points := false
	for j := i - 1; j >= int(s.words[i].begin) && j >= i-5; j-- {
		points = points || s.is(j, rolePoint) || s.follows(j, "they") || s.follows(j, "its") || s.follows(j, "theyre") || s.follows(j, "there") || s.follows(j, "theres")
	}
	if !points {
		return false
	}
	for j := int(s.words[i].begin); j < len(s.words) && j < i+lookBack && s.words[j].clause == s.words[i].clause; j++ {
		if s.words[j].flags&place != 0 {
			return false
		}
	}
	return true
}

// tied tells a complaint that belongs to what follows: "it hurts to swallow", "it burns when I pee".
func (s *scratch) tied(j int) bool {
	return j < len(s.words) && s.words[j].before&text.Stop == 0 && (s.words[j].surface == s.r.known.to || s.is(j, roleWorse))
}
