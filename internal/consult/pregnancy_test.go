package consult_test

import (
	"slices"
	"testing"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/knowledge"
)

// singles walks a whole consultation of a woman of 30 and gives the codes of what was asked by itself, in order.
// She says yes to what yes names, no to the rest, and keeps to what was understood.
func singles(t *testing.T, iv *consult.Interview, text string, yes ...string) []string {
	t.Helper()
	r := iv.Begin("sid", "en-US", consult.Start{Sex: "female", Age: 30, Query: text}, recognize.Date{Year: 2026, Month: 6, Day: 17})
	var asked []string
	for r.Open != nil && len(asked) < 40 {
		q := iv.Render(r)
		a := consult.Answer{Type: q.Type}
		for i, c := range q.Choices {
			in := i < q.Min || len(r.Done) == 0
			if q.About != "" {
				in = (c.ID == "y") == slices.Contains(yes, q.About) && c.ID != "?"
			}
			if in {
				a.Included = append(a.Included, c.ID)
			} else {
				a.Excluded = append(a.Excluded, c.ID)
			}
		}
		if q.About != "" {
			asked = append(asked, q.About)
		}
		if e := iv.Check(q, a); e != nil {
			t.Fatalf("%s: %v", q.Type, e)
		}
		iv.Apply(r, a)
	}
	return asked
}

func TestHowFarAPregnancyIs(t *testing.T) {
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	iv := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
	code := func(id string) string {
		c, ok := b.Concept(id)
		if !ok {
			t.Fatalf("the base lacks %s", id)
		}
		return b.Concepts[c].Code
	}
	pregnant, early, late := code("pregnant"), code("early_pregnancy"), code("pregnancy_second_half")

	asked := singles(t, iv, "I am pregnant and have a bad headache and swollen feet", late)
	if !slices.Contains(asked, late) {
		t.Errorf("a pregnant woman with a headache and swelling was not asked how far she is: %v", asked)
	}
	if slices.Contains(asked, early) || slices.Contains(asked, pregnant) {
		t.Errorf("asked again what is known: %v", asked)
	}
	asked = singles(t, iv, "34 weeks pregnant with a bad headache and swollen feet")
	for _, c := range []string{pregnant, early, late} {
		if slices.Contains(asked, c) {
			t.Errorf("asked about %s, which the weeks say", c)
		}
	}
	for _, text := range []string{"pain in my lower belly and bleeding from the vagina", "I have been vomiting every morning for a week"} {
		asked = singles(t, iv, text)
		p := slices.Index(asked, pregnant)
		for _, c := range []string{early, late} {
			if i := slices.Index(asked, c); i >= 0 && (p < 0 || i < p) {
				t.Errorf("%s: asked how far the pregnancy is before whether there is one: %v", text, asked)
			}
		}
		if p < 0 {
			t.Errorf("%s: pregnancy was not asked about: %v", text, asked)
		}
	}
}
