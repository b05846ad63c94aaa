package consult_test

import (
	"flag"
	"testing"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/knowledge"
)

var patients = flag.Int("patients", 15, "how many random patients TestReference asks")

// TestReference holds every question of random patients against the one that is chosen by exact arithmetic over every condition and every question.
func TestReference(t *testing.T) {
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	model := engine.New(base, engine.DefaultParams())
	iv, exact := consult.NewInterview(model, recognize.New(base)), consult.NewInterview(model, recognize.New(base))
	exact.RankBy((*engine.Posterior).Reference)
	questions, other := 0, 0
	for seed := range uint64(*patients) {
		questions += wander(iv, seed, func(rec *consult.Record, _ *consult.Turn, state []byte) {
			again, err := consult.Decode(state)
			if err != nil {
				t.Fatal(err)
			}
			n := len(again.Done) - 1
			last := again.Done[n]
			open := last
			open.Included, open.Excluded = nil, nil
			again.Done, again.Open, again.End = again.Done[:n], &open, ""
			exact.Apply(again, consult.Answer{Included: last.Included, Excluded: last.Excluded})
			want, _ := again.Encode()
			if string(want) != string(state) {
				other++
				if other < 5 {
					t.Errorf("patient %d, answer %d: asked\n%+v %s, exactly\n%+v %s", seed, n+1, rec.Open, rec.End, again.Open, again.End)
				}
			}
		})
	}
	t.Logf("%d questions, %d others than by exact arithmetic", questions, other)
}
