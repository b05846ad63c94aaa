package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// grownBy is how many times as many conditions the grown base has.
const grownBy = 5

// grown is a base with several of each condition, which differ in their figures.
func grown(b *kb.Base, times int, r *rand.Rand) *kb.Base {
	g := *b
	g.Conditions = slices.Clone(b.Conditions)
	for n := 1; n < times; n++ {
		for i := range b.Conditions {
			c := b.Conditions[i]
			c.ID, c.Code = fmt.Sprint(c.ID, "_", n), fmt.Sprint(c.Code, "_", n)
			c.Findings = slices.Clone(c.Findings)
			for k := range c.Findings {
				l := &c.Findings[k]
				l.P = min(.98, l.P*math.Exp(.3*r.NormFloat64()))
				l.Modifiers = nil
			}
			g.Conditions = append(g.Conditions, c)
		}
	}
	g.Index()
	return &g
}

// engineGrown measures posterior and all information with the base's conditions against several times as many, in
// processor time.
func (b *Bench) engineGrown(context.Context) (Result, error) {
	r := rand.New(rand.NewPCG(5, 6))
	many := grown(b.Base, grownBy, r)
	few, more := newWork(b.Base), newWork(many)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all pairs
	for range b.rounds() {
		all.add(more.answers(r), few.answers(r))
	}
	res := all.result("", "", "µs", true)
	res.More = map[string]float64{"conditions": float64(len(many.Conditions)), "conditions of the peer": float64(len(b.Base.Conditions))}
	return res, nil
}

// work is a model with a posterior.
type work struct {
	m *engine.Model
	p *engine.Posterior
}

func newWork(b *kb.Base) work {
	m := engine.New(b, engine.DefaultParams())
	return work{m, m.NewPosterior()}
}

// answers gives the processor time of an answer, in µs.
func (w work) answers(r *rand.Rand) float64 {
	const n = 200
	cases := make([]*engine.Case, n)
	for i := range cases {
		cases[i] = patient(w.m, r)
	}
	begin := processor()
	for _, c := range cases {
		w.p.Update(c)
		w.p.Rank()
	}
	return float64(processor()-begin) / n / 1000
}
