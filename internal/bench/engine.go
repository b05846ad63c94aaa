package bench

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// errAnotherQuestion says that the engine and its reference would ask differently.
var errAnotherQuestion = errors.New("the engine asks another question than the exact reference")

// patient draws somebody with a condition, by its rate, who has said and answered some of what it brings.
func patient(m *engine.Model, r *rand.Rand) *engine.Case {
	b := m.Base
	d := &b.Conditions[r.IntN(len(b.Conditions))]
	sex := clinical.Sex(1 + r.IntN(2))
	if d.Sex != clinical.AnySex {
		sex = d.Sex
	}
	c := m.NewCase(sex, 18+r.IntN(75))
	c.Duration = clinical.Bucket(1 + r.IntN(clinical.Buckets))
	said := false
	for _, l := range d.Findings {
		con := &b.Concepts[l.Concept]
		if l.Presenting > 0 && con.AttributeOf == kb.None && c.Fits(con) && (!said || r.Float64() < l.Presenting) {
			c.Assert(l.Concept, clinical.Present, clinical.Volunteered)
			said = true
		}
	}
	for range r.IntN(25) {
		answer(b, d, c, r)
	}
	return c
}

// answer adds what the patient says of one finding of the condition, or of any.
func answer(b *kb.Base, d *kb.Condition, c *engine.Case, r *rand.Rand) {
	id, p := kb.ConceptID(r.IntN(len(b.Concepts))), -1.0
	if len(d.Findings) > 0 && r.IntN(2) == 0 {
		l := d.Findings[r.IntN(len(d.Findings))]
		id, p = l.Concept, l.P
	}
	con := &b.Concepts[id]
	if c.Is(id) != clinical.NotAsked || !c.Fits(con) || con.AttributeOf != kb.None && c.Is(con.AttributeOf) != clinical.Present {
		return
	}
	if p < 0 {
		p = con.Background
	}
	if r.Float64() < p {
		c.Assert(id, clinical.Present, clinical.Asked)
	} else {
		c.Assert(id, clinical.Denied, clinical.Unticked)
	}
}

// textbook is the engine as a textbook has it: a table of P(finding | condition), the posterior by Bayes' rule, and
// for each question and each answer the posterior made anew and its entropy taken.
type textbook struct {
	prior []float64
	table [][]float64 // by finding, by condition
}

func newTextbook(b *kb.Base) *textbook {
	t := &textbook{prior: make([]float64, len(b.Conditions)), table: make([][]float64, len(b.Concepts))}
	for id := range b.Concepts {
		t.table[id] = make([]float64, len(b.Conditions))
		for d := range t.table[id] {
			t.table[id][d] = b.Concepts[id].Background
		}
	}
	for d := range b.Conditions {
		t.prior[d] = b.Conditions[d].MeanRate() + 1e-3
		for _, l := range b.Conditions[d].Findings {
			t.table[l.Concept][d] = l.P
		}
	}
	return t
}

// posterior is that after some answers; extra is one more, -1 for none.
func (t *textbook) posterior(c *engine.Case, extra kb.ConceptID, yes bool) []float64 {
	p := append([]float64(nil), t.prior...)
	for _, id := range c.Order {
		if a := c.Is(id); a == clinical.Present || a == clinical.Denied {
			t.times(p, id, a == clinical.Present)
		}
	}
	if extra >= 0 {
		t.times(p, extra, yes)
	}
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	for d := range p {
		p[d] /= sum
	}
	return p
}

func (t *textbook) times(p []float64, id kb.ConceptID, yes bool) {
	for d := range p {
		if q := t.table[id][d]; yes {
			p[d] *= q
		} else {
			p[d] *= 1 - q
		}
	}
}

// best is the finding that tells most.
func (t *textbook) best(c *engine.Case, askable []kb.ConceptID) kb.ConceptID {
	now := t.posterior(c, -1, false)
	most, best := -1.0, kb.ConceptID(-1)
	for _, id := range askable {
		if gain := t.gain(c, now, id); gain > most {
			most, best = gain, id
		}
	}
	return best
}

