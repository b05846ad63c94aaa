package bench

import (
	"testing"

	"anamnesis/internal/kb"
)

// TestCut sees that nothing refers to a condition that has gone, or to another than before.
func TestCut(t *testing.T) {
	likely := func(d kb.ConditionID) *kb.Expr { return &kb.Expr{Op: kb.OpLikely, Condition: d, Cmp: kb.GT, Share: .1} }
	either := &kb.Expr{Op: kb.OpOr, Args: []*kb.Expr{likely(2), likely(3)}}
	b := &kb.Base{
		Conditions: []kb.Condition{{ID: "a", Relations: []kb.Relation{{Of: 1}, {Of: 2}}}, {ID: "b"}, {ID: "c"}, {ID: "d"}},
		RedFlags: []kb.RedFlag{
			{ID: "of none", FireIf: either}, {ID: "of c and d", Conditions: []kb.ConditionID{2, 3}}, {ID: "of d", Conditions: []kb.ConditionID{3}},
		},
		Articles: []kb.Article{{Conditions: []kb.ConditionID{1, 2}}},
	}
	c := cut(b, 2)
	if len(c.Conditions) != 2 || c.Conditions[0].ID != "a" || c.Conditions[1].ID != "c" {
		t.Fatalf("conditions %v", c.Conditions)
	}
	if rel := c.Conditions[0].Relations; len(rel) != 1 || rel[0].Of != 1 {
		t.Errorf("relations %v", rel)
	}
	if len(c.RedFlags) != 2 || len(c.RedFlags[1].Conditions) != 1 || c.RedFlags[1].Conditions[0] != 1 {
		t.Fatalf("red flags %v", c.RedFlags)
	}
	args := c.RedFlags[0].FireIf.Args
	if args[0].Condition != 1 || args[0].Share != .1 || args[1].Condition != 0 || args[1].Share <= 1 {
		t.Errorf("expression: %+v, %+v", args[0], args[1])
	}
	if a := c.Articles[0].Conditions; len(a) != 1 || a[0] != 1 {
		t.Errorf("article of %v", a)
	}
	if either.Args[0].Condition != 2 || len(b.Conditions[0].Relations) != 2 {
		t.Error("the base itself was changed")
	}
}
