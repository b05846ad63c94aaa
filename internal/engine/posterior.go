package engine

import (
	"math"
	"slices"

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

	prior              *prior
	barred             []bool    // by condition: not at this age
	pos, neg           []float64 // nats, by condition
	groupSum, groupTop []float64
	touched            []int32
	explained          []bool
	volunteer          []float64 // complaint × condition
	byGroup            []kb.ConceptID
	mix                []float64
	levels             []clinical.Level // by condition, plus one; 0 = not looked at since the last Update
	raised             []bool           // by condition: something that would raise its level may be true

	variants      []*variant  // by modified finding, what applies to this case; nil where not looked at
	shares        []shares    // of each condition, for Rank
	ranked, order []Candidate // as found and as sorted
	keys          []uint64    // by which they are sorted
	placed        []int32     // by concept: its place in ranked
	sums          []sums      // of gather
	options       []option    // of Batch
	branches      []branch
	spares        [][]float64
	marks         []bool // of triggers
}

// NewPosterior makes the scratch for a model.
func (m *Model) NewPosterior() *Posterior {
	n := len(m.Base.Conditions)
	return &Posterior{
		m: m, Full: make([]float64, n+1), Ranked: make([]float64, n+1), tempered: make([]float64, n+1),
		barred: make([]bool, n+1), pos: make([]float64, n+1), neg: make([]float64, n+1),
		groupSum: make([]float64, n+1), groupTop: make([]float64, n+1),
		explained: make([]bool, n+1), mix: make([]float64, n+1), levels: make([]clinical.Level, n),
		raised: make([]bool, n), variants: make([]*variant, len(m.modified)), shares: make([]shares, n+1), placed: make([]int32, len(m.Base.Concepts)), sums: make([]sums, len(m.open)),
		marks: make([]bool, len(m.Base.RedFlags)),
	}
}

// None is the index of "none of these" in Full and Ranked.
func (p *Posterior) None() int { return len(p.m.Base.Conditions) }

// Top is the share of the cause that leads the ranking.
func (p *Posterior) Top() float64 {
	top := 0.0
	for _, share := range p.Ranked[:p.None()] {
		top = max(top, share)
	}
	return top
}

// TopThree is the share of the three causes that lead the ranking.
func (p *Posterior) TopThree() float64 {
	var top [3]float64
	for _, share := range p.Ranked[:p.None()] {
		for i := range top {
			if share > top[i] {
				share, top[i] = top[i], share
			}
		}
	}
	return top[0] + top[1] + top[2]
}

// Update weighs the case's evidence. Cost: the sparse rows of what is known.
func (p *Posterior) Update(c *Case) {
	p.c = c
	clear(p.variants)
	clear(p.levels)
	clear(p.pos)
	clear(p.neg)
	p.m.raises.mark(p.raised, c)
	p.priors()
	p.durations()
	p.factors()
	p.answers()
	p.complaints()
	p.normalise()
}

func (p *Posterior) priors() {
	sex := 0
	if p.c.Sex == clinical.Male {
		sex = 1
	}
	p.prior = &p.m.prior[sex][clinical.AgeBand(p.c.Age)]
	clear(p.barred)
	for _, a := range p.m.aged {
		p.barred[a.cond] = a.min > 0 && p.c.Age < a.min || a.max > 0 && p.c.Age > a.max
	}
}

func (p *Posterior) durations() {
	if p.c.Duration == clinical.UnknownDuration {
		return
	}
	for d, w := range p.m.duration[p.c.Duration] {
		p.pos[d] += w
	}
}

