package engine

import (
	"math"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// What is looked at for every concept or condition on every turn stands in tables of its own, close together: the
// base's entries are hundreds of bytes long, most of them texts.

// asking is what decides whether a concept can be asked of a person, and what that costs.
type asking struct {
	of             kb.ConceptID // the finding that an attribute belongs to, None without one
	minAge, maxAge int16
	sex            clinical.Sex
	able           bool // there is a question
	finding        bool
	group          int32   // index of the correlation group
	cost           float64 // nats that the question must be worth
}

// fits says whether the concept can apply to this person's sex and age at all.
func (a *asking) fits(c *Case) bool {
	return (a.sex == clinical.AnySex || a.sex == c.Sex) && c.Age >= int(a.minAge) && (a.maxAge == 0 || c.Age <= int(a.maxAge))
}

// precision is 24 bits of a number in [-1,1).
const precision = 1.0 / (1 << 23)

func rounded(x float64) float64 { return math.Round(x/precision) * precision }

// aged is a condition that only some ages have.
type aged struct {
	cond     int32
	min, max int
}

func (m *Model) buildLayout() {
	m.asking = make([]asking, len(m.Base.Concepts))
	for id := range m.Base.Concepts {
		con := &m.Base.Concepts[id]
		m.asking[id] = asking{
			of: con.AttributeOf, minAge: int16(con.MinAge), maxAge: int16(con.MaxAge), sex: con.Sex, able: con.Question != "",
			finding: con.Kind.Finding(), group: con.Correlation, cost: m.Params.CostWeight * max(con.Cost, 1),
		}
	}
	m.level = make([]clinical.Level, len(m.Base.Conditions)+1)
	m.level[len(m.Base.Conditions)] = clinical.Routine2w // unexplained complaints deserve a look, without hurry
	for d := range m.Base.Conditions {
		con := &m.Base.Conditions[d]
		m.level[d] = con.Level
		if con.MinAge > 0 || con.MaxAge > 0 {
			m.aged = append(m.aged, aged{int32(d), con.MinAge, con.MaxAge})
		}
	}
}

// entropySteps is the number of intervals of an entropies table. Between the rates that answers have, slip and hit,
// the cubic through them is within 1e-11 nats of the entropy.
const entropySteps = 4096

// entropies gives the entropy of a yes-or-no answer from a table: its value and slope at each step, and the cubic
// between two of them.
type entropies [entropySteps + 2]struct{ h, slope float64 }

func newEntropies() *entropies {
	t := new(entropies)
	for i := range t {
		p := float64(i) / entropySteps
		if p > 0 && p < 1 {
			t[i].h, t[i].slope = kb.Entropy(p), slope(p)/entropySteps
		}
	}
	return t
}

// slope is that of the entropy at p.
func slope(p float64) float64 { return math.Log((1 - p) / p) }

// rare is the probability, from either end, outside which the entropy is too curved for the table.
const rare = 0.008

func (t *entropies) of(p float64) float64 {
	if !(p >= rare && p <= 1-rare) {
		return kb.Entropy(p)
	}
	x := p * entropySteps
	i := int(x)
	a, b := &t[i], &t[i+1]
	x -= float64(i)
	d := b.h - a.h
	return a.h + x*(a.slope+x*((3*d-2*a.slope-b.slope)+x*(a.slope+b.slope-2*d)))
}
