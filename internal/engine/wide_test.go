package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWideIsTheSame holds the sums made four at once against those made one by one, to the last bit.
func TestWideIsTheSame(t *testing.T) {
	if !wide() {
		t.Skip("this processor has no instructions for four numbers at once")
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		const conditions, questions = 40, 60
		m := &Model{starts: make([]int32, conditions+2)}
		p := &Posterior{m: m, shares: make([]shares, conditions+2)[:conditions+1], sums: make([]sums, questions)}
		for d := range conditions {
			for _, at := range r.Perm(questions)[:r.IntN(questions)] {
				m.profiles = append(m.profiles, list(at, asked{rounded(2*r.Float64() - 1), rounded(2*r.Float64() - 1)}))
			}
			m.starts[d+1] = int32(len(m.profiles))
			p.shares[d] = shares{mix: r.Float64()}
			p.shares[d].part[r.IntN(2)] = r.Float64()
			if r.IntN(3) > 0 {
				p.live = append(p.live, int32(d))
			}
		}
		m.starts[conditions+1] = int32(len(m.profiles))
		p.live = append(p.live, conditions) // "none of these"
		p.gather()
		one := slices.Clone(p.sums)
		m.wide = true
		p.gather()
		if !slices.Equal(one, p.sums) {
			t.Fatal("the sums differ")
		}
	}
}
