package kb

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Difference is what one finding or factor tells between two conditions.
type Difference struct {
	Concept ConceptID
	A, B    float64 // share of patients of each who have it; for an attribute, of those with its parent
	Listed  [2]bool // by A, by B; not listed means the background rate
	// Power is the expected evidence of one answer, in nats, over both conditions alike (the Jensen-Shannon
	// divergence, at most ln 2). An attribute's is weighed by how often its parent is there to ask about.
	Power float64
}

// Compare lists what sets two conditions apart, the most telling first.
func Compare(b *Base, x, y ConditionID) []Difference {
	px, py := profile(b, x), profile(b, y)
	ids := map[ConceptID]bool{}
	for id := range px {
		ids[id] = true
	}
	for id := range py {
		ids[id] = true
	}
	share := func(p map[ConceptID]float64, id ConceptID) (float64, bool) {
		v, ok := p[id]
		if !ok {
			v = b.Concepts[id].Background
		}
		return v, ok
	}
	var out []Difference
	for id := range ids {
		d := Difference{Concept: id}
		d.A, d.Listed[0] = share(px, id)
		d.B, d.Listed[1] = share(py, id)
		d.Power = divergence(d.A, d.B)
		if of := b.Concepts[id].AttributeOf; of != None {
			ax, _ := share(px, of)
			ay, _ := share(py, of)
			d.Power *= min(ax, ay) // asked only where the parent is present
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, c Difference) int {
		if o := cmp.Compare(c.Power, a.Power); o != 0 {
			return o
		}
		return cmp.Compare(a.Concept, c.Concept)
	})
	return out
}

// profile is what a condition says of its findings and factors, as shares of its patients.
func profile(b *Base, d ConditionID) map[ConceptID]float64 {
	out := map[ConceptID]float64{}
	c := &b.Conditions[d]
	for _, l := range c.Findings {
		out[l.Concept] = l.P
	}
	for _, f := range c.Factors {
		out[f.Concept] = f.Share(b.Concepts[f.Concept].Background)
	}
	return out
}

// divergence is the Jensen-Shannon divergence of two yes/no answers, in nats.
func divergence(p, q float64) float64 {
	return Entropy((p+q)/2) - (Entropy(p)+Entropy(q))/2
}

// Entropy is that of a yes/no of probability p, in nats.
func Entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log(p) - (1-p)*math.Log(1-p)
}

// Apart is the Power from which an answer is taken to set two conditions apart: about .05 against .3, or .3
// against .65.
const Apart = 0.05

// ShowCompare sets two conditions side by side, each named by code or id.
func ShowCompare(b *Base, a, c string) (string, error) {
	x, ok := b.anyCondition(a)
	if !ok {
		return "", fmt.Errorf("no condition has the code or id %q", a)
	}
	y, ok := b.anyCondition(c)
	if !ok {
		return "", fmt.Errorf("no condition has the code or id %q", c)
	}
	cx, cy := &b.Conditions[x], &b.Conditions[y]
	p := &page{}
	p.line("%-40s %10s %10s", "", short(cx.ID), short(cy.ID))
	p.line("%-40s %10.3g %10.3g", "rate per 10,000, all ages and sexes", cx.MeanRate(), cy.MeanRate())
	p.line("%-40s %10s %10s", "level", short(cx.Level.String()), short(cy.Level.String()))
	shown, apart := 0, 0
	for _, d := range Compare(b, x, y) {
		if d.Power >= Apart {
			apart++
		}
		if d.Power < 0.005 || shown == 30 {
			continue
		}
		shown++
		p.line("%-40s %10s %10s  %.3f", b.Concepts[d.Concept].ID, figure(d.A, d.Listed[0]), figure(d.B, d.Listed[1]), d.Power)
	}
	p.line("(in brackets: not listed, the background rate; last column: what one answer tells, in nats, at most %.2f)", math.Ln2)
	switch {
	case apart == 0:
		p.line("No answer sets them apart.")
	case apart == 1:
		p.line("One answer sets them apart.")
	default:
		p.line("%d answers set them apart.", apart)
	}
	return p.String(), nil
}

func (b *Base) anyCondition(code string) (ConditionID, bool) {
	if d, ok := b.Condition(code); ok {
		return d, true
	}
	return b.ConditionByCode(code)
}

func figure(p float64, listed bool) string {
	if listed {
		return fmt.Sprintf("%.3g", p)
	}
	return fmt.Sprintf("(%.3g)", p)
}

func short(s string) string {
	if len(s) > 10 {
		return s[:10]
	}
	return s
}

// Twins lists pairs of conditions that begin alike and that fewer than two answers set apart.
func Twins(b *Base) [][2]ConditionID {
	var out [][2]ConditionID
	starts := make([]map[ConceptID]bool, len(b.Conditions))
	for i := range b.Conditions {
		starts[i] = map[ConceptID]bool{}
		for _, l := range b.Conditions[i].Findings {
			if l.Presenting >= 0.2 {
				starts[i][l.Concept] = true
			}
		}
	}
	for x := range b.Conditions {
		for y := x + 1; y < len(b.Conditions); y++ {
			if !alike(starts[x], starts[y]) || b.related(x, y) {
				continue
			}
			apart := 0
			for _, d := range Compare(b, ConditionID(x), ConditionID(y)) {
				if d.Power >= Apart {
					apart++
				}
			}
			if apart < 2 {
				out = append(out, [2]ConditionID{ConditionID(x), ConditionID(y)})
			}
		}
	}
	return out
}

func alike(x, y map[ConceptID]bool) bool {
	for id := range x {
		if y[id] {
			return true
		}
	}
	return false
}

// related says that one is a form of the other, so that nothing need set them apart.
func (b *Base) related(x, y int) bool {
	is := func(from, to int) bool {
		return slices.ContainsFunc(b.Conditions[from].Relations, func(r Relation) bool {
			return int(r.Of) == to && (r.Kind == relationForm || r.Kind == "subtype" || r.Kind == "flare")
		})
	}
	return is(x, y) || is(y, x)
}
