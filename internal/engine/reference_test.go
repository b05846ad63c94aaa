package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

// TestRankIsExact holds the value of every question of random patients against the definition.
func TestRankIsExact(t *testing.T) {
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	m := engine.New(base, engine.DefaultParams())
	p, q := m.NewPosterior(), m.NewPosterior()
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for range 25 {
		c := randomCase(m, r)
		p.Update(c)
		q.Update(c)
		got := p.Rank()
		want := map[kb.ConceptID]engine.Candidate{}
		for _, w := range q.Reference() {
			want[w.Concept] = w
		}
		for i, g := range got {
			w, ok := want[g.Concept]
			if !ok && g.Value < 1e-9 {
				continue
			}
			compared++
			if math.Abs(g.Value-w.Value) > 1e-9 || math.Abs(g.Cause-w.Cause) > 1e-9 || math.Abs(g.Danger-w.Danger) > 1e-9 {
				t.Errorf("%s: %+v, by definition %+v", base.Concepts[g.Concept].ID, g, w)
			}
			if i > 0 && got[i-1].Value < g.Value-1e-9 {
				t.Errorf("%s is out of order", base.Concepts[g.Concept].ID)
			}
		}
		if d := len(want) - len(got); d > 1 || d < -1 {
			t.Errorf("%d candidates, by definition %d", len(got), len(want))
		}
	}
	t.Log(compared, "values")
}

// randomCase is somebody with up to three complaints, of whom up to thirty other things are known.
func randomCase(m *engine.Model, r *rand.Rand) *engine.Case {
	sex := clinical.Female
	if r.IntN(2) == 0 {
		sex = clinical.Male
	}
	c := m.NewCase(sex, 18+r.IntN(80))
	c.Duration = clinical.Bucket(r.IntN(clinical.Buckets + 1))
	d := &m.Base.Conditions[r.IntN(len(m.Base.Conditions))]
	for range 1 + r.IntN(3) {
		if l := d.Findings[r.IntN(len(d.Findings))]; c.Fits(&m.Base.Concepts[l.Concept]) {
			c.Assert(l.Concept, clinical.Present, clinical.Volunteered)
		}
	}
	for range r.IntN(30) {
		id := kb.ConceptID(r.IntN(len(m.Base.Concepts)))
		if !c.Fits(&m.Base.Concepts[id]) || c.Is(id) != clinical.NotAsked {
			continue
		}
		c.Assert(id, []clinical.Assertion{clinical.Present, clinical.Denied, clinical.Denied, clinical.Denied, clinical.Unsure}[r.IntN(5)], clinical.Asked)
	}
	return c
}

// TestTriggersMissNothing evaluates every rule of random patients, and not only those that a trigger points to.
func TestTriggersMissNothing(t *testing.T) {
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	m := engine.New(base, engine.DefaultParams())
	p, r := m.NewPosterior(), rand.New(rand.NewPCG(5, 6))
	fired, raised := 0, 0
	for range 300 {
		p.Update(randomCase(m, r))
		w, flags := p.World(), map[int]bool{}
		for _, f := range p.Flags() {
			flags[f.Rule] = !f.Unsure
		}
		for i := range base.RedFlags {
			rule := &base.RedFlags[i]
			fires := rule.Unless.Eval(w) != clinical.True && rule.FireIf.Eval(w) == clinical.True
			if fires != flags[i] {
				t.Errorf("%s fires %t, by itself %t", rule.ID, flags[i], fires)
			}
			fired += len(flags)
		}
		for d := range base.Conditions {
			l := base.Conditions[d].Level
			for _, raise := range base.Conditions[d].Raises {
				if raise.Level < l && raise.When.Eval(w) == clinical.True {
					l = raise.Level
					raised++
				}
			}
			if got := p.LevelOf(d); got != l {
				t.Errorf("%s is %s, by its rules %s", base.Conditions[d].ID, got, l)
			}
		}
	}
	if fired == 0 || raised == 0 {
		t.Error("no rule was true: the patients do not test anything")
	}
}
