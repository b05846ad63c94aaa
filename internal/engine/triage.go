package engine

import "anamnesis/internal/clinical"

// harm[chosen][true] is the harm of advising one level where another was needed, in
// arbitrary units. Too low costs far more than too high: the loss of a chance to survive
// at the top left, a wasted visit at the bottom right. An ambulance for what could have
// waited for a car costs somebody else theirs, so it is not free either.
var harm = [clinical.Levels][clinical.Levels]float64{
	clinical.EmergencyAmbulance: {0, 2, 6, 10, 16, 20},
	clinical.Emergency:          {8, 0, 3, 6, 10, 13},
	clinical.Urgent12h:          {60, 15, 0, 2, 5, 7},
	clinical.Urgent48h:          {120, 40, 4, 0, 1.5, 3},
	clinical.Routine2w:          {250, 100, 14, 3, 0, 1},
	clinical.SelfCare:           {300, 130, 22, 7, 1.2, 0},
}

// LevelOf is a condition's urgency in this case: its own, or as raised by what is present.
func (p *Posterior) LevelOf(d int) clinical.Level { return p.levels[d] }

func (p *Posterior) setLevels() {
	copy(p.levels, p.m.level)
	p.m.raising.sure(p.raises, p).each(func(i int) {
		r := &p.m.raises[i]
		p.levels[r.cond] = min(p.levels[r.cond], r.level)
	})
	p.m.raising.mark(p.raises, p).each(func(i int) {
		if r := &p.m.raises[i]; r.level < p.levels[r.cond] && p.truth(r.when) == clinical.True {
			p.levels[r.cond] = r.level
		}
	})
}

// counted says whether a condition may raise the level: only above its own threshold, so
// that the tail of hundreds of conditions does not send every cold to hospital.
func (p *Posterior) counted(d int) bool {
	return d == p.None() || p.Full[d] >= p.m.Base.Conditions[d].Threshold
}

// Triage gives the level of least expected harm under the full posterior, before red flags.
func (p *Posterior) Triage() clinical.Level {
	var mass [clinical.Levels]float64
	best, top := 0, 0.0
	for d, share := range p.Full {
		if p.counted(d) {
			mass[p.LevelOf(d)] += share
		}
		if share > top {
			best, top = d, share
		}
	}
	if mass == [clinical.Levels]float64{} {
		return p.LevelOf(best) // nothing stands out: go by the likeliest
	}
	return leastHarm(&mass)
}

// Minor is the share of the tempered posterior that needs nobody but oneself or a pharmacist.
func (p *Posterior) Minor() float64 {
	sum := 0.0
	for d, share := range p.Ranked[:p.None()] {
		if share > p.m.Params.ActiveShare && p.levels[d] == clinical.SelfCare {
			sum += share
		}
	}
	return sum
}

// evident is the share of the tempered posterior from which a cause is shown as more than a possibility.
const evident = 0.2

// TriageEvident gives the level of least expected harm among the causes that lead the ranking. A rare
// disease that fits better than anything common may be small under the full priors and still be what the
// report names first; the advice must then not be lighter than the finding.
func (p *Posterior) TriageEvident() clinical.Level {
	var mass [clinical.Levels]float64
	for d, share := range p.Ranked {
		if share >= evident && d != p.None() {
			mass[p.LevelOf(d)] += share
		}
	}
	if mass == [clinical.Levels]float64{} {
		return clinical.SelfCare
	}
	return leastHarm(&mass)
}

func leastHarm(mass *[clinical.Levels]float64) clinical.Level {
	best, least := clinical.EmergencyAmbulance, -1.0
	for chosen := range clinical.Level(clinical.Levels) {
		h := 0.0
		for need, share := range mass {
			h += share * harm[chosen][need]
		}
		if least < 0 || h < least {
			best, least = chosen, h
		}
	}
	return best
}

// Danger is the share of conditions that, counted or not, would be an emergency in this case.
func (p *Posterior) Danger() float64 {
	sum := 0.0
	for d, share := range p.Full {
		if share > p.m.Params.ActiveShare && p.LevelOf(d) <= clinical.Emergency {
			sum += share
		}
	}
	return sum
}
