package eval_test

import (
	"reflect"
	"slices"
	"testing"

	"anamnesis/internal/eval"
	"anamnesis/knowledge"
)

func TestSample(t *testing.T) {
	b := base(t)
	d := eval.DefaultDraw()
	d.Patients, d.Even = 300, true
	a := eval.Sample(b, d)
	if len(a) != 300 || !reflect.DeepEqual(a, eval.Sample(b, d)) {
		t.Fatal("the same draw gave other patients")
	}
	conditions := map[string]bool{}
	for _, c := range a {
		conditions[c.Expect[0]] = true
		id, _ := b.Condition(c.Expect[0])
		con := &b.Conditions[id]
		if s := con.Sex.String(); s != "" && s != c.Sex {
			t.Errorf("%s: a %s with %s", c.ID, c.Sex, con.ID)
		}
		if con.MinAge > 0 && c.Age < con.MinAge || con.MaxAge > 0 && c.Age > con.MaxAge {
			t.Errorf("%s: aged %d with %s", c.ID, c.Age, con.ID)
		}
		for _, p := range c.Present {
			if slices.Contains(c.Absent, p) {
				t.Errorf("%s has and has not %s", c.ID, p)
			}
		}
	}
	if len(conditions) < 150 {
		t.Errorf("300 even patients have only %d conditions", len(conditions))
	}
}

func TestTheLockedThird(t *testing.T) {
	for _, suite := range []string{"diagnosis", "triage"} {
		cases, err := eval.LoadCases(knowledge.Cases, "cases/"+suite+".yaml")
		if err != nil {
			t.Fatal(err)
		}
		open, locked := len(eval.Part(cases, "open")), len(eval.Part(cases, "locked"))
		if open+locked != len(cases) || locked < len(cases)/5 || locked > len(cases)/2 {
			t.Errorf("%s: %d open and %d locked of %d", suite, open, locked, len(cases))
		}
	}
}
