package eval_test

import (
	"testing"

	"anamnesis/internal/eval"
)

func TestTerse(t *testing.T) {
	b := base(t)
	all := []eval.Case{
		{ID: "two", Age: 30, Sex: "female", Opening: "a whole story", Triage: []string{"self_care"}, Present: []string{"cough", "cough.severe", "dry_cough", "smoking", "sore_throat", "fever"}},
		{ID: "one", Age: 30, Sex: "male", Opening: "a whole story", Present: []string{"headache", "headache_throbbing", "migraine_known"}},
		{ID: "event", Age: 24, Sex: "female", Opening: "a whole story", Present: []string{"unprotected_sex", "anxiety"}},
		{ID: "nothing", Age: 30, Sex: "male", Opening: "a whole story", Present: []string{"not_in_the_base"}},
	}
	phrase := func(id string) string {
		c, ok := b.Concept(id)
		if !ok || len(b.Concepts[c].Phrases) == 0 {
			t.Fatalf("the base lacks %s or phrases for it", id)
		}
		return b.Concepts[c].Phrases[0]
	}
	want := [][2]string{
		{"two#1", phrase("cough")}, {"two#2", phrase("cough") + ", " + phrase("sore_throat")}, {"one#1", phrase("headache")},
		{"event#1", phrase("unprotected_sex")}, {"event#2", phrase("unprotected_sex") + ", " + phrase("anxiety")},
	}
	got := eval.Terse(b, all)
	if len(got) != len(want) {
		t.Fatalf("%d patients, want %d: %+v", len(got), len(want), got)
	}
	for i, c := range got {
		if c.ID != want[i][0] || c.Opening != want[i][1] {
			t.Errorf("%s opens with %q, want %s with %q", c.ID, c.Opening, want[i][0], want[i][1])
		}
	}
	if c := got[1]; len(c.Present) != 6 || len(c.Triage) != 1 || all[0].Opening != "a whole story" {
		t.Errorf("the patient is another one: %+v", c)
	}
}

func TestAside(t *testing.T) {
	b := base(t)
	all := []eval.Case{
		{ID: "a", Age: 30, Sex: "female", Opening: "a whole story", Present: []string{"cough", "sore_throat", "smoking", "fever", "fever.sudden"}},
		{ID: "b", Age: 30, Sex: "male", Opening: "a whole story", Present: []string{"headache", "migraine_known"}},
	}
	got := eval.Aside(b, all)
	if len(got) != 2 || got[0].ID != "a#2" || got[1].ID != "a#3" {
		t.Fatalf("%+v", got)
	}
	for i, id := range []string{"sore_throat", "fever"} {
		if c, _ := b.Concept(id); got[i].Opening != b.Concepts[c].Phrases[0] {
			t.Errorf("%s opens with %q", got[i].ID, got[i].Opening)
		}
	}
}
