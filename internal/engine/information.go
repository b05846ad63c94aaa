package engine

import (
	"cmp"
	"math"
	"slices"

	"anamnesis/internal/kb"
)

// Candidate is a question worth asking.
type Candidate struct {
	Concept kb.ConceptID
	// Cause is the expected information about the cause, Danger about "is it an emergency", in nats.
	Cause, Danger float64
	Value         float64 // the two weighed together, less the cost of asking
}

// Rank lists the askable findings and factors that are worth their cost, best first. What it returns is good until
// the next Rank.
func (p *Posterior) Rank() []Candidate {
	share := p.prepare()
	p.ranked, p.keys = p.ranked[:0], p.keys[:0]
	p.gather()
	for at, id := range p.m.open {
		if s := &p.sums[at]; (s.yes != 0 || s.all != 0) && p.Askable(id) {
			p.weighUp(id, s.over(&p.m.answering[id]), share)
		}
	}
	for _, id := range p.c.said {
		for _, ch := range p.m.attributes[id] {
			if p.Askable(ch) {
				p.weighUp(ch, p.tally(ch), share)
			}
		}
	}
	return p.sorted()
}

// sorted puts the candidates in order by their value, to 12 digits, then by concept. Sorting plain integers is some
// five times as fast as sorting them by a function.
func (p *Posterior) sorted() []Candidate {
	slices.Sort(p.keys)
	p.order = p.order[:0]
	for _, k := range p.keys {
		p.order = append(p.order, p.ranked[p.placed[k&(maxRanked-1)]])
	}
	return p.order
}

// maxRanked bounds the number of concepts of a base.
const maxRanked = 1 << 13

// weighUp adds a concept to the candidates if it is worth its cost.
func (p *Posterior) weighUp(id kb.ConceptID, t tally, share float64) {
	c := Candidate{Concept: id, Cause: max(0, p.m.entropy.of(t.yes)-t.ent)}
	c.Value = c.Cause - p.m.asking[id].cost
	if c.Value+p.m.Params.DangerValue*bound(&t, share) <= 0 {
		return
	}
	c.Danger = p.split(&t, share)
	if c.Value += p.m.Params.DangerValue * c.Danger; c.Value > 0 {
		// Of positive numbers the larger one has the larger bits.
		p.keys = append(p.keys, ^math.Float64bits(c.Value)&^(maxRanked-1)|uint64(id))
		p.placed[id] = int32(len(p.ranked))
		p.ranked = append(p.ranked, c)
	}
}

// tally is what the conditions say of a concept: P(yes) and the mean entropy in the mixture that questions are chosen
// for, and by how much P(yes) in the full posterior differs from the background, over all conditions and among the
// emergencies.
type tally struct{ base, yes, ent, all, inside float64 }

func (p *Posterior) tally(id kb.ConceptID) tally {
	col, rows := p.answersOf(id)
	t := tally{base: col.yes, yes: col.yes, ent: col.ent}
	w := p.shares
	for i := range rows {
		r := &rows[i]
		s := &w[r.cond]
		dYes := float64(r.dYes)
		t.yes += s.mix * dYes
		t.ent += s.mix * float64(r.dEnt)
		t.all += s.full * dYes
		t.inside += s.danger * dYes
	}
	return t
}

// shares are those of one condition, close together: danger is full where it is an emergency, else 0.
type shares struct{ mix, full, danger float64 }

// prepare mixes the two posteriors into the one that questions are chosen for, and marks
// the emergencies. It gives the emergencies' share of the full posterior.
func (p *Posterior) prepare() (share float64) {
	for d, full := range p.Full {
		s := shares{mix: full + p.m.Params.RankedMix*(p.tempered[d]-full), full: full}
		if s.mix < p.m.Params.ActiveShare {
			s.mix = 0
		}
		if s.full < p.m.Params.ActiveShare {
			s.full = 0
		} else if p.emergency(d) {
			s.danger = full
			share += full
		}
		p.mix[d], p.shares[d] = s.mix, s
	}
	p.focus()
	return share
}

// focus sharpens the mixture, keeping its sum 1.
func (p *Posterior) focus() {
	power := p.m.Params.Focus
	if power == 1 {
		return
	}
	sum := 0.0
	for d := range p.shares {
		if s := &p.shares[d]; s.mix > 0 {
			s.mix = math.Exp(power * math.Log(s.mix)) // a fifth of the time of math.Pow
			sum += s.mix
		}
	}
	for d := range p.shares {
		p.shares[d].mix /= sum
		p.mix[d] = p.shares[d].mix
	}
}

// certain is the share of the emergencies below which, and above 1 less which, nothing is worth asking about them.
const certain = 1e-6

// split is the information of an answer about "is it one of these", whose share is given.
func (p *Posterior) split(t *tally, share float64) float64 {
	if share <= certain || share >= 1-certain {
		return 0
	}
	in := t.base + t.inside/share
	out := t.base + (t.all-t.inside)/(1-share)
	h := p.m.entropy
	return max(0, h.of(t.base+t.all)-share*h.of(in)-(1-share)*h.of(out))
}

// bound is never less than split: mutual information is at most the mean square contingency.
func bound(t *tally, share float64) float64 {
	if share <= certain || share >= 1-certain {
		return 0
	}
	apart := t.inside/share - (t.all-t.inside)/(1-share)
	m := t.base + t.all
	return share * (1 - share) * apart * apart / (m * (1 - m))
}

// Reference is Rank by the definition, in exact arithmetic over every condition and without the tables: for tests and
// measurements, which hold Rank against it.
func (p *Posterior) Reference() []Candidate {
	share := p.prepare()
	var out []Candidate
	for id := range p.m.Base.Concepts {
		cid := kb.ConceptID(id)
		if !p.Askable(cid) {
			continue
		}
		if c := p.exactly(cid, share); c.Value > 0 {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int { return cmp.Compare(b.Value, a.Value) })
	return out
}

func (p *Posterior) exactly(id kb.ConceptID, share float64) Candidate {
	col, rows := p.answersOf(id)
	yes, entropy := make([]float64, len(p.Full)), make([]float64, len(p.Full))
	for d := range yes {
		yes[d], entropy[d] = col.yes, col.ent
	}
	for _, r := range rows {
		yes[r.cond] += float64(r.dYes)
		entropy[r.cond] += float64(r.dEnt)
	}
	// Conditions of next to no share are left out; they answer as the background does.
	mean, noise, rest := 0.0, 0.0, 1.0
	all, inside, none := 0.0, 0.0, 1.0
	for d, s := range p.shares {
		mean += s.mix * yes[d]
		noise += s.mix * entropy[d]
		rest -= s.mix
		all += s.full * yes[d]
		none -= s.full
		inside += s.danger * yes[d]
	}
	c := Candidate{Concept: id, Cause: max(0, kb.Entropy(mean+rest*col.yes)-noise-rest*col.ent)}
	if all += none * col.yes; share > certain && share < 1-certain {
		c.Danger = max(0, kb.Entropy(all)-share*kb.Entropy(inside/share)-(1-share)*kb.Entropy((all-inside)/(1-share)))
	}
	con := &p.m.Base.Concepts[id]
	c.Value = c.Cause + p.m.Params.DangerValue*c.Danger - p.m.Params.CostWeight*max(con.Cost, 1)
	return c
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
