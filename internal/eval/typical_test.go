package eval_test

import (
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
)

// Every emergency is reached from each complaint that it usually starts with: its typical patient is told
// to seek help at once, or sees it among the first five causes.
func TestEveryEmergencyIsReachable(t *testing.T) {
	b := base(t)
	var cases []eval.Case
	for d := range b.Conditions {
		if b.Conditions[d].Level <= clinical.Emergency {
			cases = append(cases, eval.Typical(b, kb.ConditionID(d), 0.2)...)
		}
	}
	if len(cases) < 200 {
		t.Fatalf("only %d complaints of emergencies", len(cases))
	}
	lost := 0
	for i, o := range eval.RunAll(b, cases) {
		if level, ok := clinical.ParseLevel(o.Level); ok && level <= clinical.Emergency || o.Rank >= 1 && o.Rank <= 5 {
			continue
		}
		lost++
		t.Logf("%s: rank %d, level %s, first %v, after %d questions", cases[i].ID, o.Rank, o.Level, o.Top, o.Questions)
	}
	if lost > 0 {
		t.Errorf("%d of %d are lost", lost, len(cases))
	}
}
