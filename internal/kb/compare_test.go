package kb

import (
	"strings"
	"testing"

	"anamnesis/internal/clinical"
)

// pair is a base of two conditions with one complaint, and as many findings as given.
func pair(p ...[2]float64) *Base {
	b := &Base{Concepts: []Concept{{ID: "pain", Kind: Symptom, Background: .1, AttributeOf: None, Contrast: None}}}
	x := Condition{ID: "x", Level: clinical.SelfCare, Findings: []Link{{Concept: 0, P: .9, Presenting: .8}}}
	y := Condition{ID: "y", Level: clinical.Emergency, Findings: []Link{{Concept: 0, P: .9, Presenting: .8}}}
	for i, q := range p {
		id := ConceptID(i + 1)
		b.Concepts = append(b.Concepts, Concept{ID: string(rune('a' + i)), Kind: Symptom, Background: .05, AttributeOf: None, Contrast: None})
		x.Findings = append(x.Findings, Link{Concept: id, P: q[0]})
		if q[1] > 0 {
			y.Findings = append(y.Findings, Link{Concept: id, P: q[1]})
		}
	}
	b.Conditions = []Condition{x, y}
	b.Index()
	return b
}

func TestCompareOrdersByWhatAnAnswerTells(t *testing.T) {
	b := pair([2]float64{.3, .2}, [2]float64{.9, .1}, [2]float64{.4, 0})
	d := Compare(b, 0, 1)
	if len(d) != 4 || b.Concepts[d[0].Concept].ID != "b" || b.Concepts[d[3].Concept].ID != "pain" {
		t.Fatalf("%+v", d)
	}
	if d[3].Power > 1e-9 {
		t.Errorf("a finding as frequent in both tells %v", d[3].Power)
	}
	for _, x := range d {
		if b.Concepts[x.Concept].ID == "c" && (x.B != .05 || x.Listed[1]) {
			t.Errorf("an unlisted finding stands at %v, not at the background rate", x.B)
		}
	}
}

func TestTwins(t *testing.T) {
	if got := Twins(pair([2]float64{.3, .25}, [2]float64{.9, .1})); len(got) != 1 {
		t.Errorf("one telling answer is not enough, got %v", got)
	}
	if got := Twins(pair([2]float64{.8, .2}, [2]float64{.9, .1})); len(got) != 0 {
		t.Errorf("two telling answers are enough, got %v", got)
	}
	sub := pair()
	sub.Conditions[0].Relations = []Relation{{Kind: "subtype", Of: 1}}
	if got := Twins(sub); len(got) != 0 {
		t.Errorf("a subtype need not be told from its kind, got %v", got)
	}
}

func TestShowCompare(t *testing.T) {
	text, err := ShowCompare(pair([2]float64{.9, 0}), "x", "y")
	if err != nil || !strings.Contains(text, "One answer sets them apart.") || !strings.Contains(text, "(0.05)") {
		t.Errorf("%v\n%s", err, text)
	}
	if _, err := ShowCompare(pair(), "x", "nobody"); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("%v", err)
	}
}

func TestChanges(t *testing.T) {
	old := exampleBase(t)
	s, _ := Load(with(t, fCondition, "per_10000: 30", "per_10000: 31"))
	now, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := Changes(old, now); !strings.Contains(got, "conditions that changed") || strings.Contains(got, "came") {
		t.Errorf("%s", got)
	}
	if got := Changes(old, old); !strings.Contains(got, "the same") {
		t.Errorf("%s", got)
	}
}
