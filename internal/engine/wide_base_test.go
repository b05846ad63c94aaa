package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

// TestWideThroughout holds shares, ranking and questions of random patients of the knowledge base, made several numbers at
// once, against the same made one by one, to the last bit.
func TestWideThroughout(t *testing.T) {
	if !wide() {
		t.Skip("this processor has no instructions for four numbers at once")
	}
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	m := New(base, DefaultParams())
	p, q := m.NewPosterior(), m.NewPosterior()
	r := rand.New(rand.NewPCG(11, 12))
	asked := 0
	for range 60 {
		c := m.NewCase(clinical.Female, 18+r.IntN(80))
		d := &base.Conditions[r.IntN(len(base.Conditions))]
		for range 1 + r.IntN(3) {
			c.Assert(d.Findings[r.IntN(len(d.Findings))].Concept, clinical.Present, clinical.Volunteered)
		}
		for range r.IntN(40) {
			a := []clinical.Assertion{clinical.Present, clinical.Denied, clinical.Denied}[r.IntN(3)]
			c.Assert(kb.ConceptID(r.IntN(len(base.Concepts))), a, clinical.Origin(r.IntN(3)))
		}
		m.wide, m.widest = wide(), widest()
		p.Update(c)
		ranked := slices.Clone(p.Rank())
		n := 1 + r.IntN(mostTogether)
		together, information := p.Batch(ranked, n, func(kb.ConceptID) bool { return true })
		m.wide, m.widest = false, false
		q.Update(c)
		one := q.Rank()
		if !slices.Equal(p.Full, q.Full) || !slices.Equal(p.Ranked, q.Ranked) {
			t.Fatal("the shares differ")
		}
		if !slices.Equal(ranked, one) {
			t.Fatalf("the rankings differ\n%v\n%v", ranked, one)
		}
		if list, told := q.Batch(one, n, func(kb.ConceptID) bool { return true }); !slices.Equal(list, together) || told != information {
			t.Fatalf("the questions differ: %v tell %v, %v tell %v", together, information, list, told)
		}
		asked += len(together)
	}
	if asked == 0 {
		t.Error("nobody was asked anything")
	}
}

// TestWideGroups holds what the findings of a correlation group add, made without branches, against the same in Go.
func TestWideGroups(t *testing.T) {
	if !wide() {
		t.Skip("this processor has no instructions for four numbers at once")
	}
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	m := New(base, DefaultParams())
	groups := map[int32][]kb.ConceptID{}
	for id := range m.asking {
		if g := m.asking[id].group; g != kb.None && m.asking[id].finding && m.asking[id].of == kb.None {
			groups[g] = append(groups[g], kb.ConceptID(id))
		}
	}
	p, q := m.NewPosterior(), m.NewPosterior()
	several := 0
	for _, ids := range groups {
		for _, a := range []clinical.Assertion{clinical.Present, clinical.Denied} {
			c := m.NewCase(clinical.Female, 40)
			for i, id := range ids {
				c.Assert(id, a, []clinical.Origin{clinical.Asked, clinical.Unticked}[i%2])
			}
			several += len(ids) / 2
			m.wide, m.widest = wide(), widest()
			p.Update(c)
			m.wide, m.widest = false, false
			q.Update(c)
			if !slices.Equal(p.pos, q.pos) || !slices.Equal(p.groupTop, q.groupTop) {
				t.Fatalf("the weights of %d findings of a group, %v, differ", len(ids), a)
			}
		}
	}
	if several == 0 {
		t.Error("no group has several findings")
	}
}
