package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortedKeys sorts values of all sizes, many of them alike.
func TestSortedKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		p := &Posterior{}
		for i := range n {
			value := math.Exp(10 - 40*r.Float64())
			if i%3 == 0 {
				value = 0.01
			}
			p.keys = append(p.keys, ^math.Float64bits(value)&^(maxRanked-1)|uint64(r.IntN(maxRanked)))
		}
		want := slices.Clone(p.keys)
		slices.Sort(want)
		if got := p.sortedKeys(); !slices.Equal(got, want) {
			t.Fatalf("%d keys: %x, sorted %x", n, got, want)
		}
	}
}
