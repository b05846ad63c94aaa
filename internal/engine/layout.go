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

// slope is that of the entropy at p.
func slope(p float64) float64 { return math.Log((1 - p) / p) }
