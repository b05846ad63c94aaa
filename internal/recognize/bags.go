package recognize

// bags are the phrases whose words may come in any order, filed by one feature of each.
type bags struct {
	first []int32 // by feature: its first bag; one more at the end
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

// under gives the bags that are filed under a feature.
func (b *bags) under(feature int32) []bag {
	if uint32(feature) >= uint32(len(b.first)) || int(feature)+1 >= len(b.first) {
		return nil
	}
	return b.all[b.first[feature]:b.first[feature+1]]
}

// others are the words of a bag without the one that it is filed under.
func (b *bags) others(g bag) []bagWord { return b.words[g.first : g.first+g.n] }

// newBags files each bag by the word whose place key gives; those of one feature keep their order.
func newBags(list []looseBag, symbols int, key []int) bags {
	b := bags{first: make([]int32, symbols+1), all: make([]bag, len(list))}
	for i, l := range list {
		b.first[l.words[key[i]].feature+1]++
	}
	for f := range symbols {
		b.first[f+1] += b.first[f]
	}
	next := make([]int32, symbols)
	copy(next, b.first)
	for i, l := range list {
		feature := l.words[key[i]].feature
		from := len(b.words)
		b.words = append(append(b.words, l.words[:key[i]]...), l.words[key[i]+1:]...)
		b.all[next[feature]] = bag{l.phrase, b.words[from].feature, int32(from), int32(len(l.words) - 1)}
		next[feature]++
	}
	return b
}
