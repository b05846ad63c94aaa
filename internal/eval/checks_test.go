package eval_test

import (
	"testing"

	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

func base(t *testing.T) *kb.Base {
	t.Helper()
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every published figure that the base covers: the direction is right in all, the size within a factor
// of 3 in nine of ten, and the rest is explained.
func TestLikelihoodRatios(t *testing.T) {
	r, err := eval.LoadRatios(knowledge.Checks)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := eval.CompareRatios(base(t), r)
	if err != nil {
		t.Fatal(err)
	}
	far := 0
	for _, c := range rows {
		if !c.Direction {
			t.Errorf("%v within %q: %s of %s is %.3g, published %.3g: wrong direction", c.Row.Of, c.Row.Within, c.What, c.Row.Finding, c.Ours, c.Published)
		}
		if c.Factor > 3 {
			far++
			if c.Row.Apart == "" {
				t.Errorf("%v within %q: %s of %s is %.3g, published %.3g: more than 3 times apart and not explained", c.Row.Of, c.Row.Within, c.What, c.Row.Finding, c.Ours, c.Published)
			}
		}
	}
	if len(rows) < 100 || 5*far > len(rows) {
		t.Errorf("%d of %d figures are more than 3 times apart", far, len(rows))
	}
}

func TestPublishedSharesOfCauses(t *testing.T) {
	s, err := eval.LoadShares(knowledge.Checks)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := eval.CompareShares(base(t), s)
	if err != nil {
		t.Fatal(err)
	}
	complaints := map[string]bool{}
	for _, c := range rows {
		complaints[c.Row.Complaint] = true
		if !c.Within {
			t.Errorf("%s, %s: %.3g, bounds %.3g, published %.3g", c.Row.Complaint, c.Row.Causes, c.Ours, c.Row.Bounds, c.Row.Published)
		}
	}
	if len(complaints) < 6 {
		t.Errorf("shares for %d complaints only", len(complaints))
	}
}
