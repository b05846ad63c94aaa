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
		rows, one, four := make([]listed, r.IntN(50)), make([]sums, 60), make([]sums, 60)
		for i := range one {
			one[i] = sums{r.NormFloat64(), r.NormFloat64(), [2]float64{r.NormFloat64(), r.NormFloat64()}}
		}
		copy(four, one)
		for i, at := range r.Perm(60)[:len(rows)] {
			rows[i] = list(at, asked{dYes: rounded(2*r.Float64() - 1), dEnt: rounded(2*r.Float64() - 1)})
		}
		if len(rows) == 0 {
			continue
		}
		mix, full, part := r.Float64(), r.Float64(), r.IntN(2)
		weights := [4]float64{mix, mix}
		weights[2+part] = full
		add(one, rows, mix, full, part)
		addWide(&four[0], &rows[0], len(rows), &weights)
		if !slices.Equal(one, four) {
			t.Fatalf("%d rows: the sums differ", len(rows))
		}
	}
}
