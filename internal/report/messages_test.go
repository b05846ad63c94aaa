package report

import (
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// TestInstructionsAreSaidOnce: of two rules of one urgency that begin with the same words, the longer one speaks.
func TestInstructionsAreSaidOnce(t *testing.T) {
	base := &kb.Base{RedFlags: []kb.RedFlag{{Instruction: "Call now. Sit down."}, {Instruction: "Call now. Sit down. Chew aspirin."}, {Instruction: "Call now. Sit down. Take insulin."}}}
	b := &builder{base: base, lang: kb.Language}
	both := Decision{Level: clinical.EmergencyAmbulance, Flags: []engine.Flag{{Rule: 0, Level: clinical.EmergencyAmbulance}, {Rule: 1, Level: clinical.EmergencyAmbulance}}}
	if !b.saysMore(both, base.RedFlags[0].Instruction) || b.saysMore(both, base.RedFlags[1].Instruction) {
		t.Error("the shorter instruction is said besides, or the longer one is not")
	}
	less := both
	less.Flags = []engine.Flag{both.Flags[0], {Rule: 2, Level: clinical.Emergency}}
	if b.saysMore(less, base.RedFlags[0].Instruction) {
		t.Error("an instruction gives way to one that is not shown")
	}
}
