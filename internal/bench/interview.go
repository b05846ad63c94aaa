package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"

	"anamnesis/api"
	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// cutTo is the number of conditions of the small base.
const cutTo = 700

var errFewConditions = errors.New("the base has fewer than 700 conditions")

// interviewGrown measures the interview's part of a turn with 3,500 conditions against 700, in processor time. Both
// read texts with the words of the small base, because the copies in the large one have the same names.
func (b *Bench) interviewGrown(context.Context) (Result, error) {
	if len(b.Base.Conditions) < cutTo {
		return Result{}, errFewConditions
	}
	small := cut(b.Base, cutTo)
	large := grown(small, grownBy, rand.New(rand.NewPCG(5, 6)))
	words := recognize.New(small)
	few := consult.NewInterview(engine.New(small, engine.DefaultParams()), words)
	many := consult.NewInterview(engine.New(large, engine.DefaultParams()), words)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const warm = 1
	var all pairs
	for round := range b.rounds() + warm {
		ours, theirs := turnTime(many, round), turnTime(few, round)
		if round >= warm {
			all.add(ours, theirs)
		}
	}
	res := all.result("", "", "µs", true)
	res.More = map[string]float64{"conditions": float64(len(large.Conditions)), "conditions of the peer": float64(len(small.Conditions))}
	return res, nil
}

// turnTime is the processor time of a turn, in µs: of people who begin with each complaint and answer by chance.
func turnTime(iv *consult.Interview, round int) float64 {
	turns := 0
	begin := processor()
	for i, text := range complaints() {
		r := rand.New(rand.NewPCG(uint64(round), uint64(i)))
		in := consult.Start{Sex: []string{api.GenderFemale, api.GenderMale}[r.IntN(2)], Age: 18 + r.IntN(70), Query: text}
		rec := iv.Begin("s", kb.Language, in, recognize.Date{Year: 2026, Month: 3, Day: 10})
		for turns++; rec.Open != nil; turns++ {
			q := iv.Render(rec)
			a := chance(q, r)
			if iv.Check(q, a) != nil {
				break // an answer that the question does not take; the next person comes
			}
			iv.Apply(rec, a)
			iv.View(rec, false)
			_, _ = rec.Encode() // its errors are of damaged input only
		}
	}
	return float64(processor()-begin) / float64(turns) / 1000
}

// chance answers a question: mostly no, and what was understood mostly confirmed.
func chance(q *consult.Question, r *rand.Rand) consult.Answer {
	a := consult.Answer{Type: q.Type}
	if q.Type == consult.TypeAutocomplete {
		a.Included = []string{api.ChoiceSkip}
		return a
	}
	one := r.IntN(len(q.Choices))
	if len(q.Choices) == 2 || len(q.Choices) == 3 && r.IntN(2) == 0 {
		one = len(q.Choices) - 2
	}
	for i, c := range q.Choices {
		yes := (r.IntN(10) == 0) != (q.Type == consult.TypeGeneric) || i == 0 && q.Min > 0
		if q.Max == 1 {
			yes = i == one
		}
		if yes {
			a.Included = append(a.Included, c.ID)
		} else {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}
