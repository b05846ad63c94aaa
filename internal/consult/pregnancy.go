package consult

import (
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// pregnancy knows the concepts that say whether and how far somebody is pregnant, kb.None where the base has
// them not, and the conditions that depend on them.
type pregnancy struct {
	pregnant, early, late kb.ConceptID
	// instead are the states that make the question needless: a birth, or a pregnancy that is only possible.
	instead []kb.ConceptID
	birth   kb.ConceptID
	matters []bool // by condition: much likelier in a pregnancy
	stage   []bool // by condition: much likelier or less likely by how far it is
}

// oddsThatMatter is the odds ratio from which, and the inverse to which, a condition depends on a factor.
const oddsThatMatter = 3

func newPregnancy(b *kb.Base) *pregnancy {
	of := func(id string) kb.ConceptID {
		if c, ok := b.Concept(id); ok {
			return c
		}
		return kb.None
	}
	p := &pregnancy{
		pregnant: of("pregnant"), early: of("early_pregnancy"), late: of("pregnancy_second_half"), birth: of("recent_birth"),
		matters: make([]bool, len(b.Conditions)), stage: make([]bool, len(b.Conditions)),
	}
	for _, id := range []kb.ConceptID{p.birth, of("possibly_pregnant")} {
		if id != kb.None {
			p.instead = append(p.instead, id)
		}
	}
	for d := range b.Conditions {
		for _, f := range b.Conditions[d].Factors {
			switch f.Concept {
			case p.pregnant:
				p.matters[d] = p.matters[d] || f.OR >= oddsThatMatter
			case p.early, p.late:
				p.stage[d] = p.stage[d] || f.OR >= oddsThatMatter || f.OR <= 1.0/oddsThatMatter
			}
		}
	}
	return p
}

// settle draws what a stage of pregnancy rules out: the first twelve weeks are not the second half, and who gave
// birth in the last weeks is not pregnant.
func (p *pregnancy) settle(c *engine.Case) {
	rule := func(present, out kb.ConceptID) {
		if present != kb.None && out != kb.None && c.Is(present) == clinical.Present {
			c.Imply(out, clinical.Denied)
		}
	}
	rule(p.early, p.late)
	rule(p.late, p.early)
	rule(p.birth, p.pregnant)
}

// pregnancyShare is the share of conditions that depend on a pregnancy, or on how far it is, from which it is
// asked about.
const pregnancyShare = 0.02

// pregnancy asks a woman of childbearing age where it matters for the causes at hand, and whoever is pregnant how far.
func (s *session) pregnancy() *Step {
	p := s.iv.pregnancy
	if p.pregnant == kb.None || s.c.Sex != clinical.Female || s.c.Age > 52 {
		return nil
	}
	switch {
	case s.c.Is(p.pregnant) == clinical.Present:
		return s.howFar()
	case !s.p.Askable(p.pregnant), s.shareOf(p.matters) < pregnancyShare,
		slices.ContainsFunc(p.instead, func(id kb.ConceptID) bool { return s.c.Is(id) == clinical.Present }):
		return nil
	}
	return &Step{Kind: stepSingle, Items: []string{s.iv.base.Concepts[p.pregnant].ID}, Why: "pregnancy matters for the causes at hand"}
}

// howFar asks for the half of a pregnancy; from there on the first twelve weeks are asked about where they tell most.
func (s *session) howFar() *Step {
	p := s.iv.pregnancy
	for _, id := range []kb.ConceptID{p.early, p.late} {
		if id == kb.None || s.c.Is(id) != clinical.NotAsked {
			return nil
		}
	}
	if !s.p.Askable(p.late) || s.shareOf(p.stage) < pregnancyShare {
		return nil
	}
	return &Step{Kind: stepSingle, Items: []string{s.iv.base.Concepts[p.late].ID}, Why: "how far a pregnancy is matters for the causes at hand"}
}

func (s *session) shareOf(marked []bool) float64 {
	sum := 0.0
	for d, m := range marked {
		if m {
			sum += s.p.Full[d]
		}
	}
	return sum
}
