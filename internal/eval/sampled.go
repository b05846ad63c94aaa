package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Draw is how patients are drawn from a base. They are harder than the base says: its figures are
// wrong for them by up to Jitter, some of what they have goes unnoticed and some of what they
// say has nothing to do with it.
type Draw struct {
	Patients int
	Seed     uint64
	Even     bool    // every condition equally often, instead of by its rate
	Jitter   float64 // each P is multiplied by this to a power drawn evenly from -1 to 1, anew for each patient
	Drop     float64 // share of a patient's findings that are lost; the complaint is kept
	Chance   int     // findings added by their background rates
}

// DefaultDraw is the draw of the suite "sampled".
func DefaultDraw() Draw {
	return Draw{Patients: 1000, Seed: 20260101, Jitter: 2, Drop: 0.2, Chance: 2}
}

// ages are the first and last year of the bands of clinical.AgeBand.
var ages = [clinical.AgeBands][2]int{{18, 29}, {30, 44}, {45, 59}, {60, 74}, {75, 90}}

// Sample draws patients. Equal draws of equal bases give equal patients.
func Sample(b *kb.Base, d Draw) []Case {
	s := &sampler{b: b, d: d, rnd: rand.New(rand.NewPCG(d.Seed, 1))}
	s.weights()
	out := make([]Case, 0, d.Patients)
	for len(out) < d.Patients {
		if c, ok := s.patient(len(out)); ok {
			out = append(out, c)
		}
	}
	return out
}

type sampler struct {
	b      *kb.Base
	d      Draw
	rnd    *rand.Rand
	cum    []float64 // running sum of the conditions' weights
	chance []float64 // running sum of background rates of findings that can come by chance
}

func (s *sampler) weights() {
	sum := 0.0
	for i := range s.b.Conditions {
		w := 1.0
		if !s.d.Even {
			w = s.b.Conditions[i].MeanRate()
		}
		sum += w
		s.cum = append(s.cum, sum)
	}
	sum = 0
	for i := range s.b.Concepts {
		con := &s.b.Concepts[i]
		if con.Kind == kb.Symptom && con.AttributeOf == kb.None && !con.Danger {
			sum += con.Background
		}
		s.chance = append(s.chance, sum)
	}
}

// pick draws an index by running sums.
func (s *sampler) pick(cum []float64) int {
	x := s.rnd.Float64() * cum[len(cum)-1]
	i, _ := slices.BinarySearch(cum, x)
	return min(i, len(cum)-1)
}

func (s *sampler) yes(p float64) bool { return s.rnd.Float64() < p }

func (s *sampler) jitter(p float64) float64 {
	return min(0.97, p*math.Pow(s.d.Jitter, 2*s.rnd.Float64()-1))
}

func (s *sampler) patient(n int) (Case, bool) {
	con := &s.b.Conditions[s.pick(s.cum)]
	var groups []float64
	sum := 0.0
	for _, sex := range con.Rate {
		for _, r := range sex {
			sum += r
			groups = append(groups, sum)
		}
	}
	g := s.pick(groups)
	sex, band := g/clinical.AgeBands, g%clinical.AgeBands
	c := Case{
		ID: fmt.Sprintf("sampled-%04d", n+1), Source: "sampled", Sex: []string{"female", "male"}[sex],
		Age: ages[band][0] + s.rnd.IntN(ages[band][1]-ages[band][0]+1), Expect: []string{con.ID}, Diagnosis: con.Name,
	}
	if con.Sex == clinical.Male && sex == 0 || con.Sex == clinical.Female && sex == 1 || con.MinAge > 0 && c.Age < con.MinAge || con.MaxAge > 0 && c.Age > con.MaxAge {
		return c, false
	}
	complaints := s.findings(con, &c)
	if complaints == nil {
		return c, false
	}
	s.factors(con, &c)
	s.duration(con, &c)
	var says []string
	for _, id := range complaints {
		says = append(says, s.b.Concepts[id].Lay)
	}
	c.Opening = strings.Join(says, " and ")
	return c, len(c.Opening) >= 3 && len(c.Opening) < 500
}

// findings draws what the patient has, and gives the one or two complaints they start with.
func (s *sampler) findings(con *kb.Condition, c *Case) []kb.ConceptID {
	sex, _ := clinical.ParseSex(c.Sex)
	fits := func(k *kb.Concept) bool {
		return (k.Sex == clinical.AnySex || k.Sex == sex) && (k.MinAge == 0 || c.Age >= k.MinAge) && (k.MaxAge == 0 || c.Age <= k.MaxAge)
	}
	has := map[kb.ConceptID]bool{}
	var list []kb.ConceptID
	add := func(id kb.ConceptID) {
		if !has[id] {
			has[id] = true
			list = append(list, id)
		}
	}
	var shares []float64
	var fronts []kb.ConceptID
	sum := 0.0
	for _, l := range con.Findings { // what people come with, first
		k := &s.b.Concepts[l.Concept]
		if k.AttributeOf == kb.None && l.Presenting > 0 && fits(k) {
			sum += l.Presenting
			shares, fronts = append(shares, sum), append(fronts, l.Concept)
		}
	}
	if len(fronts) == 0 {
		return nil
	}
	complaints := []kb.ConceptID{fronts[s.pick(shares)]}
	add(complaints[0])
	for _, l := range con.Findings {
		k := &s.b.Concepts[l.Concept]
		if k.AttributeOf == kb.None && fits(k) && s.yes(s.jitter(l.P)) && !s.yes(s.d.Drop) {
			add(l.Concept)
		}
	}
	for i, id := range fronts {
		share := shares[i]
		if i > 0 {
			share -= shares[i-1]
		}
		if len(complaints) < 2 && has[id] && id != complaints[0] && s.yes(share) {
			complaints = append(complaints, id)
		}
	}
	taken := map[[2]int32]bool{} // exclusive dimensions that have a value
	for _, i := range s.rnd.Perm(len(con.Findings)) {
		l := &con.Findings[i]
		k := &s.b.Concepts[l.Concept]
		if k.AttributeOf == kb.None || !has[k.AttributeOf] || !s.yes(s.jitter(l.P)) || s.yes(s.d.Drop) {
			continue
		}
		key := [2]int32{int32(k.AttributeOf), int32(k.Dimension)}
		if k.Exclusive && taken[key] {
			continue
		}
		taken[key] = taken[key] || k.Exclusive
		add(l.Concept)
	}
	for range s.d.Chance {
		if id := kb.ConceptID(s.pick(s.chance)); fits(&s.b.Concepts[id]) {
			add(id)
		}
	}
	for _, id := range list {
		c.Present = append(c.Present, s.b.Concepts[id].ID)
	}
	return complaints
}

func (s *sampler) factors(con *kb.Condition, c *Case) {
	for _, f := range con.Factors {
		k := &s.b.Concepts[f.Concept]
		if k.Sex != clinical.AnySex && k.Sex.String() != c.Sex {
			continue
		}
		if s.yes(min(0.97, probability(s.b, con, f.Concept))) {
			c.Present = append(c.Present, k.ID)
		} else {
			c.Absent = append(c.Absent, k.ID)
		}
	}
}

func (s *sampler) duration(con *kb.Condition, c *Case) {
	var cum []float64
	sum := 0.0
	for _, share := range con.Duration {
		sum += share
		cum = append(cum, sum)
	}
	c.Duration = clinical.Bucket(s.pick(cum) + 1).String()
}
