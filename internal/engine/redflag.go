package engine

import (
	"slices"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// Flag is a red flag that fired.
type Flag struct {
	Rule   int // index of kb.Base.RedFlags
	Level  clinical.Level
	Unsure bool // an answer was "not sure" and would have fired it
}

// plausible is the share of a red flag's conditions, in either posterior, under which its findings are not
// asked and "not sure" does not raise the level. The tempered one keeps the rare but fitting in view.
const plausible = 0.005

// Flags evaluates every red flag. It runs on the first text, after every answer and at every exit.
func (p *Posterior) Flags() []Flag {
	var out []Flag
	doubts := slices.ContainsFunc(p.c.said, func(id kb.ConceptID) bool { return p.c.Is(id) == clinical.Unsure })
	p.m.fires.mark(p.rules, p).each(func(i int) {
		fires := p.truth(p.m.flagRules[i].fire)
		if fires == clinical.False || fires == clinical.Unknown && !doubts {
			return
		}
		r := &p.m.Base.RedFlags[i]
		switch {
		case r.Unless.Eval(world{p}) == clinical.True:
		case fires == clinical.True:
			out = append(out, Flag{i, r.AtLeast, false})
		case r.FireIf.Eval(doubting{world{p}}) == clinical.True && p.plausible(r):
			out = append(out, Flag{i, r.IfUnsure, true})
		}
	})
	return out
}

func (p *Posterior) plausible(r *kb.RedFlag) bool {
	if len(r.Conditions) == 0 {
		return true
	}
	p.Weigh()
	full, ranked := 0.0, 0.0
	for _, d := range r.Conditions {
		full += p.Full[d]
		ranked += p.Ranked[d]
	}
	return max(full, ranked) >= plausible
}

// doubting reads every "not sure" as yes.
type doubting struct{ world }

func (w doubting) Assertion(id kb.ConceptID) clinical.Assertion {
	if a := w.world.Assertion(id); a != clinical.Unsure {
		return a
	}
	return clinical.Present
}

// Due is a finding that a red flag still waits for.
type Due struct {
	Concept kb.ConceptID
	Rule    int // index of kb.Base.RedFlags; -1 where a condition's own urgency waits for it
	Level   clinical.Level
	Share   float64 // of the rule's conditions in the full posterior
}

// FlagsDue lists the unasked findings of the red flags that apply and are still open,
// most urgent rule first, then by how likely its conditions are. An attribute is due
// only when its parent is present.
func (p *Posterior) FlagsDue() []Due {
	var out []Due
	p.Weigh()
	p.m.asks.mark(p.rules, p).each(func(i int) {
		r, rules := &p.m.Base.RedFlags[i], &p.m.flagRules[i]
		if p.truth(rules.ask) != clinical.True || r.Unless.Eval(world{p}) == clinical.True || p.truth(rules.fire) != clinical.Unknown || !p.plausible(r) {
			return
		}
		share := 0.0
		for _, d := range r.Conditions {
			share += p.Full[d]
		}
		r.FireIf.Leaves(func(id kb.ConceptID) {
			if id, ok := p.Opener(id); ok {
				out = append(out, Due{id, i, r.AtLeast, share})
			}
		})
	})
	sortDue(out)
	return out
}

// leading is the share, in either posterior, from which what would make a condition an emergency is asked.
const leading = 0.25

// RaisesDue lists the unasked findings that would make a leading condition an emergency, most urgent first.
// Factors are left to their value: they change a level rarely and cost a question each.
func (p *Posterior) RaisesDue() []Due {
	var out []Due
	for d := range p.m.Base.Conditions {
		share := max(p.Full[d], p.Ranked[d])
		if share < leading {
			continue
		}
		for _, r := range p.m.Base.Conditions[d].Raises {
			if r.Level > clinical.Emergency || r.Level >= p.LevelOf(d) || r.When.Eval(world{p}) != clinical.Unknown {
				continue
			}
			r.When.Leaves(func(id kb.ConceptID) {
				if p.m.Base.Concepts[id].Kind.Finding() && p.Askable(id) {
					out = append(out, Due{id, -1, r.Level, share})
				}
			})
		}
	}
	sortDue(out)
	return out
}

// Opener is the question that settles a leaf first: for a factor whose wider factor is not known
// either, the wider one, since its "no" answers all of them at once ("is your immune system weakened").
// Where the wider one was answered "not sure", its kinds are not asked one by one.
func (p *Posterior) Opener(id kb.ConceptID) (kb.ConceptID, bool) {
	con := &p.m.Base.Concepts[id]
	if !con.Kind.Finding() {
		for _, up := range con.Parents {
			switch {
			case p.Askable(up):
				return up, true
			case p.c.Is(up) == clinical.Unsure:
				return id, false
			}
		}
	}
	return id, p.Askable(id)
}

// Askable says whether a concept can be asked now: unknown, fitting sex and age, and its
// parent present where it is an attribute. What follows from a denied parent is known already.
func (p *Posterior) Askable(id kb.ConceptID) bool {
	if p.c.Known[id].Assertion != clinical.NotAsked {
		return false
	}
	a := &p.m.asking[id]
	if a.of != kb.None && p.c.Known[a.of].Assertion != clinical.Present {
		return false
	}
	return a.able && a.fits(p.c)
}
