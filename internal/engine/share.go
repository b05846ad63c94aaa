package engine

import (
	"math"

	"anamnesis/internal/clinical"
)

// shares are those of one condition, close together: that in the mixture that questions are chosen for, and that in
// the full posterior, in one of two places: outside or inside the emergencies.
type shares struct {
	mix  float64
	part [2]float64
}

// danger is what information about "is it an emergency" is computed with.
type danger struct {
	share                         float64 // of the emergencies in the full posterior
	perInside, perOutside, weight float64 // 1/share, 1/(1-share); their product's inverse times Params.DangerValue
	some                          bool    // there is something to tell about them
}

// certain is the share of the emergencies below which, and above 1 less which, nothing is worth asking about them.
const certain = 1e-6

// prepare mixes the two posteriors into the one that questions are chosen for, and parts the emergencies from the rest.
// It has hardly a branch: which conditions are live is more than a processor foresees.
func (p *Posterior) prepare() {
	p.Weigh()
	if p.prepared {
		return
	}
	p.prepared = true
	clear(p.shares)
	mix, active := p.m.Params.RankedMix, p.m.Params.ActiveShare
	full, tempered, mixed := p.Full, p.tempered[:len(p.Full)], p.mixed[:len(p.Full)]
	live, n := p.live[:len(p.Full)], 0
	for d, f := range full {
		x := f + mix*(tempered[d]-f)
		mixed[d] = ifAbove(x, active)
		live[n] = int32(d)
		n += 1 - below(x, active)*below(f, active)
	}
	p.live = live[:n]
	scale := p.focus()
	urgent := 0.0
	for _, d := range p.live {
		s, f := &p.shares[d], ifAbove(full[d], active)
		s.mix = mixed[d] * scale
		part := place(p.levels[d])
		s.part[part] = f
		urgent += f * float64(part)
	}
	p.danger = danger{share: urgent, some: urgent > certain && urgent < 1-certain}
	if g := &p.danger; g.some {
		g.perInside, g.perOutside, g.weight = 1/urgent, 1/(1-urgent), urgent*(1-urgent)*p.m.Params.DangerValue
	}
}

// focus sharpens the mixture, and gives what its shares are to be multiplied with to sum to 1 again.
func (p *Posterior) focus() float64 {
	if p.m.Params.Focus == 1 {
		return 1
	}
	return 1 / p.m.sharpen(p.mixed, p.m.Params.Focus)
}

// place is inside for an emergency, else outside.
func place(l clinical.Level) int { return int((l - clinical.Emergency - 1) >> 7) }

// below is 1 where x is less than limit, else 0.
func below(x, limit float64) int { return int(math.Float64bits(x-limit) >> 63) }

// ifAbove is x, or 0 where it is less than limit.
func ifAbove(x, limit float64) float64 {
	return math.Float64frombits(math.Float64bits(x) & (uint64(below(x, limit)) - 1))
}