// gain is the expected information of a finding, where now is the posterior.
func (t *textbook) gain(c *engine.Case, now []float64, id kb.ConceptID) float64 {
	yes := 0.0
	for d, p := range now {
		yes += p * t.table[id][d]
	}
	return entropy(now) - yes*entropy(t.posterior(c, id, true)) - (1-yes)*entropy(t.posterior(c, id, false))
}

func entropy(p []float64) float64 {
	h := 0.0
	for _, v := range p {
		if v > 0 {
			h -= v * math.Log(v)
		}
	}
	return h
}

// engineTextbook measures posterior and information of all askable questions after one more answer, in processor time.
func (b *Bench) engineTextbook(context.Context) (Result, error) {
	m := engine.New(b.Base, engine.DefaultParams())
	p, t := m.NewPosterior(), newTextbook(b.Base)
	r := rand.New(rand.NewPCG(1, 2))
	var all pairs
	var allocated []float64
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const ours, theirs = 200, 2
	for range b.rounds() {
		cases := make([]*engine.Case, ours)
		for i := range cases {
			cases[i] = patient(m, r)
		}
		begin := processor()
		for _, c := range cases[:theirs] {
			p.Update(c)
			var askable []kb.ConceptID
			for id := range b.Base.Concepts {
				if p.Askable(kb.ConceptID(id)) {
					askable = append(askable, kb.ConceptID(id))
				}
			}
			t.best(c, askable)
		}
		slow := float64(processor()-begin) / theirs / 1000
		p.Update(cases[0])
		p.Rank() // grows its memory
		before := allocations()
		begin = processor()
		for _, c := range cases {
			p.Update(c)
			p.Rank()
		}
		all.add(float64(processor()-begin)/ours/1000, slow)
		allocated = append(allocated, float64(allocations()-before)/ours)
	}
	res := all.result("", "", "µs", true)
	res.More = map[string]float64{"allocations": quantile(allocated, .5), "conditions": float64(len(b.Base.Conditions)), "concepts": float64(len(b.Base.Concepts))}
	return res, nil
}

// engineExact counts the patients of whom the engine would ask what the exact reference would.
func (b *Bench) engineExact(ctx context.Context) (Result, error) {
	m := engine.New(b.Base, engine.DefaultParams())
	n := exactPatients
	if b.Quick {
		n = 500
	}
	until := time.Now().Add(exactWithin)
	workers := runtime.GOMAXPROCS(0)
	asked, same := make([]int, workers), make([]int, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			p, q := m.NewPosterior(), m.NewPosterior()
			for i := w; i < n && ctx.Err() == nil && time.Now().Before(until); i += workers {
				c := patient(m, rand.New(rand.NewPCG(3, uint64(i))))
				p.Update(c)
				q.Update(c)
				if want := q.Reference(); len(want) > 0 {
					asked[w]++
					same[w] += alike(p.Rank(), want)
				}
			}
		})
	}
	wg.Wait()
	var all, right int
	for w := range workers {
		all, right = all+asked[w], right+same[w]
	}
	res := Result{Ours: float64(right), Theirs: float64(all), Unit: "patients", Ratio: float64(right) / float64(all), Rounds: 1}
	res.Low, res.High = res.Ratio, res.Ratio
	if right != all {
		return res, errAnotherQuestion
	}
	return res, ctx.Err()
}

const (
	exactPatients = 100_000         // of a whole run
	exactWithin   = 5 * time.Minute // who has not been asked by then is not, and the row's number tells
)

// alike is 1 where the first of both lists is the same question, or worth the same.
func alike(got, want []engine.Candidate) int {
	if len(got) > 0 && (got[0].Concept == want[0].Concept || math.Abs(got[0].Value-want[0].Value) < 1e-9) {
		return 1
	}
	return 0
}
