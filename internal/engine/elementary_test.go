package engine

import (
	"math"
	"testing"

	"anamnesis/internal/kb"
)

func TestElementary(t *testing.T) {
	table := newElementary()
	for i := range 2_000_001 {
		x := float64(i)/1000 - 700
		if x > 700 {
			break
		}
		if got, want := table.exp(x), math.Exp(x); math.Abs(got/want-1) > 2e-15 {
			t.Fatalf("exp(%v) is %v, exactly %v", x, got, want)
		}
		x = math.Exp(x / 10)
		if got, want := log(x), math.Log(x); math.Abs(got-want) > 2e-15*max(1, math.Abs(want)) {
			t.Fatalf("log(%v) is %v, exactly %v", x, got, want)
		}
	}
	for _, x := range []float64{-701, math.Inf(-1)} {
		if got := table.exp(x); got != 0 {
			t.Errorf("exp(%v) is %v", x, got)
		}
	}
	for i := range 10_001 {
		p := float64(i) / 10_000
		if got, want := entropy(p), kb.Entropy(p); math.Abs(got-want) > 1e-14 {
			t.Errorf("entropy(%v) is %v, exactly %v", p, got, want)
		}
	}
}
