package report_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/report"
	"anamnesis/knowledge"
)

var compiled = sync.OnceValues(func() (*engine.Model, error) {
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		return nil, err
	}
	return engine.New(b, engine.DefaultParams()), nil
})

// posterior weighs volunteered concepts; a leading "-" denies one, a leading "?" leaves it unsure.
func posterior(t *testing.T, sex clinical.Sex, age int, d clinical.Bucket, ids ...string) *engine.Posterior {
	t.Helper()
	m, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	c := m.NewCase(sex, age)
	c.Duration = d
	for _, id := range ids {
		a, o := clinical.Present, clinical.Volunteered
		if rest, ok := strings.CutPrefix(id, "-"); ok {
			id, a, o = rest, clinical.Denied, clinical.Asked
		} else if rest, ok := strings.CutPrefix(id, "?"); ok {
			id, a, o = rest, clinical.Unsure, clinical.Asked
		}
		k, ok := m.Base.Concept(id)
		if !ok {
			t.Fatalf("the base has no %q", id)
		}
		c.Assert(k, a, o)
	}
	p := m.NewPosterior()
	p.Update(c)
	return p
}

func build(p *engine.Posterior, lang string) *report.Report {
	return report.Build(p, decide(p), report.Facts{Duration: p.Case().Duration}, lang)
}

func heartAttack(t *testing.T) *engine.Posterior {
	return posterior(t, clinical.Male, 62, clinical.Hour, "chest_pain", "chest_pain_central", "chest_pain_pressure", "chest_pain_radiating_left_arm", "cold_sweat", "nausea", "smoking")
}

func TestAnEmergencyLeads(t *testing.T) {
	for lang, number := range map[string]string{"en-US": "911", "en-GB": "999"} {
		r := build(heartAttack(t), lang)
		if r.Level.ID != "emergency_ambulance" || !r.Emergency || r.MainService.ID != "ambulance" {
			t.Errorf("%s: level %s, service %s", lang, r.Level.ID, r.MainService.ID)
		}
		if first := r.Messages[0]; first.Type != "HEADER" || !strings.Contains(first.Value, number) {
			t.Errorf("%s: the report begins with %+v, not with the number to call", lang, first)
		}
		if len(r.Rules) == 0 || len(r.Disclaimer) == 0 || len(r.SelfCare) != 0 {
			t.Errorf("%s: %d rules, %d disclaimers, %d self-care hints for an emergency", lang, len(r.Rules), len(r.Disclaimer), len(r.SelfCare))
		}
	}
}

func TestTheTree(t *testing.T) {
	r := build(posterior(t, clinical.Female, 28, clinical.Day, "painful_urination", "frequent_urination", "-fever", "-flank_pain", "-vaginal_discharge"), "en-US")
	if len(r.Summary.Ranked) < 5 || r.Summary.Ranked[0].Name != "Acute cystitis" && !strings.Contains(strings.ToLower(r.Summary.Ranked[0].Name), "cystitis") {
		t.Fatalf("the ranking is %+v", r.Summary.Ranked)
	}
	if !slices.IsSortedFunc(r.Summary.Ranked, func(a, b report.Ranked) int {
		if a.Probability >= b.Probability {
			return -1
		}
		return 1
	}) {
		t.Error("the ranking is not by probability")
	}
	if len(r.Categories) == 0 || r.Categories[0].Type != report.Likely {
		t.Fatalf("the first category is not LIKELY: %+v", r.Categories)
	}
	top := r.Categories[0].Subdomains[0].Conditions[0]
	if top.Code != r.Summary.Ranked[0].Code || len(top.For) == 0 || top.ArticleID == "" || len(top.WatchFor) == 0 {
		t.Errorf("the first cause is %+v", top)
	}
	for _, w := range top.Against {
		if w.Weight >= 0 {
			t.Errorf("%s speaks against with weight %v", w.Name, w.Weight)
		}
	}
	for _, s := range r.Categories[0].Subdomains {
		if !strings.HasPrefix(s.Code, "CM") || s.Name == "" || s.Level.ID == "" || s.Service.Name == "" {
			t.Errorf("a group is incomplete: %+v", s)
		}
	}
}

func TestRulingOutDoesNotReorder(t *testing.T) {
	p := heartAttack(t)
	r := build(p, "en-US")
	order := p.Order()
	for i, rk := range r.Summary.Ranked[:5] {
		if want := p.Model().Base.Conditions[order[i]].Code; rk.Code != want {
			t.Errorf("place %d holds %s, the posterior says %s", i+1, rk.Code, want)
		}
	}
}

func TestUnsureRaises(t *testing.T) {
	sure := decide(posterior(t, clinical.Female, 45, clinical.Day, "headache", "-thunderclap_headache"))
	unsure := decide(posterior(t, clinical.Female, 45, clinical.Day, "headache", "?thunderclap_headache"))
	if unsure.Level >= sure.Level {
		t.Errorf("not sure about a thunderclap headache gives %v, no gives %v", unsure.Level, sure.Level)
	}
}

func TestNothingLowers(t *testing.T) {
	p := heartAttack(t)
	d := decide(p)
	for _, f := range d.Flags {
		if d.Level > f.Level {
			t.Errorf("the level %v is below that of a red flag, %v", d.Level, f.Level)
		}
	}
	if d.Level > d.Posterior || d.Level > p.TriageEvident() {
		t.Errorf("the level %v is below what the posterior asks for", d.Level)
	}
}

func TestEarlyEnds(t *testing.T) {
	p := posterior(t, clinical.Male, 30, clinical.UnknownDuration)
	for _, end := range []clinical.Level{clinical.Information, clinical.NoOutcome} {
		r := report.Early(p, decide(p), report.Facts{}, "en-US", end)
		if r.Level.ID != end.String() || len(r.Categories) != 0 || len(r.Messages) == 0 || len(r.Disclaimer) == 0 {
			t.Errorf("%v: %+v", end, r)
		}
	}
	// An emergency leads even where the consultation could not go on.
	bad := heartAttack(t)
	if r := report.Early(bad, decide(bad), report.Facts{}, "en-US", clinical.Information); !r.Emergency {
		t.Errorf("an emergency ended as %s", r.Level.ID)
	}
}

func TestNoComplaintNoCause(t *testing.T) {
	p := posterior(t, clinical.Male, 30, clinical.Day, "smoking")
	if r := build(p, "en-US"); len(r.Categories) != 0 || len(r.Summary.Ranked) != 0 {
		t.Errorf("without a complaint the report names %d causes", len(r.Summary.Ranked))
	}
}

func decide(p *engine.Posterior) report.Decision { return report.Decide(p, p.Flags()) }