func (p *Posterior) factors() {
	for _, id := range p.m.factorIDs {
		k := p.c.Known[id]
		rows := p.m.factors[id]
		switch k.Assertion {
		case clinical.Present:
			for i := range rows {
				if r := &rows[i]; len(r.family) == 0 || !p.outweighed(r, clinical.Present) {
					p.pos[r.cond] += r.yes
				}
			}
		case clinical.Denied:
			for i := range rows {
				if r := &rows[i]; len(r.family) == 0 || !p.outweighed(r, clinical.Denied) {
					p.pos[r.cond] += r.no
				}
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

// counts says whether an asserted finding weighs by itself: not where a more specific
// one stands for it, and an attribute only while its parent is present.
func (p *Posterior) counts(id kb.ConceptID) bool {
	con := &p.m.Base.Concepts[id]
	if !con.Kind.Finding() {
		return false
	}
	if con.AttributeOf != kb.None {
		return p.c.Is(con.AttributeOf) == clinical.Present
	}
	return p.c.Is(id) != clinical.Present || !p.c.refined(id)
}

// answers adds what was asked or left unticked, and damps it within correlation groups:
// the strongest finding of a group counts whole, the rest at Params.Damping.
func (p *Posterior) answers() {
	p.byGroup = p.byGroup[:0]
	for _, id := range p.c.Order {
		k := p.c.Known[id]
		if (k.Assertion == clinical.Present || k.Assertion == clinical.Denied) && p.counts(id) && !p.isComplaint(id) {
			p.byGroup = append(p.byGroup, id)
		}
	}
	slices.SortStableFunc(p.byGroup, func(a, b kb.ConceptID) int {
		return int(p.m.Base.Concepts[a].Correlation - p.m.Base.Concepts[b].Correlation)
	})
	for i := 0; i < len(p.byGroup); {
		g := p.m.Base.Concepts[p.byGroup[i]].Correlation
		j := i + 1
		for g != kb.None && j < len(p.byGroup) && p.m.Base.Concepts[p.byGroup[j]].Correlation == g {
			j++
		}
		p.group(p.byGroup[i:j], clinical.Present, p.pos, 1, p.m.Params.Damping)
		scale := 1.0
		if g != kb.None && p.someOf(g) {
			scale = p.m.Params.Neighbor
		}
		p.group(p.byGroup[i:j], clinical.Denied, p.neg, scale, p.m.Params.Damping)
		i = j
	}
	p.ruledOut()
}

// ruledOut adds what the denial of a factor says of the findings that imply it: who had no injury has not
// twisted a knee. It is one statement, so that of a condition's findings only the strongest counts.
func (p *Posterior) ruledOut() {
	for _, id := range p.c.Order {
		if p.c.Is(id) != clinical.Denied || p.m.Base.Concepts[id].Kind.Finding() {
			continue
		}
		p.byGroup = p.impliedBy(id, p.byGroup[:0])
		p.group(p.byGroup, clinical.Denied, p.neg, 1, 0)
	}
}

// impliedBy appends the findings among the descendants of a denied factor that nothing else was said of.
func (p *Posterior) impliedBy(id kb.ConceptID, list []kb.ConceptID) []kb.ConceptID {
	for _, ch := range p.m.Base.Concepts[id].Children {
		if k := p.c.Known[ch]; k.Assertion != clinical.Denied || k.Order != 0 {
			continue
		}
		if p.m.Base.Concepts[ch].Kind.Finding() {
			list = append(list, ch)
		} else {
			list = p.impliedBy(ch, list)
		}
	}
	return list
}

// weight is what one answer adds for a row, before damping.
func (p *Posterior) weight(k Known, r *evidence) float64 {
	switch {
	case k.Assertion == clinical.Present:
		return r.yes
	case k.Origin == clinical.Unticked:
		return p.m.Params.Unticked * r.no
	}
	return r.no
}

// someOf says that a finding of a correlation group is present, a complaint included.
func (p *Posterior) someOf(group int32) bool {
	return slices.ContainsFunc(p.c.Order, func(id kb.ConceptID) bool {
		return p.c.Known[id].Assertion == clinical.Present && p.m.Base.Concepts[id].Correlation == group
	})
}

// group adds the findings of ids that were answered so, times scale: the strongest of each condition whole, the rest damped.
func (p *Posterior) group(ids []kb.ConceptID, a clinical.Assertion, into []float64, scale, damping float64) {
	p.touched = p.touched[:0]
	for _, id := range ids {
		k := p.c.Known[id]
		if k.Assertion != a {
			continue
		}
		rows := p.evidence(id)
		for i := range rows {
			w, d := p.weight(k, &rows[i]), rows[i].cond
			if p.groupSum[d] == 0 && p.groupTop[d] == 0 {
				p.touched = append(p.touched, d)
			}
			p.groupSum[d] += w
			if math.Abs(w) > math.Abs(p.groupTop[d]) {
				p.groupTop[d] = w
			}
		}
	}
	for _, d := range p.touched {
		into[d] += scale * (p.groupTop[d] + damping*(p.groupSum[d]-p.groupTop[d]))
		p.groupSum[d], p.groupTop[d] = 0, 0
	}
}

func (p *Posterior) isComplaint(id kb.ConceptID) bool {
	k := p.c.Known[id]
	con := &p.m.Base.Concepts[id]
	return k.Assertion == clinical.Present && k.Origin == clinical.Volunteered && con.AttributeOf == kb.None
}

// complaints adds what was volunteered. A condition may leave one complaint unexplained at
// a bounded cost; one that explains none is penalised besides, "none of these" included.
func (p *Posterior) complaints() {
	list := p.c.Complaints()
	if len(list) == 0 {
		return
	}
	n := len(p.pos)
	if cap(p.volunteer) < n*len(list) {
		p.volunteer = make([]float64, n*len(list))
	}
	p.volunteer = p.volunteer[:n*len(list)]
	clear(p.volunteer)
	clear(p.explained)
	best := make([]float64, len(list))
	for i, id := range list {
		scale := p.complaintScale(list, i)
		rows := p.rows(id)
		for j := range rows {
			w := rows[j].volunteer * scale
			p.volunteer[i*n+int(rows[j].cond)] = w
			best[i] = max(best[i], w)
			if rows[j].p > 2*p.m.Base.Concepts[id].Background {
				p.explained[rows[j].cond] = true
			}
		}
	}
	for d := range p.pos {
		p.pos[d] += p.volunteered(d, n, best)
		if !p.explained[d] {
			p.pos[d] -= p.m.Params.Stray
		}
	}
}

// complaintScale damps a complaint whose correlation group an earlier one belongs to.
func (p *Posterior) complaintScale(list []kb.ConceptID, i int) float64 {
	g := p.m.Base.Concepts[list[i]].Correlation
	if g == kb.None {
		return 1
	}
	for _, id := range list[:i] {
		if p.m.Base.Concepts[id].Correlation == g {
			return p.m.Params.Damping
		}
	}
	return 1
}

// volunteered sums a condition's weights over the complaints, forgiving it the dearest one
// beyond Params.ForeignCap, provided that it explains another: two illnesses at once are
// common, an illness without any of its own complaints is not.
func (p *Posterior) volunteered(d, n int, best []float64) float64 {
	sum, relief := 0.0, 0.0
	for i, b := range best {
		w := p.volunteer[i*n+d]
		sum += w
		relief = max(relief, b-w-p.m.Params.ForeignCap)
	}
	if !p.explained[d] {
		return sum
	}
	return sum + relief
}

// normalise turns weights into shares. The likelihood is the same under all priors, so that it is taken from the
// logarithm once.
func (p *Posterior) normalise() {
	top, capN := math.Inf(-1), p.m.Params.NegativeCap
	n := len(p.pos)
	pos, neg, barred, prior := p.pos[:n], p.neg[:n], p.barred[:n], p.prior.full[:n]
	for d, v := range neg {
		if v < 0 { // negative evidence saturates, keeping its order
			v = -capN * (1 - math.Exp(v/capN))
		}
		pos[d] += v
		if !barred[d] && prior[d] > 0 {
			top = max(top, pos[d])
		}
	}
	full, ranked, tempered := p.Full[:n], p.Ranked[:n], p.tempered[:n]
	priorRanked, priorTempered := p.prior.ranked[:n], p.prior.tempered[:n]
	var sumFull, sumRanked, sumTempered float64
	for d, w := range pos {
		l := 0.0
		if !barred[d] {
			l = math.Exp(w - top)
		}
		full[d], ranked[d], tempered[d] = l*prior[d], l*priorRanked[d], l*priorTempered[d]
		sumFull, sumRanked, sumTempered = sumFull+full[d], sumRanked+ranked[d], sumTempered+tempered[d]
	}
	sumFull, sumRanked, sumTempered = 1/sumFull, 1/sumRanked, 1/sumTempered
	for d := range full {
		full[d], ranked[d], tempered[d] = full[d]*sumFull, ranked[d]*sumRanked, tempered[d]*sumTempered
	}
}

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
func (w world) Share(d kb.ConditionID) float64               { return w.p.Full[d] }

// World gives the case and its posterior to expressions.
func (p *Posterior) World() kb.World { return world{p} }
