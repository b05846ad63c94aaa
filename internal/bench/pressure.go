package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"anamnesis/api"
)

// opened lets requests arrive at a rate, whatever became of the ones before: each connection has its turn at fixed
// times, and latency counts from then on, also where the connection was still busy.
func opened(conns []*conn, users []user, perSecond float64, d time.Duration) (rate, error) {
	var (
		wg    sync.WaitGroup
		errs  = make([]error, len(users))
		took  = make([][]time.Duration, len(users))
		begin = time.Now()
		every = time.Duration(float64(len(users)) / perSecond * float64(time.Second))
	)
	for i, u := range users {
		wg.Go(func() {
			due := begin.Add(every * time.Duration(i) / time.Duration(len(users)))
			for ; due.Sub(begin) < d; due = due.Add(every) {
				time.Sleep(time.Until(due))
				q := u.next()
				if q == nil {
					return
				}
				status, body, err := conns[i].do(q)
				if err == nil {
					took[i] = append(took[i], time.Since(due))
					err = u.done(status, body)
				}
				if err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	r := rate{elapsed: time.Since(begin)}
	for i := range users {
		r.requests += len(took[i])
		r.took = append(r.took, took[i]...)
	}
	return r, errors.Join(errs...)
}

// steadyRate is the arrivals a second of the open loop.
const steadyRate = 5000

// steady measures the 99th percentile of turns that arrive at a fixed rate against that of the echo at the same rate.
func (b *Bench) steady(ctx context.Context) (Result, error) {
	const n = 64
	p, err := b.echoPair(ctx, n)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	crowd := newCrowd(n)
	var all pairs
	var p999, theirP999, reached []float64
	for i := range b.rounds() {
		users, err := b.admit(p, crowd, i, int(steadyRate*b.window().Seconds()/6)+n)
		if err != nil {
			return Result{}, err
		}
		theirs, err := opened(p.toPe, p.theirs, steadyRate, b.window())
		if err != nil {
			return Result{}, err
		}
		ours, err := opened(p.toOurs, users, steadyRate, b.window())
		if err != nil {
			return Result{}, err
		}
		all.add(ours.ms(.99), theirs.ms(.99))
		p999, theirP999 = append(p999, ours.ms(.999)), append(theirP999, theirs.ms(.999))
		reached = append(reached, ours.perSecond())
	}
	res := all.result("", "", "ms (p99)", true)
	res.More = map[string]float64{"p99.9 ms": quantile(p999, .5), "their p99.9 ms": quantile(theirP999, .5), "reached requests/s": quantile(reached, .5)}
	return res, nil
}

// pressed is a user who reads the state of a consultation again and again, and comes a little later when refused.
type pressed struct {
	cycle
	sent    time.Time
	served  []time.Duration
	refused []time.Duration
}

// pause is how long a refused user waits. The service asks for a second; impatient clients do not wait as long.
const pause = 20 * time.Millisecond

func (u *pressed) next() []byte {
	u.sent = time.Now()
	return u.cycle.next()
}

func (u *pressed) done(status int, body []byte) error {
	took := time.Since(u.sent)
	if status == http.StatusServiceUnavailable {
		u.refused = append(u.refused, took)
		time.Sleep(pause)
		return nil
	}
	u.served = append(u.served, took)
	return u.cycle.done(status, body)
}

// overload measures what 1,500 connections get served, three times as many as are worked on at once, against what 64
// get.
func (b *Bench) overload(ctx context.Context) (Result, error) {
	const few, many = 64, 1500
	p, err := b.echoPair(ctx, many)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	one, err := p.ours.arrive(p.toOurs[0], rand.New(rand.NewPCG(1, 1)), p.version)
	if err != nil {
		return Result{}, err
	}
	state := request("GET", api.BasePath+"/chat", one.header, nil)
	press := func(n int) (served float64, refused []time.Duration, err error) {
		users, all := make([]user, n), make([]*pressed, n)
		for i := range users {
			all[i] = &pressed{cycle: cycle{requests: [][]byte{state}}}
			users[i] = all[i]
		}
		r, err := closed(p.toOurs[:n], users, b.window())
		total := 0
		for _, u := range all {
			total += len(u.served)
			refused = append(refused, u.refused...)
		}
		return float64(total) / r.elapsed.Seconds(), refused, err
	}
	if _, _, err := press(many); err != nil { // the first request of a connection takes longer
		return Result{}, err
	}
	var all pairs
	var refusals []time.Duration
	for range b.rounds() {
		peak, _, err := press(few)
		if err != nil {
			return Result{}, err
		}
		good, refused, err := press(many)
		if err != nil {
			return Result{}, err
		}
		all.add(good, peak)
		refusals = append(refusals, refused...)
	}
	res := all.result("", "", "requests/s", false)
	res.More = map[string]float64{
		"refused": float64(len(refusals)), "refusal p50 ms": rate{took: refusals}.ms(.5), "refusal p99 ms": rate{took: refusals}.ms(.99),
	}
	return res, nil
}
