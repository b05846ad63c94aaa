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

// denied walks a whole consultation of somebody who has the complaint and nothing else, and gives the codes of what was
// offered as choices or asked by itself, and the level that was advised.
func denied(t *testing.T, iv *consult.Interview, text string) (asked []string, level string) {
	t.Helper()
	r := iv.Begin("sid", "en-US", consult.Start{Sex: "male", Age: 34, Query: text}, recognize.Date{Year: 2026, Month: 6, Day: 17})
	for r.Open != nil && len(r.Done) < 40 {
		q := iv.Render(r)
		a := consult.Answer{Type: q.Type}
		for i, c := range q.Choices {
			if no := c.ID == "n"; no || q.About == "" && (i < q.Min || len(r.Done) == 0) {
				a.Included = append(a.Included, c.ID)
			} else {
				a.Excluded = append(a.Excluded, c.ID)
			}
			asked = append(asked, c.ID)
		}
		asked = append(asked, q.About)
		if e := iv.Check(q, a); e != nil {
			t.Fatalf("%s: %v", q.Type, e)
		}
		iv.Apply(r, a)
	}
	return asked, iv.Report(r).Level.ID
}

// Nobody is told to look after a complaint himself before its danger signs have been asked, however unlikely they are.
func TestLightAdviceNeedsDangerSigns(t *testing.T) {
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	iv := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
	light := 0
	for id := range b.Concepts {
		con := &b.Concepts[id]
		if len(con.Dangers) == 0 || len(con.Phrases) == 0 {
			continue
		}
		asked, level := denied(t, iv, con.Phrases[0])
		if level != "self_care" && level != "routine_2w" || !slices.Contains(asked, "assessment_"+con.Code) {
			continue // it is not light, or was read as something else, which has its own
		}
		light++
		for _, d := range con.Dangers[:min(2, len(con.Dangers))] {
			ids := []string{b.Concepts[d].Code, "assessment_" + b.Concepts[d].Code}
			for _, up := range b.Concepts[d].Parents {
				ids = append(ids, b.Concepts[up].Code) // who denies the wider one is not asked for its kinds
			}
			if of := b.Concepts[d].AttributeOf; of != kb.None {
				ids = append(ids, b.Concepts[of].Code)
			}
			if !slices.ContainsFunc(ids, func(code string) bool { return slices.Contains(asked, code) }) {
				t.Errorf("%s ends with %s and %s has not been asked", con.ID, level, b.Concepts[d].ID)
			}
		}
	}
	if light < 20 {
		t.Errorf("only %d complaints ended with light advice", light)
	}
}
