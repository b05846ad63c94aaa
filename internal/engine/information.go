package engine

import (
	"cmp"
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Candidate is a question worth asking.
type Candidate struct {
	Concept kb.ConceptID
	// Cause is the expected information about the cause, Danger about "is it an emergency", in nats.
	Cause, Danger float64
	Value         float64 // the two weighed together, less the cost of asking
}

// Rank lists the askable findings and factors that are worth their cost, best first.
func (p *Posterior) Rank() []Candidate {
	danger, total := p.prepare()
	var out []Candidate
	for id := range p.m.Base.Concepts {
		cid := kb.ConceptID(id)
		if !p.Askable(cid) {
			continue
		}
		c := p.candidate(cid, danger, total)
		if c.Value > 0 {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int {
		if c := cmp.Compare(b.Value, a.Value); c != 0 {
			return c
		}
		return cmp.Compare(a.Concept, b.Concept)
	})
	return out
}

// prepare mixes the two posteriors into the one that questions are chosen for, and marks
// the emergencies. It gives the emergencies' share of the full posterior.
func (p *Posterior) prepare() (danger []float64, share float64) {
	danger = p.danger
	clear(danger)
	for d := range p.Full {
		p.mix[d] = p.Full[d] + p.m.Params.RankedMix*(p.tempered[d]-p.Full[d])
		if p.mix[d] < p.m.Params.ActiveShare {
			p.mix[d] = 0
		}
		if p.Full[d] >= p.m.Params.ActiveShare && p.LevelOf(d) <= clinical.Emergency {
			danger[d] = p.Full[d]
			share += p.Full[d]
		}
	}
	return danger, share
}

func (p *Posterior) candidate(id kb.ConceptID, danger []float64, share float64) Candidate {
	con := &p.m.Base.Concepts[id]
	c := Candidate{Concept: id}
	if con.Kind.Finding() {
		c.Cause, c.Danger = p.information(id, danger, share)
	} else {
		c.Cause, c.Danger = p.factorInformation(id, danger, share)
	}
	c.Value = c.Cause + p.m.Params.DangerValue*c.Danger - p.m.Params.CostWeight*max(con.Cost, 1)
	return c
}

// information is I(D;F) = h(P(f)) - sum of p_d h(P(f|d)), over the rows that list the finding
// only: the others answer at the background rate.
func (p *Posterior) information(id kb.ConceptID, danger []float64, share float64) (cause, dang float64) {
	col := &p.m.columns[id]
	yes, ent := col.yes, col.ent
	yesFull, yesDanger := 0.0, 0.0
	rows := p.rows(id)
	for i := range rows {
		r := &rows[i]
		w := p.mix[r.cond]
		yes += w * r.dYes
		ent += w * r.dEnt
		yesFull += p.Full[r.cond] * r.dYes
		yesDanger += danger[r.cond] * r.dYes
	}
	return max(0, kb.Entropy(yes)-ent), split(col.yes, yesFull, yesDanger, share)
}

// split is the information of an answer about "is it one of these", whose share is given.
func split(background, all, inside, share float64) float64 {
	if share <= 1e-6 || share >= 1-1e-6 {
		return 0
	}
	in := background + inside/share
	out := background + (all-inside)/(1-share)
	return max(0, kb.Entropy(background+all)-share*kb.Entropy(in)-(1-share)*kb.Entropy(out))
}

// factorInformation treats a factor's odds ratio as its likelihood in the condition's patients:
// P(factor | d) = π·OR / (1 + π(OR-1)).
func (p *Posterior) factorInformation(id kb.ConceptID, danger []float64, share float64) (cause, dang float64) {
	pi := p.m.Base.Concepts[id].Background
	base := p.m.Params.answered(pi)
	yes, ent := base, kb.Entropy(base)
	all, inside := 0.0, 0.0
	rows := p.m.factors[id]
	for i := range rows {
		r := &rows[i]
		yes += p.mix[r.cond] * r.dYes
		ent += p.mix[r.cond] * r.dEnt
		all += p.Full[r.cond] * r.dYes
		inside += danger[r.cond] * r.dYes
	}
	return max(0, kb.Entropy(yes)-ent), split(base, all, inside, share)
}

// Batch picks up to n findings to ask together from the candidates allowed by keep, each by its
// information given the ones already picked. The first of cands that passes leads.
func (p *Posterior) Batch(cands []Candidate, n int, keep func(kb.ConceptID) bool) []kb.ConceptID {
	var out []kb.ConceptID
	var pool []kb.ConceptID
	for _, c := range cands {
		if keep(c.Concept) && len(pool) < 24 {
			pool = append(pool, c.Concept)
		}
	}
	branches := []branch{{1, slices.Clone(p.mix)}}
	for len(out) < n && len(pool) > 0 {
		best, value := -1, 0.0
		for i, id := range pool {
			if v := p.conditional(id, branches); v > value {
				best, value = i, v
			}
		}
		if best < 0 || len(out) > 0 && value < p.m.Params.CostWeight {
			break
		}
		out = append(out, pool[best])
		if len(out) < n {
			branches = p.fork(branches, pool[best])
		}
		pool = slices.Delete(pool, best, best+1)
	}
	return out
}

// Together is the expected information about the cause of asking several findings at once, in nats.
func (p *Posterior) Together(ids []kb.ConceptID) float64 {
	branches := []branch{{1, slices.Clone(p.mix)}}
	total := 0.0
	for _, id := range ids {
		total += p.conditional(id, branches)
		branches = p.fork(branches, id)
	}
	return total
}

// branch is a posterior after some answers, with the probability of those answers.
type branch struct {
	weight float64
	mix    []float64
}

func (p *Posterior) conditional(id kb.ConceptID, bs []branch) float64 {
	col := &p.m.columns[id]
	rows := p.rows(id)
	total := 0.0
	for _, b := range bs {
		yes, ent := col.yes, col.ent
		for i := range rows {
			yes += b.mix[rows[i].cond] * rows[i].dYes
			ent += b.mix[rows[i].cond] * rows[i].dEnt
		}
		total += b.weight * max(0, kb.Entropy(yes)-ent)
	}
	return total
}

func (p *Posterior) fork(bs []branch, id kb.ConceptID) []branch {
	col := &p.m.columns[id]
	out := make([]branch, 0, 2*len(bs))
	for _, b := range bs {
		yes, no := make([]float64, len(b.mix)), make([]float64, len(b.mix))
		sumY, sumN := 0.0, 0.0
		for d, w := range b.mix {
			yes[d], no[d] = w*col.yes, w*(1-col.yes)
		}
		for _, r := range p.rows(id) {
			w := b.mix[r.cond]
			yes[r.cond], no[r.cond] = w*(col.yes+r.dYes), w*(1-col.yes-r.dYes)
		}
		for d := range yes {
			sumY += yes[d]
			sumN += no[d]
		}
		for d := range yes {
			yes[d] /= max(sumY, 1e-12)
			no[d] /= max(sumN, 1e-12)
		}
		out = append(out, branch{b.weight * sumY, yes}, branch{b.weight * sumN, no})
	}
	return out
}

func sortDue(out []Due) {
	slices.SortStableFunc(out, func(a, b Due) int {
		if c := cmp.Compare(a.Level, b.Level); c != 0 {
			return c
		}
		if c := cmp.Compare(b.Share, a.Share); c != 0 {
			return c
		}
		return cmp.Compare(a.Concept, b.Concept)
	})
}
