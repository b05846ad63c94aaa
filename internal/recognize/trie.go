package recognize

// trie maps sequences of symbols to values. Edges live in one map, which is
// smaller and no slower than a map in each node.
type trie struct {
	edges  map[uint64]int32
	values []int32 // by node: value+1, 0 for none
}

func newTrie() *trie { return &trie{edges: map[uint64]int32{}, values: make([]int32, 1)} }

func edge(node, symbol int32) uint64 { return uint64(uint32(node))<<32 | uint64(uint32(symbol)) }

// add gives the slot for a sequence, its value plus one, 0 when it is new.
func (t *trie) add(path []int32) *int32 {
	node := int32(0)
	for _, symbol := range path {
		key := edge(node, symbol)
		next, ok := t.edges[key]
		if !ok {
			next = int32(len(t.values))
			t.values = append(t.values, 0)
			t.edges[key] = next
		}
		node = next
	}
	return &t.values[node]
}

// step follows one symbol; unknown words lead nowhere.
func (t *trie) step(node, symbol int32) (int32, bool) {
	if symbol < 0 {
		return 0, false
	}
	next, ok := t.edges[edge(node, symbol)]
	return next, ok
}

// value gives what ends at a node.
func (t *trie) value(node int32) (int32, bool) {
	v := t.values[node]
	return v - 1, v > 0
}
