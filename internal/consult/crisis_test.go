package consult_test

import (
	"testing"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/knowledge"
)

// Who confirms what was heard of ending a life is not questioned for long. Who says that it was misheard is asked about
// the complaint like anybody else: "cut myself" may be about a wound.
func TestCrisis(t *testing.T) {
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	iv := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
	leg, ok := b.Concept("leg_pain")
	if !ok {
		t.Fatal("the base lacks leg_pain")
	}
	answers := func(confirmed bool) int {
		r := iv.Begin("sid", "en-US", consult.Start{Sex: "male", Age: 44, Query: crisis}, recognize.Date{Year: 2026, Month: 6, Day: 17})
		for n := 0; r.Open != nil && n < 40; n++ {
			q := iv.Render(r)
			a := consult.Answer{Type: q.Type}
			if q.Type == consult.TypeAutocomplete {
				a.Included = []string{"assessment_" + b.Concepts[leg].Code}
				iv.Apply(r, a)
				continue
			}
			for i, c := range q.Choices {
				if in := c.ID == "n" || q.About == "" && (i < q.Min || n == 0 && confirmed); in {
					a.Included = append(a.Included, c.ID)
				} else {
					a.Excluded = append(a.Excluded, c.ID)
				}
			}
			if e := iv.Check(q, a); e != nil {
				t.Fatalf("%s: %v", q.Type, e)
			}
			iv.Apply(r, a)
		}
		return len(r.Done)
	}
	most := consult.DefaultPolicy().InCrisis
	if n := answers(true); n > most {
		t.Errorf("%d answers were asked for in a crisis, at most %d are", n, most)
	}
	if n := answers(false); n <= most {
		t.Errorf("%d answers were asked for although the crisis was denied", n)
	}
}
