package bench

import (
	"context"
)

// half is one side where both are ours: a pair without a peer, its connections spread evenly over the services, which
// share a database.
func half(ctx context.Context, n int, services ...*service) (*pair, error) {
	p := &pair{ours: services[0], also: services[1:]}
	for i := range n {
		c, err := dial(ctx, services[i%len(services)].addr)
		if err != nil {
			p.close()
			return nil, err
		}
		p.toOurs = append(p.toOurs, c)
	}
	var err error
	if p.version, err = p.ours.version(p.toOurs[0]); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// duel measures turns of n connections on both sides, in turns. Errors of either end it.
func (b *Bench) duel(ours, theirs *pair, n int) (Result, error) {
	var all, p99 pairs
	sides := []*pair{ours, theirs}
	crowds := [][]*waiting{newCrowd(n), newCrowd(n)}
	last := make([]rate, 2)
	const warm = 1
	for round := range b.rounds() + warm {
		for _, i := range []int{round % 2, 1 - round%2} { // who goes first changes
			users, err := b.admit(sides[i], crowds[i], round, b.people(n, last[i]))
			if err != nil {
				return Result{}, err
			}
			if last[i], err = closed(sides[i].toOurs, users, b.window()); err != nil {
				return Result{}, err
			}
		}
		if round >= warm {
			all.add(last[0].perSecond(), last[1].perSecond())
			p99.add(last[0].ms(.99), last[1].ms(.99))
		}
	}
	res := all.result("", "", "requests/s", false)
	slower := p99.result("", "", "", false)
	res.More = map[string]float64{"p99 ms": slower.Ours, "their p99 ms": slower.Theirs, "p99, times theirs": slower.Ratio}
	return res, nil
}
