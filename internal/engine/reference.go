package engine

import (
	"cmp"
	"math"
	"slices"

	"anamnesis/internal/kb"
)

// Reference is Rank by the definition, in exact arithmetic over every condition and without the tables: for tests and
// measurements, which hold Rank against it.
func (p *Posterior) Reference() []Candidate {
	p.prepare()
	r := reference{p: p, yes: make([]float64, len(p.Full)), entropy: make([]float64, len(p.Full))}
	var out []Candidate
	for id := range p.m.Base.Concepts {
		cid := kb.ConceptID(id)
		if !p.Askable(cid) {
			continue
		}
		if c := r.exactly(cid); c.Value > 0 {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Value, a.Value) })
	return out
}

// reference is what Reference works with: P(yes) and its entropy, by condition.
type reference struct {
	p            *Posterior
	yes, entropy []float64
}

// exactly goes over all conditions that have a share: the others add nothing.
func (r *reference) exactly(id kb.ConceptID) Candidate {
	p := r.p
	col := p.column(id)
	for _, d := range p.live {
		r.yes[d], r.entropy[d] = col.answers, col.ent
	}
	for _, c := range col.cells {
		r.yes[c.cond] += col.asked[c.at].dYes
		r.entropy[c.cond] += col.asked[c.at].dEnt
	}
	// Conditions of next to no share are left out; they answer as the background does.
	mean, noise, rest := 0.0, 0.0, 1.0
	all, in, none := 0.0, 0.0, 1.0
	for _, d := range p.live {
		s := &p.shares[d]
		full := s.part[outside] + s.part[inside]
		mean += s.mix * r.yes[d]
		noise += s.mix * r.entropy[d]
		rest -= s.mix
		all += full * r.yes[d]
		none -= full
		in += s.part[inside] * r.yes[d]
	}
	c := Candidate{Concept: id, Cause: max(0, kb.Entropy(mean+rest*col.answers)-noise-rest*col.ent)}
	all += none * col.answers
	if share := p.danger.share; share > certain && share < 1-certain {
		c.Danger = max(0, kb.Entropy(all)-share*kb.Entropy(in/share)-(1-share)*kb.Entropy((all-in)/(1-share)))
	}
	con := &p.m.Base.Concepts[id]
	c.Value = c.Cause + p.m.Params.DangerValue*c.Danger - p.m.Params.CostWeight*math.Max(con.Cost, 1)
	return c
}
