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

// family is the parents or the children of every concept, one after the other.
type family struct {
	starts []int32 // by concept: where its own begin; the next one's is where they end
	list   []kb.ConceptID
}

func (f *family) add(own []kb.ConceptID) {
	f.list = append(f.list, own...)
	f.starts = append(f.starts, int32(len(f.list)))
}

func (f *family) of(id kb.ConceptID) []kb.ConceptID { return f.list[f.starts[id]:f.starts[id+1]] }

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
	m.parents.starts, m.children.starts = []int32{0}, []int32{0}
	for id := range m.Base.Concepts {
		con := &m.Base.Concepts[id]
		m.parents.add(con.Parents)
		m.children.add(con.Children)
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
