package engine

import (
	"math"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Posterior holds the two posteriors of one case and the scratch they are made with.
// Reuse it for the next case; it is not safe for concurrent use.
type Posterior struct {
	m *Model
	c *Case
	// Full weighs by how common a condition is; it answers "how dangerous" and "none of these".
	// Ranked tempers that; it answers "which cause". Both sum to 1 and end with "none of these".
	Full, Ranked []float64
	// tempered is Ranked before what nobody was asked about counts against a condition: questions are
	// chosen for it, or the one about travel would never be worth asking.
	tempered []float64

	prior      *prior
	pos, neg   []float64 // nats, by condition
	groupTop   []float64
	explained  []uint8 // by condition: 1 where it explains a complaint
	explains   []uint8 // by figure, scratch
	complained []kb.ConceptID
	byGroup    []kb.ConceptID
	levels     []clinical.Level // by condition
	weighed    bool             // what stands above belongs to the case

	variants      []*column // by modified finding, what applies to this case; nil where not looked at
	mixed         []float64 // by condition: its share in the mixture, before they are made to sum to 1
	shares        []shares  // of each condition, for Rank
	danger        danger
	prepared      bool           // they belong to the case
	live          []int32        // conditions that have any
	promising     []uint8        // by four of Model.questions, in a bit each: they may be worth their cost
	considered    []kb.ConceptID // by Rank, with what was said of them, to be weighed up
	said          []sums
	worths        []worths // of those considered
	placed        []int32  // by concept: its place among them
	order         []Candidate
	fresh         bool     // order belongs to the case
	keys          []uint64 // by which order is sorted
	keysInOrder   []uint64
	sums          []sums   // of gather
	options       []option // of Batch
	answered      branches
	rules, raises marks // of triggers
}

// NewPosterior makes the scratch for a model.
func (m *Model) NewPosterior() *Posterior {
	n := len(m.Base.Conditions)
	return &Posterior{
		m: m, Full: filled(n+1, 0), Ranked: filled(n+1, 0), tempered: filled(n+1, 0), mixed: filled(n+1, 0),
		pos: filled(n+1, math.Inf(-1)), neg: filled(n+1, 0), groupTop: make([]float64, n+1),
		explained: make([]uint8, n+1), levels: make([]clinical.Level, n+1), variants: make([]*column, len(m.modified)),
		shares: make([]shares, n+2)[:n+1], live: make([]int32, 0, n+1), placed: make([]int32, len(m.Base.Concepts)), sums: make([]sums, len(m.questions)+block), promising: make([]uint8, len(m.bounds)),
		answered: branches{slots: make([]int32, n+1), alone: make([]float64, n+1)}, rules: newMarks(len(m.Base.RedFlags)), raises: newMarks(len(m.raises)),
	}
}

// None is the index of "none of these" in Full and Ranked.
func (p *Posterior) None() int { return len(p.m.Base.Conditions) }

// Top gives the share of the cause that leads the ranking, and of the three that lead it. An illness and its forms are
// one cause: which form it is need not be asked at any price.
func (p *Posterior) Top() (first, three float64) {
	var top [3]float64
	for _, share := range p.Ranked[:p.None()] {
		if share <= top[2] {
			continue
		}
		switch {
		case share > top[0]:
			top = [3]float64{share, top[0], top[1]}
		case share > top[1]:
			top = [3]float64{top[0], share, top[1]}
		default:
			top[2] = share
		}
	}
	first, three = top[0], top[0]+top[1]+top[2]
	for _, illness := range p.m.illnesses {
		share := p.Ranked[illness]
		for _, f := range p.m.forms[illness] {
			share += p.Ranked[f]
		}
		first = max(first, share)
	}
	return first, max(first, three)
}

// Update weighs the case's evidence. Cost: the sparse rows of what is known.
func (p *Posterior) Update(c *Case) {
	p.Look(c)
	p.Weigh()
}

// Look is Update that leaves the weighing to Weigh. Meanwhile the shares are those of another case; Flags, FlagsDue
// and expressions weigh by themselves where they depend on them.
func (p *Posterior) Look(c *Case) { p.c, p.weighed, p.prepared, p.fresh = c, false, false, false }

// Weigh weighs the evidence of the case that was looked at last, unless that has been done.
func (p *Posterior) Weigh() {
	if p.weighed {
		return
	}
	p.weighed = true
	clear(p.variants)
	p.begin()
	p.factors()
	p.answers()
	p.complaints()
	p.normalise()
	p.setLevels()
}

// begin starts with the duration, and with what no evidence changes: anatomy and age.
func (p *Posterior) begin() {
	sex := 0
	if p.c.Sex == clinical.Male {
		sex = 1
	}
	p.prior = &p.m.prior[sex][clinical.AgeBand(p.c.Age)]
	clear(p.neg)
	copy(p.pos, p.m.duration[p.c.Duration])
	for _, d := range p.prior.barred {
		p.pos[d] = math.Inf(-1)
	}
	for _, a := range p.m.aged {
		if a.min > 0 && p.c.Age < a.min || a.max > 0 && p.c.Age > a.max {
			p.pos[a.cond] = math.Inf(-1)
		}
	}
}

func (p *Posterior) factors() {
	for _, id := range p.c.said {
		a := p.c.Known[id].Assertion
		if a != clinical.Present && a != clinical.Denied {
			continue
		}
		p.m.add(p.m.lone[id], p.m.columns[id].weights(a == clinical.Present), p.pos, 1)
		for i := range p.m.kin[id] {
			if r := &p.m.kin[id][i]; !p.outweighed(r, a) {
				p.pos[r.cond] += r.weight(a == clinical.Present)
			}
		}
	}
}

// outweighed says that a wider or narrower factor of the same condition was answered alike and tells more in the same
// direction: a head injury is an injury, and that is one fact, not two. A narrower one that speaks against a condition
// of which the wider one speaks is a fact of its own: what comes late in pregnancy does not come early.
func (p *Posterior) outweighed(r *factorRow, a clinical.Assertion) bool {
	for _, o := range r.family {
		if p.c.Known[o.concept].Assertion != a {
			continue
		}
		mine, other := r.yes, o.yes
		if a == clinical.Denied {
			mine, other = -r.no, -o.no
		}
		if (other > 0) == (mine > 0) && (math.Abs(other) > math.Abs(mine) || other == mine && o.concept < r.concept) {
			return true
		}
	}
	return false
}

// normalise turns weights into shares. The likelihood is the same under all priors, so that it is taken from the
// logarithm once.
func (p *Posterior) normalise() {
	var totals [3]lanes
	p.share(p.m.saturate(p.pos, p.neg), &totals)
	moreRanked, moreTempered := p.stress()
	full, ranked, tempered := p.Full, p.Ranked[:len(p.Full)], p.tempered[:len(p.Full)]
	perFull, perRanked, perTempered := 1/totals[0].total(), 1/(totals[1].total()+moreRanked), 1/(totals[2].total()+moreTempered)
	for d := range full {
		full[d], ranked[d], tempered[d] = full[d]*perFull, ranked[d]*perRanked, tempered[d]*perTempered
	}
}

// stress lets the factors that the person has count for more in the posteriors that causes are ranked and questions chosen
// by, before these are normalised, and gives what their totals gain. What it raises is bounded, since the odds ratios are.
func (p *Posterior) stress() (ranked, tempered float64) {
	for _, id := range p.c.said {
		if p.c.Known[id].Assertion != clinical.Present {
			continue
		}
		by := p.m.columns[id].stress
		for _, c := range p.m.lone[id] {
			r, t := p.raise(int(c.cond), by[c.at])
			ranked, tempered = ranked+r, tempered+t
		}
		for i := range p.m.kin[id] {
			if row := &p.m.kin[id][i]; !p.outweighed(row, clinical.Present) {
				r, t := p.raise(int(row.cond), row.stress)
				ranked, tempered = ranked+r, tempered+t
			}
		}
	}
	return ranked, tempered
}

// raise multiplies a condition's ranked and tempered weight, and gives by how much each grew.
func (p *Posterior) raise(d int, by float64) (ranked, tempered float64) {
	ranked, tempered = p.Ranked[d]*(by-1), p.tempered[d]*(by-1)
	p.Ranked[d] += ranked
	p.tempered[d] += tempered
	return ranked, tempered
}

// stress is by what a factor that the person has is raised over the log odds that it adds.
func (m *Model) stress(yes float64) float64 { return math.Exp((m.Params.FactorPower - 1) * yes) }

// plain is a case as the world of an expression, for modifiers, which may not look at shares.
type plain struct{ c *Case }

func (w plain) Assertion(id kb.ConceptID) clinical.Assertion { return w.c.Is(id) }
func (w plain) Age() int                                     { return w.c.Age }
func (w plain) Sex() clinical.Sex                            { return w.c.Sex }
func (w plain) Duration() clinical.Bucket                    { return w.c.Duration }
func (w plain) Share(kb.ConditionID) float64                 { return 0 }

// world is a posterior as the world of an expression.
type world struct{ p *Posterior }

func (w world) Assertion(id kb.ConceptID) clinical.Assertion { return w.p.c.Is(id) }
func (w world) Age() int                                     { return w.p.c.Age }
func (w world) Sex() clinical.Sex                            { return w.p.c.Sex }
func (w world) Duration() clinical.Bucket                    { return w.p.c.Duration }
func (w world) Share(d kb.ConditionID) float64 {
	w.p.Weigh()
	return w.p.Full[d]
}

// World gives the case and its posterior to expressions.
func (p *Posterior) World() kb.World { return world{p} }
