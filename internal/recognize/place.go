package recognize

import "math/bits"

// places tells where in a text a feature is, by a bit for each word; longer texts share bits, so that a bit only says
// where to look. What is in no word of the text, as most of the vocabulary, is told by one look.
type places struct {
	number []uint8 // by feature: its place in at, 0 for one that is not in the text
	at     [256]uint64
	used   []int32
}

// note enters the features and stems of a text's words.
func (p *places) note(words []word, symbols int) {
	if len(p.number) < symbols {
		p.number = make([]uint8, symbols)
	}
	for _, f := range p.used {
		p.number[f] = 0
	}
	p.used = p.used[:0]
	for i := range words {
		w := &words[i]
		for _, f := range [...]int32{w.features[0], w.features[1], w.stem, w.like.feature} {
			if f >= 0 {
				p.add(f, i)
			}
		}
	}
}

func (p *places) add(feature int32, i int) {
	n := p.number[feature]
	if n == 0 {
		n = uint8(min(len(p.used)+1, len(p.at)-1)) // the last is shared by all that are left
		p.number[feature] = n
		p.used = append(p.used, feature)
		if len(p.used) < len(p.at) {
			p.at[n] = 0
		}
	}
	p.at[n] |= 1 << (uint(i) & 63)
}

// of gives the bits of the words that may have a feature.
func (p *places) of(feature int32) uint64 {
	if uint32(feature) >= uint32(len(p.number)) {
		return 0
	}
	return p.at[p.number[feature]]
}

// stretch gives the bits of n words from the one at i on.
func stretch(i, n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return bits.RotateLeft64(1<<max(n, 0)-1, i)
}
