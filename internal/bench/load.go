package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// user is who sits behind one connection.
type user interface {
	// next gives the next request, nil where the user has nothing left to do.
	next() []byte
	// done takes its response, which is good until it returns.
	done(status int, body []byte) error
}

// rate is how a round went.
type rate struct {
	requests int
	elapsed  time.Duration
	took     []time.Duration // of each request
}

func (r rate) perSecond() float64 { return float64(r.requests) / r.elapsed.Seconds() }

func (r rate) ms(q float64) float64 { return float64(quantile(r.took, q).Microseconds()) / 1000 }

// closed lets every user send its next request as soon as it has the last one's response, until the time is over or
// one has nothing left to do.
func closed(conns []*conn, users []user, d time.Duration) (rate, error) {
	var (
		wg    sync.WaitGroup
		stop  atomic.Bool
		errs  = make([]error, len(users))
		took  = make([][]time.Duration, len(users))
		begin = time.Now()
	)
	timer := time.AfterFunc(d, func() { stop.Store(true) })
	defer timer.Stop()
	for i, u := range users {
		wg.Go(func() {
			for !stop.Load() {
				q := u.next()
				if q == nil {
					stop.Store(true)
					return
				}
				at := time.Now()
				status, body, err := conns[i].do(q)
				if err == nil {
					took[i] = append(took[i], time.Since(at))
					err = u.done(status, body)
				}
				if err != nil {
					errs[i] = err
					stop.Store(true)
					return
				}
			}
		})
	}
	wg.Wait()
	r := rate{elapsed: time.Since(begin)}
	for i := range users {
		if errs[i] != nil {
			return r, errs[i]
		}
		r.requests += len(took[i])
		r.took = append(r.took, took[i]...)
	}
	if r.requests == 0 {
		return r, fmt.Errorf("no request was made")
	}
	return r, nil
}

// dialAll opens n connections.
func dialAll(ctx context.Context, addr string, n int) ([]*conn, error) {
	conns := make([]*conn, 0, n)
	for range n {
		c, err := dial(ctx, addr)
		if err != nil {
			closeAll(conns)
			return nil, err
		}
		conns = append(conns, c)
	}
	return conns, nil
}

func closeAll(conns []*conn) {
	for _, c := range conns {
		c.close()
	}
}

// repeat is a user who sends one request again and again.
type repeat struct{ request []byte }

func (u repeat) next() []byte { return u.request }

func (u repeat) done(status int, body []byte) error {
	if status != 200 {
		return fmt.Errorf("status %d: %.200s", status, body)
	}
	return nil
}

func repeated(request []byte, n int) []user {
	out := make([]user, n)
	for i := range out {
		out[i] = repeat{request}
	}
	return out
}

// cycle is a user who sends a list of requests in turn.
type cycle struct {
	requests [][]byte
	at       int
}

func (u *cycle) next() []byte {
	u.at++
	return u.requests[u.at%len(u.requests)]
}

func (u *cycle) done(status int, body []byte) error { return repeat{}.done(status, body) }
