package engine

import (
	"math"
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
		p := &Posterior{m: m, shares: make([]shares, conditions+2)[:conditions+1], sums: make([]sums, questions+block)}
		for d := range conditions {
			for _, at := range r.Perm(questions)[:r.IntN(questions)] {
				m.profiles = append(m.profiles, list(at, asked{rounded(2*r.Float64() - 1), rounded(2*r.Float64() - 1)}))
			}
			for len(m.profiles)%block > 0 {
				m.profiles = append(m.profiles, list(questions+len(m.profiles)%block, asked{}))
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
		if m.widest = widest(); m.widest {
			p.gather()
			if !slices.Equal(one, p.sums) {
				t.Fatal("the sums made eight at once differ")
			}
		}
	}
}

// TestWideShares holds what is done for every condition four at once against one by one, to the last bit.
func TestWideShares(t *testing.T) {
	if !wide() {
		t.Skip("this processor has no instructions for four numbers at once")
	}
	r := rand.New(rand.NewPCG(9, 10))
	for n := 1; n < 40; n++ {
		m := &Model{Params: DefaultParams(), elementary: newElementary()}
		pr := &prior{weights: make([]weights, blocks(n))}
		pos, neg := filled(n, 0), filled(n, 0)
		for d := range n {
			w, lane := &pr.weights[d/block], d%block
			w.full[lane], w.ranked[lane], w.tempered[lane] = r.Float64(), r.Float64(), r.Float64()
			pos[d], neg[d] = 20*r.NormFloat64(), 5*r.NormFloat64()
			switch r.IntN(8) {
			case 0:
				pos[d] = math.Inf(-1)
			case 1:
				pos[d] = -1000
			case 2:
				neg[d] = 0
			}
		}
		pos[0] = 1
		make := func(wide bool) ([]float64, [3]lanes) {
			m.wide = wide
			p := &Posterior{m: m, prior: pr, pos: filled(n, math.Inf(-1)), neg: filled(n, 0), Full: filled(n, 0), Ranked: filled(n, 0), tempered: filled(n, 0)}
			copy(p.pos, pos)
			copy(p.neg, neg)
			var totals [3]lanes
			top := m.saturate(p.pos, p.neg)
			p.share(top, &totals)
			mixed := filled(n, 0)
			for d, f := range p.Full {
				if d%3 > 0 {
					mixed[d] = f
				}
			}
			sum := m.sharpen(mixed, 1.2)
			return slices.Concat(p.pos, p.Full, p.Ranked, p.tempered, mixed, []float64{top, sum}), totals
		}
		one, oneTotals := make(false)
		four, fourTotals := make(true)
		if !slices.Equal(one, four) || oneTotals != fourTotals {
			t.Fatalf("%d conditions: the shares differ\n%v\n%v", n, one, four)
		}
	}
}
