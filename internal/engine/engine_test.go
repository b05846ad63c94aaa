package engine_test

import (
	"math"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// Concepts of the little base below.
const (
	cough kb.ConceptID = iota
	dryCough
	fever
	chestPain
	chestPainSudden
	chestPainGradual
	rash
	smoking
	jointPain
	kneePain
	concepts
)

// Conditions of it.
const (
	cold kb.ConditionID = iota
	pneumonia
	clot
	eczema
	arthritis
	womanOnly
)

func finding(id string, bg float64) kb.Concept {
	return kb.Concept{ID: id, Code: "CM0000" + id, Kind: kb.Symptom, Name: id, Lay: id, Question: id + "?", Background: bg, Correlation: kb.None, AttributeOf: kb.None, Contrast: kb.None, Cost: 1}
}

func flat(v float64) (r [2][clinical.AgeBands]float64) {
	for i := range r {
		for j := range r[i] {
			r[i][j] = v
		}
	}
	return r
}

func little() *kb.Base {
	c := make([]kb.Concept, concepts)
	c[cough], c[dryCough], c[fever], c[chestPain] = finding("cough", .08), finding("dry_cough", .4), finding("fever", .04), finding("chest_pain", .03)
	c[chestPainSudden], c[chestPainGradual] = finding("sudden", .2), finding("gradual", .6)
	c[rash], c[jointPain], c[kneePain] = finding("rash", .03), finding("joint_pain", .1), finding("knee_pain", .04)
	c[smoking] = finding("smoking", .2)
	c[smoking].Kind = kb.Risk
	c[dryCough].AttributeOf, c[dryCough].Dimension = cough, kb.Character
	for _, id := range []kb.ConceptID{chestPainSudden, chestPainGradual} {
		c[id].AttributeOf, c[id].Dimension, c[id].Exclusive = chestPain, kb.Onset, true
	}
	c[cough].Children = []kb.ConceptID{dryCough}
	c[chestPain].Children = []kb.ConceptID{chestPainSudden, chestPainGradual}
	c[kneePain].Parents, c[jointPain].Children = []kb.ConceptID{jointPain}, []kb.ConceptID{kneePain}
	even := [clinical.Buckets]float64{.2, .2, .2, .2, .2}
	b := &kb.Base{Concepts: c, Conditions: []kb.Condition{
		{ID: "cold", Code: "CM700001", Rate: flat(500), Duration: [clinical.Buckets]float64{.1, .7, .2, 0, 0}, Level: clinical.SelfCare, Threshold: 1,
			Findings: []kb.Link{{Concept: cough, P: .7, Presenting: .5}, {Concept: dryCough, P: .5}, {Concept: fever, P: .2}}},
		{ID: "pneumonia", Code: "CM700002", Rate: flat(30), Duration: even, Level: clinical.Urgent48h, Threshold: .1,
			Findings: []kb.Link{{Concept: cough, P: .9, Presenting: .6}, {Concept: fever, P: .8, Presenting: .4}, {Concept: chestPain, P: .4, Presenting: .2}}},
		{ID: "clot", Code: "CM700003", Rate: flat(5), Duration: even, Level: clinical.Emergency, Threshold: .04,
			Findings: []kb.Link{{Concept: cough, P: .3}, {Concept: chestPain, P: .7, Presenting: .5}, {Concept: chestPainSudden, P: .8}, {Concept: chestPainGradual, P: .1}},
			Factors:  []kb.Factor{{Concept: smoking, OR: 3}}},
		{ID: "eczema", Code: "CM700004", Rate: flat(60), Duration: even, Level: clinical.Routine2w, Threshold: .2,
			Findings: []kb.Link{{Concept: rash, P: .97, Presenting: .8}}},
		{ID: "arthritis", Code: "CM700005", Rate: flat(60), Duration: even, Level: clinical.Routine2w, Threshold: .2,
			Findings: []kb.Link{{Concept: jointPain, P: .95, Presenting: .8}}},
		{ID: "woman_only", Code: "CM700006", Sex: clinical.Female, Rate: flat(100), Duration: even, Level: clinical.Routine2w, Threshold: .2,
			Findings: []kb.Link{{Concept: rash, P: .5, Presenting: .3}}},
	}}
	b.Index()
	return b
}

func model(t *testing.T) *engine.Model {
	t.Helper()
	return engine.New(little(), engine.DefaultParams())
}

func update(m *engine.Model, c *engine.Case) *engine.Posterior {
	p := m.NewPosterior()
	p.Update(c)
	return p
}

func TestPosteriorSumsToOne(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(cough, clinical.Present, clinical.Volunteered)
	c.Assert(fever, clinical.Denied, clinical.Asked)
	p := update(m, c)
	for name, v := range map[string][]float64{"full": p.Full, "ranked": p.Ranked} {
		sum := 0.0
		for _, x := range v {
			sum += x
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s posterior sums to %v", name, sum)
		}
	}
}

func TestAnatomyIsHard(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(rash, clinical.Present, clinical.Volunteered)
	if p := update(m, c); p.Full[womanOnly] != 0 || p.Ranked[womanOnly] != 0 {
		t.Errorf("a man has a share of %v for a woman's condition", p.Full[womanOnly])
	}
}

func TestNoSingleAnswerExcludes(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(rash, clinical.Present, clinical.Volunteered)
	c.Assert(cough, clinical.Denied, clinical.Asked)
	if p := update(m, c); p.Full[pneumonia] <= 0 {
		t.Error("one no excluded a condition")
	}
}

func TestEvidenceMovesTheRanking(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(cough, clinical.Present, clinical.Volunteered)
	before := update(m, c)
	first := before.Ranked[pneumonia]
	if before.Order()[0] != cold {
		t.Fatalf("a cough alone leads to %d, not the cold", before.Order()[0])
	}
	c.Assert(fever, clinical.Present, clinical.Asked)
	c.Assert(chestPain, clinical.Present, clinical.Asked)
	after := update(m, c)
	if after.Ranked[pneumonia] <= first || after.Order()[0] != pneumonia {
		t.Errorf("cough, fever and chest pain lead to %d with pneumonia at %v", after.Order()[0], after.Ranked[pneumonia])
	}
}

func TestUntickedWeighsLessThanNo(t *testing.T) {
	m := model(t)
	share := func(o clinical.Origin) float64 {
		c := m.NewCase(clinical.Male, 50)
		c.Assert(chestPain, clinical.Present, clinical.Volunteered)
		c.Assert(cough, clinical.Denied, o)
		return update(m, c).Full[pneumonia]
	}
	if asked, unticked := share(clinical.Asked), share(clinical.Unticked); asked >= unticked {
		t.Errorf("asked no leaves %v, unticked leaves %v", asked, unticked)
	}
}

func TestUnsureIsNoEvidence(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(cough, clinical.Present, clinical.Volunteered)
	want := update(m, c).Full[pneumonia]
	c.Assert(fever, clinical.Unsure, clinical.Asked)
	if got := update(m, c).Full[pneumonia]; got != want {
		t.Errorf("not sure moved %v to %v", want, got)
	}
}

func TestAChildInheritsFromItsParent(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(kneePain, clinical.Present, clinical.Volunteered)
	if got := update(m, c).Order()[0]; got != arthritis {
		t.Errorf("knee pain leads to %d, not to the arthritis that lists joint pain", got)
	}
	if c.Is(jointPain) != clinical.Present {
		t.Error("knee pain does not imply joint pain")
	}
}

func TestAttributesAreGatedAndExclusive(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(cough, clinical.Present, clinical.Volunteered)
	p := update(m, c)
	if p.Askable(chestPainSudden) {
		t.Error("the onset of a pain that nobody has can be asked")
	}
	c.Assert(chestPain, clinical.Present, clinical.Asked)
	c.Assert(chestPainSudden, clinical.Present, clinical.Asked)
	if c.Is(chestPainGradual) != clinical.Denied {
		t.Error("a sudden pain may still be gradual")
	}
}

func TestRiskFactorRaisesTheOdds(t *testing.T) {
	m := model(t)
	share := func(a clinical.Assertion) float64 {
		c := m.NewCase(clinical.Male, 50)
		c.Assert(chestPain, clinical.Present, clinical.Volunteered)
		c.Assert(smoking, a, clinical.Asked)
		return update(m, c).Full[clot]
	}
	if yes, no, open := share(clinical.Present), share(clinical.Denied), share(clinical.Unsure); !(yes > open && open > no) {
		t.Errorf("smoker %v, not known %v, non-smoker %v", yes, open, no)
	}
}

func TestOneFactCountsOnce(t *testing.T) {
	// Heavy smoking is smoking: of a condition that lists both, the one that tells more counts.
	const heavy, wide, narrow = kb.ConceptID(0), kb.ConceptID(1), kb.ConceptID(2)
	base := func(list ...kb.Factor) *kb.Base {
		c := []kb.Concept{finding("cough", .08), finding("smoking", .2), finding("heavy_smoking", .05)}
		c[wide].Kind, c[narrow].Kind = kb.Risk, kb.Risk
		c[narrow].Parents, c[wide].Children = []kb.ConceptID{wide}, []kb.ConceptID{narrow}
		b := &kb.Base{Concepts: c, Conditions: []kb.Condition{
			{ID: "a", Code: "CM700001", Rate: flat(100), Findings: []kb.Link{{Concept: heavy, P: .5, Presenting: .5}}, Factors: list},
			{ID: "b", Code: "CM700002", Rate: flat(100), Findings: []kb.Link{{Concept: heavy, P: .5, Presenting: .5}}},
		}}
		b.Index()
		return b
	}
	share := func(a clinical.Assertion, asked kb.ConceptID, list ...kb.Factor) float64 {
		m := engine.New(base(list...), engine.DefaultParams())
		c := m.NewCase(clinical.Male, 50)
		c.Assert(heavy, clinical.Present, clinical.Volunteered)
		c.Assert(asked, a, clinical.Asked)
		return update(m, c).Full[0]
	}
	both := []kb.Factor{{Concept: wide, OR: 3}, {Concept: narrow, OR: 8}}
	if got, want := share(clinical.Present, narrow, both...), share(clinical.Present, narrow, both[1]); math.Abs(got-want) > 1e-12 {
		t.Errorf("a heavy smoker's share is %v, by heavy smoking alone %v", got, want)
	}
	if got, want := share(clinical.Denied, wide, both...), share(clinical.Denied, wide, both[0]); math.Abs(got-want) > 1e-12 {
		t.Errorf("a non-smoker's share is %v, by smoking alone %v", got, want)
	}
}

func TestRarityOfWhatDefines(t *testing.T) {
	// Of two conditions alike but for a rare factor that nearly all, or half, of the patients have, the one that it
	// nearly defines falls behind while nobody has been asked about it, and leads once it is there.
	b := little()
	b.Concepts[smoking].Background = .01
	or := func(share float64) float64 { return share / (1 - share) * .99 / .01 }
	twin := b.Conditions[eczema]
	twin.ID, twin.Code = "by_half", "CM700007"
	b.Conditions = append(b.Conditions, twin)
	b.Conditions[eczema].Factors = []kb.Factor{{Concept: smoking, OR: or(.97)}}
	b.Conditions[len(b.Conditions)-1].Factors = []kb.Factor{{Concept: smoking, OR: or(.5)}}
	b.Index()
	m := engine.New(b, engine.DefaultParams())
	c := m.NewCase(clinical.Male, 50)
	c.Assert(rash, clinical.Present, clinical.Volunteered)
	half := len(b.Conditions) - 1
	if p := update(m, c); p.Ranked[eczema] > .2*p.Ranked[half] || math.Abs(p.Full[eczema]-p.Full[half]) > 1e-9 {
		t.Errorf("not asked: %v of what the factor defines, %v of what it does not; full %v and %v", p.Ranked[eczema], p.Ranked[half], p.Full[eczema], p.Full[half])
	}
	c.Assert(smoking, clinical.Present, clinical.Asked)
	if p := update(m, c); p.Full[eczema] <= p.Full[half] {
		t.Errorf("with the factor: %v of what it defines, %v of what it does not", p.Full[eczema], p.Full[half])
	}
}

func TestDenialBesideANeighbor(t *testing.T) {
	b := little()
	b.Concepts[cough].Correlation, b.Concepts[fever].Correlation = 1, 1
	b.Index()
	share := func(neighbor float64) float64 {
		par := engine.DefaultParams()
		par.Neighbor = neighbor
		m := engine.New(b, par)
		c := m.NewCase(clinical.Male, 50)
		c.Assert(cough, clinical.Present, clinical.Volunteered)
		c.Assert(fever, clinical.Denied, clinical.Unticked)
		return update(m, c).Full[pneumonia]
	}
	if whole, less, none := share(1), share(.5), share(0); !(whole < less && less < none) {
		t.Errorf("pneumonia with a cough and no fever: %v, %v, %v as the denial counts whole, half and nothing", whole, less, none)
	}
}

func TestNamesForWhatIsLeftRankBehind(t *testing.T) {
	shares := func(residual bool) (ranked, full float64) {
		b := little()
		b.Conditions[pneumonia].Residual = residual
		m := engine.New(b, engine.DefaultParams())
		c := m.NewCase(clinical.Female, 40)
		c.Assert(fever, clinical.Present, clinical.Volunteered)
		p := update(m, c)
		return p.Ranked[pneumonia], p.Full[pneumonia]
	}
	r0, f0 := shares(false)
	r1, f1 := shares(true)
	if r1 >= r0 || r1 < r0*engine.DefaultParams().Residual {
		t.Errorf("ranked %.3f -> %.3f, want less, by no more than the parameter", r0, r1)
	}
	if f0 != f1 {
		t.Errorf("full %.3f -> %.3f: what is dangerous must not change", f0, f1)
	}
}

func TestIllnessIsNamedBeforeItsForm(t *testing.T) {
	b := little()
	b.Conditions[pneumonia].Relations = []kb.Relation{{Kind: "form", Of: cold}}
	update := func(lead float64) *engine.Posterior {
		par := engine.DefaultParams()
		par.FormLead = lead
		m := engine.New(b, par)
		c := m.NewCase(clinical.Female, 40)
		c.Assert(cough, clinical.Present, clinical.Volunteered)
		c.Assert(fever, clinical.Present, clinical.Asked)
		return update(m, c)
	}
	p := update(0)
	ratio := p.Ranked[pneumonia] / p.Ranked[cold]
	if ratio <= 1 || p.Order()[0] != pneumonia {
		t.Fatalf("the form is %.2f times as likely and the first is %d: nothing to test", ratio, p.Order()[0])
	}
	if p := update(ratio * 1.01); p.Order()[0] != cold || p.Order()[1] != pneumonia || p.Named(cold) != p.Ranked[pneumonia] {
		t.Errorf("order %v, the illness named by %.3f of the form's %.3f", p.Order(), p.Named(cold), p.Ranked[pneumonia])
	}
	if p := update(ratio * .99); p.Order()[0] != pneumonia || p.Named(cold) != p.Ranked[cold] {
		t.Errorf("order %v: a form that leads by more than FormLead comes first", p.Order())
	}
}

func TestDangerRaisesTheLevel(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(cough, clinical.Present, clinical.Volunteered)
	c.Duration = clinical.Day
	if got := update(m, c).Triage(); got < clinical.Routine2w {
		t.Errorf("a cough for days is %v", got)
	}
	d := m.NewCase(clinical.Male, 50)
	d.Assert(chestPain, clinical.Present, clinical.Volunteered)
	d.Assert(chestPainSudden, clinical.Present, clinical.Volunteered)
	d.Assert(smoking, clinical.Present, clinical.Asked)
	d.Assert(cough, clinical.Denied, clinical.Asked)
	d.Assert(fever, clinical.Denied, clinical.Asked)
	if got := update(m, d).Triage(); got > clinical.Urgent12h {
		t.Errorf("sudden chest pain of a smoker without cough or fever is %v", got)
	}
}

// unfocused is the model with questions chosen for the posterior as it is.
func unfocused() *engine.Model {
	p := engine.DefaultParams()
	p.Focus = 1
	return engine.New(little(), p)
}

func TestInformationMatchesTheTextbook(t *testing.T) {
	m := unfocused()
	c := m.NewCase(clinical.Male, 50)
	c.Assert(cough, clinical.Present, clinical.Volunteered)
	p := update(m, c)
	for _, cand := range p.Rank() {
		if cand.Concept != fever {
			continue
		}
		if want := textbook(p, m, fever); math.Abs(cand.Cause-want) > 1e-4 {
			t.Errorf("information of fever is %v, by the book %v", cand.Cause, want)
		}
		return
	}
	t.Error("fever is not worth asking")
}

// textbook computes I(D;F) as the entropy of D before less its expectation after the answer.
func textbook(p *engine.Posterior, m *engine.Model, f kb.ConceptID) float64 {
	pr := m.Params
	n := len(p.Full)
	prior, yes := make([]float64, n), make([]float64, n)
	total := 0.0
	for d := range prior {
		prior[d] = p.Full[d] + pr.RankedMix*(p.Ranked[d]-p.Full[d])
		q := m.Base.Concepts[f].Background
		if d < n-1 {
			for _, l := range m.Base.Conditions[d].Findings {
				if l.Concept == f {
					q = l.P
				}
			}
		}
		yes[d] = pr.Hit*q + pr.Slip*(1-q)
		total += prior[d] * yes[d]
	}
	info := 0.0
	for d := range prior {
		if prior[d] > 0 {
			info += prior[d] * (yes[d]*math.Log(yes[d]/total) + (1-yes[d])*math.Log((1-yes[d])/(1-total)))
		}
	}
	return info
}

func TestDeterministic(t *testing.T) {
	m := model(t)
	c := m.NewCase(clinical.Female, 30)
	c.Assert(rash, clinical.Present, clinical.Volunteered)
	a, b := update(m, c), update(m, c)
	for d := range a.Full {
		if a.Full[d] != b.Full[d] {
			t.Fatalf("condition %d: %v and %v", d, a.Full[d], b.Full[d])
		}
	}
}

// Who lists pain in one joint says nothing of the others, and who lists joint pain means any.
func TestOneSpecialFindingSaysNothingOfItsSiblings(t *testing.T) {
	b := little()
	hip := kb.ConceptID(len(b.Concepts))
	c := finding("hip_pain", .04)
	c.Parents = []kb.ConceptID{jointPain}
	b.Concepts = append(b.Concepts, c)
	b.Concepts[jointPain].Children = append(b.Concepts[jointPain].Children, hip)
	sprain := kb.ConditionID(len(b.Conditions))
	b.Conditions = append(b.Conditions, kb.Condition{ID: "sprain", Code: "CM700007", Rate: flat(60), Duration: [clinical.Buckets]float64{.2, .2, .2, .2, .2}, Level: clinical.SelfCare, Threshold: 1,
		Findings: []kb.Link{{Concept: kneePain, P: .95, Presenting: .8}}})
	b.Index()
	m := engine.New(b, engine.DefaultParams())
	weight := func(d kb.ConditionID) float64 {
		c := m.NewCase(clinical.Male, 50)
		c.Assert(hip, clinical.Present, clinical.Asked)
		for _, x := range update(m, c).Explain(d) {
			if x.Concept == hip {
				return x.Weight
			}
		}
		return 0
	}
	if w := weight(sprain); w > 0 {
		t.Errorf("hip pain speaks for a sprained knee by %v nats", w)
	}
	if w := weight(arthritis); w < 1 {
		t.Errorf("hip pain speaks for arthritis by only %v nats", w)
	}
}

// Who had no injury has not twisted a knee: the denial of a factor tells against what implies it.
func TestDenialOfAFactorRulesOutWhatImpliesIt(t *testing.T) {
	b := little()
	injury, twisted := kb.ConceptID(len(b.Concepts)), kb.ConceptID(len(b.Concepts)+1)
	in, tw := finding("injury", .08), finding("twisted", .006)
	in.Kind = kb.Exposure
	in.Children, tw.Parents = []kb.ConceptID{twisted}, []kb.ConceptID{injury}
	b.Concepts = append(b.Concepts, in, tw)
	sprain := len(b.Conditions)
	b.Conditions = append(b.Conditions, kb.Condition{ID: "sprain", Code: "CM700007", Rate: flat(60), Duration: [clinical.Buckets]float64{.2, .2, .2, .2, .2}, Level: clinical.SelfCare, Threshold: 1,
		Findings: []kb.Link{{Concept: kneePain, P: .95, Presenting: .8}, {Concept: twisted, P: .9}}})
	b.Index()
	m := engine.New(b, engine.DefaultParams())
	share := func(a clinical.Assertion) float64 {
		c := m.NewCase(clinical.Male, 50)
		c.Assert(kneePain, clinical.Present, clinical.Volunteered)
		if a != clinical.NotAsked {
			c.Assert(injury, a, clinical.Asked)
		}
		return update(m, c).Full[sprain]
	}
	if no, unknown := share(clinical.Denied), share(clinical.NotAsked); no > 0.6*unknown {
		t.Errorf("share of the sprain without an injury %v, not knowing %v", no, unknown)
	}
}

func TestCategoricalInformation(t *testing.T) {
	par, b := engine.DefaultParams(), little()
	par.Focus, b.Conditions[clot].Factors = 1, nil // so that questions are chosen for Ranked as it is
	m := engine.New(b, par)
	c := m.NewCase(clinical.Male, 50)
	c.Assert(chestPain, clinical.Present, clinical.Volunteered)
	p := update(m, c)
	p.Rank()
	both := p.Categorical([]kb.ConceptID{chestPainSudden, chestPainGradual})
	// By the book, from the three answers' shares in each condition.
	n := len(p.Full)
	prior := make([]float64, n)
	answers := make([][3]float64, n)
	var marginal [3]float64
	for d := range prior {
		prior[d] = p.Full[d] + m.Params.RankedMix*(p.Ranked[d]-p.Full[d])
		if prior[d] < m.Params.ActiveShare {
			prior[d] = 0
		}
		s, g := m.Base.Concepts[chestPainSudden].Background, m.Base.Concepts[chestPainGradual].Background
		if d == int(clot) {
			s, g = .8, .1
		}
		answers[d] = [3]float64{s, g, 1 - s - g}
		for i := range marginal {
			marginal[i] += prior[d] * answers[d][i]
		}
	}
	want := 0.0
	for d := range prior {
		for i, a := range answers[d] {
			want += prior[d] * a * math.Log(a/marginal[i])
		}
	}
	if math.Abs(both-want) > 1e-6 || want < 1e-4 {
		t.Errorf("information %v, by the book %v", both, want)
	}
}
