package eval

import (
	"fmt"
	"hash/fnv"

	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// Thinning makes more and harder patients of cases: each finding and factor that the opening does not say is
// lost with probability 1-Keep, anew in each draw, and the patient then denies it. Real people and published
// vignettes tell about that much of the picture. What a draw loses depends on the case's and the finding's
// names alone, so that another case or another finding changes nothing for the rest.
type Thinning struct {
	Draws int
	Keep  float64
}

// DefaultThinning is the thinning of the suite "thinned".
func DefaultThinning() Thinning { return Thinning{Draws: 3, Keep: 0.5} }

// Thin thins the cases that expect a condition. The right level of what is left is not known, so that thinned
// cases name none.
func Thin(b *kb.Base, rec *recognize.Recognizer, cases []Case, t Thinning) []Case {
	var out []Case
	for i := range cases {
		if len(cases[i].Expect) == 0 {
			continue
		}
		kept := said(b, rec, &cases[i])
		for n := range t.Draws {
			out = append(out, t.draw(b, &cases[i], kept, n+1))
		}
	}
	return out
}

// said lists what the opening says that the patient has, and the chief complaint.
func said(b *kb.Base, rec *recognize.Recognizer, c *Case) []string {
	p := NewPatient(b, c)
	var out []string
	for _, id := range c.Present {
		if con, ok := b.Concept(id); ok && b.Concepts[con].Kind.Finding() {
			out = append(out, id)
			break
		}
	}
	add := func(id kb.ConceptID) {
		if id != kb.None && p.has[b.Concepts[id].Code] {
			out = append(out, b.Concepts[id].ID)
		}
	}
	res := rec.Recognize(c.Opening, recognize.Options{Today: date})
	for i := range res.Mentions {
		if m := &res.Mentions[i]; m.Kind == recognize.KindConcept {
			add(m.Concept)
			for _, a := range m.Attributes {
				add(a)
			}
		}
	}
	return out
}

func (t *Thinning) draw(b *kb.Base, c *Case, kept []string, n int) Case {
	thin := *c
	thin.ID = fmt.Sprintf("%s#%d", c.ID, n)
	thin.Triage = nil
	thin.Present = nil
	has := map[string]bool{}
	add := func(id string) {
		if !has[id] {
			has[id] = true
			thin.Present = append(thin.Present, id)
		}
	}
	for _, id := range kept {
		add(id)
	}
	for _, id := range c.Present {
		if luck(thin.ID+" "+id) < t.Keep {
			add(id)
		}
	}
	return thin
}

// luck is a number from 0 to 1 that depends on the text alone.
func luck(text string) float64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	x := h.Sum64() // FNV's last letters reach the high bits too little: mixed as splitmix64 does
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	x ^= x >> 31
	return float64(x>>11) / (1 << 53)
}
