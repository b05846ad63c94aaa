package engine

import "math"

// What is done for every condition alike. Lists by condition are filled up to whole blocks, so that a processor which can
// takes four conditions at once (shares_amd64.s); with the others the results are the same to the last bit.

// block is the number of conditions that are taken at once.
const block = 4

// lanes are sums over every fourth condition, from each of the first four.
type lanes [block]float64

func (l *lanes) total() float64 { return l[0] + l[1] + (l[2] + l[3]) }

// weights are what four conditions weigh before any answer.
type weights struct{ full, ranked, tempered [block]float64 }

// blocks is the number of blocks that n conditions take.
func blocks(n int) int { return (n + block - 1) / block }

// filled is a list by condition with room for whole blocks, which rest stands in.
func filled(n int, rest float64) []float64 {
	list := make([]float64, blocks(n)*block)
	for i := range list[n:] {
		list[n+i] = rest
	}
	return list[:n]
}

// saturate adds the negative evidence to the positive one and gives the greatest sum. It saturates, keeping its order.
func (m *Model) saturate(pos, neg []float64) float64 {
	most := m.Params.NegativeCap
	perMost := 1 / most
	if m.wide {
		return saturateWide(&pos[0], &neg[0], blocks(len(pos)), m.elementary, most, perMost)
	}
	top := math.Inf(-1)
	for d, v := range neg {
		if v < 0 {
			v = most * (m.elementary.exp(v*perMost) - 1)
		}
		pos[d] += v
		top = max(top, pos[d])
	}
	return top
}

// share gives each condition's likelihood, from its logarithm and their greatest, times what it weighs before any
// answer, and their sums.
func (p *Posterior) share(top float64, totals *[3]lanes) {
	m, prior := p.m, p.prior.weights
	if m.wide {
		shareWide(&p.pos[0], &prior[0], &p.Full[0], &p.Ranked[0], &p.tempered[0], blocks(len(p.pos)), m.elementary, top, totals)
		return
	}
	for d, w := range p.pos {
		l, before, lane := m.elementary.exp(w-top), &prior[d/block], d%block
		f, r, t := l*before.full[lane], l*before.ranked[lane], l*before.tempered[lane]
		p.Full[d], p.Ranked[d], p.tempered[d] = f, r, t
		totals[0][lane] += f
		totals[1][lane] += r
		totals[2][lane] += t
	}
}

// sharpen raises shares to a power and gives their sum.
func (m *Model) sharpen(mix []float64, power float64) float64 {
	var total lanes
	if m.wide {
		sharpenWide(&mix[0], blocks(len(mix)), m.elementary, power, &total)
		return total.total()
	}
	for d, x := range mix {
		if x > 0 {
			mix[d] = m.elementary.exp(power * log(x))
			total[d%block] += mix[d]
		}
	}
	return total.total()
}
