package recognize

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
