package suggest

import (
	_ "embed" // the groups of words are compiled in
	"slices"
	"strings"
)

//go:embed alike.txt
var alikeList string

// newAlike gives for each word of a group the words of the index among the others.
func newAlike(t tongue, ids map[string]int32) map[string][]int32 {
	alike := map[string][]int32{}
	for line := range strings.Lines(t.alike) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		for _, w := range group {
			w = t.plain(w)
			for _, other := range group {
				id, ok := ids[t.plain(other)]
				if ok && t.plain(other) != w && !slices.Contains(alike[w], id) {
					alike[w] = append(alike[w], id)
				}
			}
		}
	}
	return alike
}
