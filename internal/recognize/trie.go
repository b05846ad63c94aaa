package recognize

import (
	"cmp"
	"slices"
)

// trie maps sequences of symbols to values. While it grows, edges live in one map; seal then numbers the nodes level by
// level, so that the children of a node stand side by side in the order of their symbols.
type trie struct {
	edges   map[uint64]int32 // until it is sealed
	values  []int32          // by node: value+1, 0 for none
	symbols []int32          // of the edge to each node
	first   []int32          // by node its first child, and one past the end
	roots   symbolIndex      // what a sequence may begin with
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

// child is an edge of a trie that grows.
type child struct {
	edge uint64
	node int32
}

// seal makes the trie small and fast; nothing can be added to it any more.
func (t *trie) seal() {
	all := make([]child, 0, len(t.edges))
	for e, node := range t.edges {
		all = append(all, child{e, node})
	}
	slices.SortFunc(all, func(a, b child) int { return cmp.Compare(a.edge, b.edge) })
	from := make([]int32, len(t.values)+1) // children in all, by node as it was numbered
	for _, c := range all {
		from[c.edge>>32+1]++
	}
	for i := range t.values {
		from[i+1] += from[i]
	}
	old := make([]int32, 1, len(t.values)) // by new number
	values := make([]int32, 0, len(t.values))
	t.symbols = make([]int32, 1, len(t.values))
	t.first = make([]int32, 0, len(t.values)+1)
	for i := 0; i < len(old); i++ {
		t.first = append(t.first, int32(len(old)))
		values = append(values, t.values[old[i]])
		for _, c := range all[from[old[i]]:from[old[i]+1]] {
			old = append(old, c.node)
			t.symbols = append(t.symbols, int32(uint32(c.edge)))
		}
	}
	t.first = append(t.first, int32(len(old)))
	t.values, t.edges = values, nil
	var roots symbolSet
	roots.add(t.symbols[t.first[0]:t.first[1]]...)
	t.roots = newSymbolIndex(roots)
}

// step follows one symbol; unknown words lead nowhere.
func (t *trie) step(node, symbol int32) (int32, bool) {
	switch {
	case symbol < 0:
		return 0, false
	case t.edges != nil:
		next, ok := t.edges[edge(node, symbol)]
		return next, ok
	case node == 0:
		n, ok := t.roots.number(symbol)
		return n + 1, ok
	}
	from, to := t.first[node], t.first[node+1]
	for to-from > 8 {
		if mid := (from + to) / 2; t.symbols[mid] <= symbol {
			from = mid
		} else {
			to = mid
		}
	}
	for ; from < to; from++ {
		if t.symbols[from] == symbol {
			return from, true
		}
	}
	return 0, false
}

// value gives what ends at a node.
func (t *trie) value(node int32) (int32, bool) {
	v := t.values[node]
	return v - 1, v > 0
}
