package engine

import (
	"math"
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// row is one condition's entry in a finding's column while the model is made.
type row struct {
	cond int32
	figures
}

// figures are what an answer adds to a condition's log-odds over one that does not list the finding, and what its
// yes-rate and entropy add to those of the background.
type figures struct {
	p          float64 // P(finding | condition), for an attribute given its parent
	yes, no    float64 // log-odds of an answer when asked
	volunteer  float64 // log-odds of volunteering it
	dYes, dEnt float64 // P(yes|d) - P(yes|background), and the same of the entropy
}

// factorRow is a risk factor's effect on one condition's prior, in nats.
type factorRow struct {
	row
	concept kb.ConceptID
	family  []relative // wider and narrower factors that the condition lists too
	stress  float64    // as column.stress, where family is not empty
}

// weight is what an answer adds.
func (r *figures) weight(present bool) float64 {
	if present {
		return r.yes
	}
	return r.no
}

// relative is another factor's effect on the same condition.
type relative struct {
	concept kb.ConceptID
	yes, no float64
}

// Model is the base made ready for inference. It is immutable and safe for concurrent use.
type Model struct {
	Base   *kb.Base
	Params Params

	illnesses []kb.ConditionID   // that have forms
	forms     [][]kb.ConditionID // by condition: its forms
	columns   []column           // by concept
	lone      [][]cell           // by factor: the cells of its column without those of kin
	kin       [][]factorRow      // by factor: the rows of conditions that list a wider or narrower one too
	// defining is, by condition, how much of the rarity of the factor that nearly defines it counts in full: the log ratio
	// of the share of its patients who have it to the share of all adults, weighed by definingPower. 0 without factors.
	defining []float64
	prior    [2][clinical.AgeBands]prior     // by sex and age band
	duration [clinical.Buckets + 1][]float64 // log ratio to the average, by condition
	modifiers

	asking     []asking // by concept
	parents    family
	children   family
	terms      []term           // by concept
	questions  []kb.ConceptID   // concepts that can be asked and are no attributes
	bounds     []bounds         // of questions
	profiles   []listed         // of all conditions, one after the other
	starts     []int32          // by condition: where its profile begins; the next one's is where it ends
	special    []int32          // those of questions whose figures depend on the person
	attributes [][]kb.ConceptID // of a finding, by concept
	level      []clinical.Level
	aged       []aged // conditions with a limit of age
	elementary *elementary
	wide       bool // gatherWide works
	widest     bool // and so does gatherWidest
	// fires and asks are the rules of the red flags by index, raising those of raises.
	fires, asks, raising *triggers
	raises               []raise
	flagRules            []flagRules // of the red flags
	nodes                []node      // of all rules
}

// prior is what conditions weigh before any answer, 0 where anatomy forbids; the last is "none of these".
type prior struct {
	// Full weights are rates per 10,000, tempered ones rates to the power of Params.Alpha. Ranked ones are tempered as the
	// rate is among those who have the factor that defines a condition, while that few have the factor counts in full, or
	// near drowning would lead wherever nobody was asked about water.
	weights []weights
	barred  []int32 // conditions that anatomy forbids
}

// New prepares a base.
func New(b *kb.Base, p Params) *Model {
	m := &Model{Base: b, Params: p, elementary: newElementary(), wide: wide(), widest: widest()}
	m.forms = b.Forms()
	for d := range m.forms {
		if len(m.forms[d]) > 0 {
			m.illnesses = append(m.illnesses, kb.ConditionID(d))
		}
	}
	m.columns = make([]column, len(b.Concepts))
	m.lone, m.kin = make([][]cell, len(b.Concepts)), make([][]factorRow, len(b.Concepts))
	m.modifiers = newModifiers(len(b.Concepts))
	m.buildColumns()
	m.buildFactors()
	m.buildPriors()
	m.buildDurations()
	m.buildLayout()
	m.buildProfiles()
	m.buildTriggers()
	return m
}

// answered is P(answers yes) of a finding of probability q.
func (p *Params) answered(q float64) float64 { return p.Hit*q + p.Slip*(1-q) }

func (m *Model) buildColumns() {
	type cell struct{ p, s float64 }
	table := make([]map[int32]cell, len(m.Base.Concepts))
	for i := range table {
		table[i] = map[int32]cell{}
	}
	for d := range m.Base.Conditions {
		for i := range m.Base.Conditions[d].Findings {
			l := &m.Base.Conditions[d].Findings[i]
			table[l.Concept][int32(d)] = cell{l.P, l.Presenting}
			if len(l.Modifiers) > 0 {
				m.modify(l, int32(d))
			}
		}
	}
	// Only findings have columns: a finding that implies a factor (bleeding in pregnancy, a head injury)
	// tells nothing of the other findings that do.
	isA := func(id kb.ConceptID) []kb.ConceptID {
		return slices.DeleteFunc(slices.Clone(m.Base.Concepts[id].Parents), func(p kb.ConceptID) bool { return !m.Base.Concepts[p].Kind.Finding() })
	}
	order := m.topological()
	// The most frequent special form that a condition lists, by general finding.
	special := make([]map[int32]float64, len(table))
	for i := range special {
		special[i] = map[int32]float64{}
	}
	// A condition that lists the special finding has the general one at least as often …
	for i := len(order) - 1; i >= 0; i-- {
		for _, parent := range isA(order[i]) {
			for d, c := range table[order[i]] {
				special[parent][d] = max(special[parent][d], c.p)
				old, ok := table[parent][d]
				if !ok {
					table[parent][d] = c
				} else if c.p > old.p {
					table[parent][d] = cell{c.p, max(old.s, c.s)}
				}
			}
		}
	}
	// … and one that lists the general finding, beyond what the special ones it lists account for, has the
	// others in their usual share: knee pain is joint pain, but says nothing of the hips.
	for _, id := range order {
		con := &m.Base.Concepts[id]
		for _, parent := range isA(id) {
			share := min(1, con.Background/m.Base.Concepts[parent].Background)
			for d, c := range table[parent] {
				if _, ok := table[id][d]; ok {
					continue
				}
				rest := (c.p - special[parent][d]) / c.p
				if p := c.p * rest * share; p > con.Background {
					table[id][d] = cell{p, c.s * rest * share}
				}
			}
		}
	}
	for id := range table {
		if !m.Base.Concepts[id].Kind.Finding() {
			continue
		}
		b := m.Base.Concepts[id].Background
		rows := make([]row, 0, len(table[id]))
		for d := int32(0); int(d) < len(m.Base.Conditions); d++ {
			if c, ok := table[id][d]; ok {
				if r := m.row(kb.ConceptID(id), d, c.p, c.s, b); c.s >= toldFirst || !r.faint() {
					rows = append(rows, r)
				}
			}
		}
		m.columns[id] = newColumn(rows, m.Params.answered(b))
	}
}

// What is told first by this share of a condition's patients counts however little it tells, since it opens interviews.
const toldFirst = 0.02

// faint says that a condition's patients have a finding hardly more or less often than others: neither answer moves its
// odds much (by a factor of 1.65 and 1.16 at most). A sixth of the base's figures are of this kind. They are for the
// reader; without them the interview gives the same advice, sooner.
func (r *row) faint() bool { return math.Abs(r.yes) < 0.5 && math.Abs(r.no) < 0.15 }

func (m *Model) row(id kb.ConceptID, d int32, p, presenting, background float64) row {
	pr := &m.Params
	y, yb := pr.answered(p), pr.answered(background)
	// Presenting is the share who say it first; among those who say several things, more do.
	s := max(presenting, pr.VolunteerFloor*p)
	if presenting == 0 {
		s = pr.VolunteerShare * p
	}
	no := math.Log((1 - y) / (1 - yb))
	if m.Base.Concepts[id].Kind == kb.Result {
		no *= pr.Unmeasured
	}
	const eps = 0.004
	return row{d, figures{
		p:         p,
		yes:       min(math.Log(y/yb), pr.AskedCap),
		no:        no,
		volunteer: min(math.Log((s+eps)/(pr.VolunteerShare*background+eps)), pr.VolunteeredCap),
		dYes:      y - yb,
		dEnt:      kb.Entropy(y) - kb.Entropy(yb),
	}}
}

// topological lists concepts with parents before children; lint forbids cycles.
func (m *Model) topological() []kb.ConceptID {
	n := len(m.Base.Concepts)
	out := make([]kb.ConceptID, 0, n)
	seen := make([]bool, n)
	var visit func(kb.ConceptID)
	visit = func(id kb.ConceptID) {
		if seen[id] {
			return
		}
		seen[id] = true
		for _, p := range m.Base.Concepts[id].Parents {
			visit(p)
		}
		out = append(out, id)
	}
	for i := range n {
		visit(kb.ConceptID(i))
	}
	return out
}

// definingPower says how much of a factor's rarity counts in full against a condition: the share of its patients who
// have the factor, to this power. What nine in ten have counts by half, what half have by a sixtieth.
const definingPower = 6

func (m *Model) buildFactors() {
	m.defining = make([]float64, len(m.Base.Conditions)+1)
	factors := make([][]factorRow, len(m.Base.Concepts))
	for d := range m.Base.Conditions {
		for _, f := range m.Base.Conditions[d].Factors {
			pi := m.Base.Concepts[f.Concept].Background
			no := -math.Log(1 + pi*(f.OR-1))
			yes := math.Log(f.OR) + no
			m.defining[d] = max(m.defining[d], math.Pow(min(1, pi*math.Exp(yes)), definingPower)*yes)
			// No single answer excludes a condition, not even the denial of what nearly defines it.
			r := factorRow{row{int32(d), figures{yes: yes, no: max(no, -m.Params.FactorCap)}}, f.Concept, nil, 0}
			base, q := m.Params.answered(pi), m.Params.answered(min(.98, pi*math.Exp(r.yes)))
			r.dYes, r.dEnt = q-base, kb.Entropy(q)-kb.Entropy(base)
			factors[f.Concept] = append(factors[f.Concept], r)
		}
	}
	m.relateFactors(factors)
	for id := range factors {
		if !m.Base.Concepts[id].Kind.Finding() {
			m.setFactor(kb.ConceptID(id), factors[id])
		}
	}
}

// setFactor keeps a factor's rows.
func (m *Model) setFactor(id kb.ConceptID, list []factorRow) {
	rows := make([]row, len(list))
	for i := range list {
		rows[i] = list[i].row
	}
	col := newColumn(rows, m.Params.answered(m.Base.Concepts[id].Background))
	for i := range list {
		if len(list[i].family) > 0 {
			list[i].stress = m.stress(list[i].yes)
			m.kin[id] = append(m.kin[id], list[i])
		} else {
			m.lone[id] = append(m.lone[id], col.cells[i])
		}
	}
	for _, yes := range col.yes {
		col.stress = append(col.stress, m.stress(yes))
	}
	m.columns[id] = col
}

// relateFactors tells each factor's row of its wider and narrower factors of the same condition.
func (m *Model) relateFactors(factors [][]factorRow) {
	for id := range factors {
		for i := range factors[id] {
			m.above(factors, &factors[id][i], kb.ConceptID(id), map[kb.ConceptID]bool{})
		}
	}
}

func (m *Model) above(factors [][]factorRow, r *factorRow, at kb.ConceptID, seen map[kb.ConceptID]bool) {
	for _, up := range m.Base.Concepts[at].Parents {
		if seen[up] {
			continue
		}
		seen[up] = true
		for i := range factors[up] {
			if o := &factors[up][i]; o.cond == r.cond {
				r.family = append(r.family, relative{o.concept, o.yes, o.no})
				o.family = append(o.family, relative{r.concept, r.yes, r.no})
			}
		}
		m.above(factors, r, up, seen)
	}
}

func (m *Model) buildPriors() {
	n := len(m.Base.Conditions)
	for sex := range 2 {
		for band := range clinical.AgeBands {
			pr := &m.prior[sex][band]
			pr.weights = make([]weights, blocks(n+1))
			for d := range m.Base.Conditions {
				c := &m.Base.Conditions[d]
				if c.Sex == clinical.AnySex || (c.Sex == clinical.Male) == (sex == 1) {
					m.setPrior(pr, d, mean(&c.Rate), max(c.Rate[sex][band], m.Params.RateFloor*peak(&c.Rate)))
				} else {
					pr.barred = append(pr.barred, int32(d))
				}
			}
			m.setPrior(pr, n, m.Params.NoneRate, m.Params.NoneRate)
		}
	}
}

// setPrior takes the mean rate over ages and sexes, and the rate at this age and sex.
func (m *Model) setPrior(pr *prior, d int, mean, rate float64) {
	alpha := m.Params.Alpha
	tempered := math.Pow(mean, alpha) * math.Pow(rate/mean, m.Params.Demography)
	ranked := tempered * math.Exp(-(1-alpha)*m.defining[d])
	if d < len(m.Base.Conditions) && m.Base.Conditions[d].Residual {
		ranked *= m.Params.Residual
	}
	w, lane := &pr.weights[d/block], d%block
	w.full[lane], w.ranked[lane], w.tempered[lane] = rate, ranked, tempered
}

// mean is the rate over the sexes and ages that a condition can have.
func mean(r *[2][clinical.AgeBands]float64) float64 {
	total, n := 0.0, 0.0
	for _, s := range r {
		for _, v := range s {
			if v > 0 {
				total, n = total+v, n+1
			}
		}
	}
	return max(1e-9, total/max(1, n))
}

func peak(r *[2][clinical.AgeBands]float64) float64 {
	top := 1e-9
	for _, s := range r {
		for _, v := range s {
			top = max(top, v)
		}
	}
	return top
}

func (m *Model) buildDurations() {
	m.duration[clinical.UnknownDuration] = make([]float64, len(m.Base.Conditions)+1)
	var avg [clinical.Buckets]float64
	total := 0.0
	for d := range m.Base.Conditions {
		w := peak(&m.Base.Conditions[d].Rate)
		total += w
		for b := range avg {
			avg[b] += w * m.Base.Conditions[d].Duration[b]
		}
	}
	for b := range avg {
		row := make([]float64, len(m.Base.Conditions)+1)
		a := max(avg[b]/max(total, 1e-9), m.Params.DurationFloor)
		for d := range m.Base.Conditions {
			row[d] = math.Log(max(m.Base.Conditions[d].Duration[b], m.Params.DurationFloor) / a)
		}
		m.duration[b+1] = row
	}
}
