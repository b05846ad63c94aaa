package recognize

import (
	"math/bits"
	"slices"
)

// symbolSet is a set of symbols, a bit for each; a negative one is in none.
type symbolSet []uint64

func (s symbolSet) has(symbol int32) bool {
	i := uint32(symbol) >> 6
	return i < uint32(len(s)) && s[i]&(1<<(uint32(symbol)&63)) != 0
}

func (s *symbolSet) add(symbols ...int32) {
	for _, id := range symbols {
		for int(id>>6) >= len(*s) {
			*s = append(*s, 0)
		}
		(*s)[id>>6] |= 1 << (uint32(id) & 63)
	}
}

// symbolIndex numbers the symbols of a set, in their order.
type symbolIndex struct {
	set    symbolSet
	before []int32 // by word of the set: how many symbols the words before it hold
}

func newSymbolIndex(set symbolSet) symbolIndex {
	x := symbolIndex{set: slices.Clip(set)}
	n := int32(0)
	for _, w := range set {
		x.before = append(x.before, n)
		n += int32(bits.OnesCount64(w))
	}
	return x
}

// number gives the place of a symbol in the set.
func (x *symbolIndex) number(symbol int32) (int32, bool) {
	if !x.set.has(symbol) {
		return 0, false
	}
	i := symbol >> 6
	return x.before[i] + int32(bits.OnesCount64(x.set[i]&(1<<(uint32(symbol)&63)-1))), true
}

// len gives how many symbols there are.
func (x *symbolIndex) len() int {
	n := 0
	for _, w := range x.set {
		n += bits.OnesCount64(w)
	}
	return n
}

// symbolValues gives a number for some symbols; few words of a text have one, so that the set is asked first.
type symbolValues struct {
	set    symbolSet
	values map[int32]float64
}

func newSymbolValues(d *dictionary, words map[string]float64) symbolValues {
	v := symbolValues{values: make(map[int32]float64, len(words))}
	for w, x := range words {
		id := d.learn(w).surface
		v.set.add(id)
		v.values[id] = x
	}
	return v
}

func (v *symbolValues) get(symbol int32) (float64, bool) {
	if !v.set.has(symbol) {
		return 0, false
	}
	return v.values[symbol], true
}

func (v *symbolValues) of(symbol int32) float64 {
	x, _ := v.get(symbol)
	return x
}
