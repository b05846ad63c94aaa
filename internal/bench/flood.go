package bench

import (
	"context"
	"net/http"
	"time"
)

const (
	floodTimes = 3    // the rate of a flood, by the rate that saturates
	floodSize  = 1500 // connections, some three times as many as the service works on at once
)

// insistent gives a refused answer again at its next time.
type insistent struct {
	*waiting
	sent    time.Time
	served  int
	refused []time.Duration
}

func (u *insistent) next() []byte {
	u.sent = time.Now()
	return u.waiting.next()
}

func (u *insistent) done(status int, body []byte) error {
	if status == http.StatusServiceUnavailable {
		u.refused = append(u.refused, time.Since(u.sent))
		return nil
	}
	u.served++
	return u.waiting.done(status, body)
}

// flood measures the turns that are served where three times as many arrive as saturate the service, against those
// that saturate it. The echo, to which as many come, shows what a server can do at best beside such a load.
func (b *Bench) flood(ctx context.Context) (Result, error) {
	const few = 64
	p, err := b.echoPair(ctx, floodSize)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	crowd := newCrowd(floodSize)
	var all pairs
	var offered []float64
	var refusals, echoed []time.Duration
	var last rate
	const warm = 1
	for round := range b.rounds() + warm {
		calm := *p
		calm.toOurs = p.toOurs[:few]
		users, err := b.admit(&calm, crowd[:few], round, b.people(few, last))
		if err != nil {
			return Result{}, err
		}
		if last, err = closed(calm.toOurs, users, b.window()); err != nil {
			return Result{}, err
		}
		if err := b.gather(p, crowd, round); err != nil {
			return Result{}, err
		}
		got, served, refused, err := b.pour(p, crowd, floodTimes*last.perSecond())
		if err != nil {
			return Result{}, err
		}
		echo, err := opened(p.toPe, p.theirs, floodTimes*last.perSecond(), b.window())
		if err != nil {
			return Result{}, err
		}
		if round < warm {
			continue
		}
		echoed = append(echoed, echo.took...)
		all.add(float64(served)/got.elapsed.Seconds(), last.perSecond())
		offered, refusals = append(offered, got.perSecond()/last.perSecond()), append(refusals, refused...)
	}
	res := all.result("", "", "requests/s", false)
	res.More = map[string]float64{
		"arrived, times the peak": quantile(offered, .5), "refused": float64(len(refusals)),
		"refusal p50 ms": rate{took: refusals}.ms(.5), "refusal p99 ms": rate{took: refusals}.ms(.99),
		"echo p50 ms": rate{took: echoed}.ms(.5), "echo p99 ms": rate{took: echoed}.ms(.99),
	}
	return res, nil
}

// gather admits two people a connection, some connections at a time: more at once would be refused.
func (b *Bench) gather(p *pair, crowd []*waiting, round int) error {
	const step = 100
	for at := 0; at < len(crowd); at += step {
		to := min(at+step, len(crowd))
		part := *p
		part.toOurs = p.toOurs[at:to]
		if _, err := b.admit(&part, crowd[at:to], 1000*(round+1)+at, 2*(to-at)); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bench) pour(p *pair, crowd []*waiting, perSecond float64) (got rate, served int, refused []time.Duration, err error) {
	users, all := make([]user, len(crowd)), make([]*insistent, len(crowd))
	for i, w := range crowd {
		all[i] = &insistent{waiting: w}
		users[i] = all[i]
	}
	got, err = opened(p.toOurs, users, perSecond, b.window())
	for _, u := range all {
		served += u.served
		refused = append(refused, u.refused...)
	}
	return got, served, refused, err
}
