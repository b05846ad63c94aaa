package report

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// Decision is the triage level and what set it.
type Decision struct {
	Level     clinical.Level
	Posterior clinical.Level // by least expected harm, before anything raised it
	Flags     []engine.Flag  // those that fired
}

// Decide, given the red flags that fire in p, takes the most urgent of: least expected harm over all evidence, the same among the causes
// that lead the ranking and for each complaint alone, and every red flag that fired. Nothing lowers it.
func Decide(p *engine.Posterior, flags []engine.Flag) Decision {
	d := Decision{Posterior: p.Triage(), Flags: flags}
	d.Level = min(d.Posterior, p.TriageEvident(), complaintsAlone(p))
	for _, f := range d.Flags {
		d.Level = min(d.Level, f.Level)
	}
	return d
}

// complaintsAlone triages each complaint without the others, so that two illnesses at once
// are not averaged into one harmless compromise.
func complaintsAlone(p *engine.Posterior) clinical.Level {
	c := p.Case()
	complaints := c.Complaints()
	level := clinical.SelfCare
	if len(complaints) < 2 || len(complaints) > 5 {
		return level
	}
	alone := p.Model().NewPosterior()
	for _, keep := range complaints {
		alone.Update(without(p.Model(), c, complaints, keep))
		// A complaint alone says less than the whole; only what stays dangerous without the rest counts.
		level = min(level, alone.Triage())
	}
	whole := p.Triage()
	if whole == clinical.EmergencyAmbulance {
		return whole
	}
	return max(level, clinical.Urgent48h, whole-1)
}

// without copies a case, leaving the complaints other than keep, and their attributes, unknown.
func without(m *engine.Model, c *engine.Case, complaints []kb.ConceptID, keep kb.ConceptID) *engine.Case {
	out := m.NewCase(c.Sex, c.Age)
	out.Duration = c.Duration
	drop := map[kb.ConceptID]bool{}
	for _, id := range complaints {
		drop[id] = id != keep
	}
	for _, id := range c.Order {
		if drop[id] || drop[m.Base.Concepts[id].AttributeOf] {
			continue
		}
		out.Assert(id, c.Known[id].Assertion, c.Known[id].Origin)
	}
	return out
}
