package recognize

import "slices"

// bags are the phrases whose words may come in any order, filed by one feature of each.
type bags struct {
	under symbolIndex // the features that they are filed under
	first []int32     // by number of such a feature: its first bag; one more at the end
	all   []bag
	words []bagWord
}

// bag is a phrase whose words may come in any order: a place and what is wrong with it.
type bag struct {
	phrase  int32
	feature int32 // of its first word without the one that it is filed under
	first   int32 // of those words
	n       int32
}

type bagWord struct{ feature, stem int32 }

// of gives the bags that are filed under a feature.
func (b *bags) of(feature int32) []bag {
	n, ok := b.under.number(feature)
	if !ok {
		return nil
	}
	return b.all[b.first[n]:b.first[n+1]]
}

// others are the words of a bag without the one that it is filed under.
func (b *bags) others(g bag) []bagWord { return b.words[g.first : g.first+g.n] }

// newBags files each bag by the word whose place key gives; those of one feature keep their order.
func newBags(list []looseBag, key []int) bags {
	var features symbolSet
	for i, l := range list {
		features.add(l.words[key[i]].feature)
	}
	b := bags{under: newSymbolIndex(features), all: make([]bag, len(list))}
	filed := make([]int32, len(list))
	b.first = make([]int32, b.under.len()+1)
	for i, l := range list {
		filed[i], _ = b.under.number(l.words[key[i]].feature)
		b.first[filed[i]+1]++
	}
	for n := range len(b.first) - 1 {
		b.first[n+1] += b.first[n]
	}
	next := slices.Clone(b.first)
	for i, l := range list {
		from := len(b.words)
		b.words = append(append(b.words, l.words[:key[i]]...), l.words[key[i]+1:]...)
		b.all[next[filed[i]]] = bag{l.phrase, b.words[from].feature, int32(from), int32(len(l.words) - 1)}
		next[filed[i]]++
	}
	b.words = slices.Clip(b.words)
	return b
}
