package eval_test

import (
	"reflect"
	"slices"
	"testing"

	"anamnesis/internal/eval"
	"anamnesis/internal/recognize"
)

func TestThin(t *testing.T) {
	b := base(t)
	rec := recognize.New(b)
	full := []eval.Case{
		{ID: "a", Age: 30, Sex: "female", Opening: "runny nose and a cough", Expect: []string{"common_cold"}, Triage: []string{"self_care"},
			Present: []string{"runny_nose", "dry_cough", "sneezing", "sore_throat", "fatigue", "blocked_nose", "headache", "chills", "sick_contact"}, Absent: []string{"fever"}},
		{ID: "b", Age: 30, Sex: "male", Opening: "chest hurts", Present: []string{"chest_pain"}, Triage: []string{"emergency"}},
	}
	thin := eval.Thin(b, rec, full, eval.Thinning{Draws: 40, Keep: 0.5})
	if len(thin) != 40 || !reflect.DeepEqual(thin, eval.Thin(b, rec, full, eval.Thinning{Draws: 40, Keep: 0.5})) {
		t.Fatalf("%d patients, or not the same ones twice", len(thin))
	}
	kept := 0
	for _, c := range thin {
		if c.Triage != nil || len(c.Absent) != 1 {
			t.Errorf("%s: triage %v, absent %v", c.ID, c.Triage, c.Absent)
		}
		for _, said := range []string{"runny_nose", "cough"} {
			if !slices.Contains(c.Present, said) {
				t.Errorf("%s lacks %s, which its opening says", c.ID, said)
			}
		}
		kept += len(c.Present) - 2
		if c.Present[0] != "runny_nose" {
			t.Errorf("%s begins with %s", c.ID, c.Present[0])
		}
	}
	// 8 findings, each kept with probability 1/2 in 40 draws: 160, with a standard deviation of 9.
	if kept < 125 || kept > 195 {
		t.Errorf("%d of 320 findings were kept", kept)
	}
	more := full
	more[0].Present = append(more[0].Present, "muscle_pain")
	for i, c := range eval.Thin(b, rec, more, eval.Thinning{Draws: 40, Keep: 0.5}) {
		if got := slices.DeleteFunc(c.Present, func(id string) bool { return id == "muscle_pain" }); !slices.Equal(got, thin[i].Present) {
			t.Fatalf("%s: one more finding changed the draw of the others", c.ID)
		}
	}
}
