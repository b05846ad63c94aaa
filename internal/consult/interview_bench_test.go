package consult_test

import (
	"math/rand/v2"
	"testing"

	"anamnesis/internal/consult"
	"anamnesis/internal/recognize"
)

// wander takes one person, who answers by chance, through a consultation and gives the number of answers.
// The interview's part of a turn is what see is called around: check, apply, view, encode.
func wander(iv *consult.Interview, seed uint64, see func(*consult.Record, *consult.Turn, []byte)) int {
	openings := []string{
		"I have had a bad headache since yesterday and feel sick", "my lower back hurts when I bend down", "sore throat, runny nose and a fever for three days",
		"burning when I pee", "pain in my right knee after running", "I cough a lot at night and feel short of breath", "stomach cramps and diarrhea",
		"dizzy when I stand up", "an itchy red rash on both arms", "very tired for some weeks", "heart racing and pressure in my chest", "swollen ankles",
	}
	r := rand.New(rand.NewPCG(seed, 7))
	in := consult.Start{Sex: []string{"female", "male"}[r.IntN(2)], Age: 18 + r.IntN(70), Query: openings[r.IntN(len(openings))]}
	rec := iv.Begin("s", "en-US", in, recognize.Date{Year: 2026, Month: 3, Day: 10})
	n := 0
	for rec.Open != nil {
		q := iv.Render(rec)
		a := random(r, q)
		if f := iv.Check(q, a); f != nil {
			panic(f)
		}
		iv.Apply(rec, a)
		n++
		turn := iv.View(rec, false)
		b, _ := rec.Encode()
		if see != nil {
			see(rec, turn, b)
		}
	}
	return n
}

func random(r *rand.Rand, q *consult.Question) consult.Answer {
	a := consult.Answer{Type: q.Type}
	if q.Type == consult.TypeAutocomplete {
		a.Included = []string{"skip_autocomplete"}
		return a
	}
	if q.Max == 1 {
		at := r.IntN(len(q.Choices))
		switch {
		case len(q.Choices) == 2:
			at = 0
		case len(q.Choices) == 3 && r.IntN(2) == 0: // more often no
			at = 1
		}
		for i, c := range q.Choices {
			if i == at {
				a.Included = append(a.Included, c.ID)
			} else {
				a.Excluded = append(a.Excluded, c.ID)
			}
		}
		return a
	}
	for i, c := range q.Choices {
		if (r.IntN(10) == 0) != (q.Type == consult.TypeGeneric) || i == 0 && q.Min > 0 {
			a.Included = append(a.Included, c.ID)
		} else {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}

// BenchmarkTurn is the interview's part of a turn, without transport and store.
func BenchmarkTurn(b *testing.B) {
	iv := interview(b)
	b.ReportAllocs()
	turns, seed := 0, uint64(0)
	b.ResetTimer()
	for turns < b.N {
		turns += wander(iv, seed, nil)
		seed++
	}
}
