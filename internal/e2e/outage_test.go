package e2e

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
	"anamnesis/internal/auth"
	pgstore "anamnesis/internal/store/postgres"
	"anamnesis/internal/store/postgres/pgtest"

	"github.com/jackc/pgx/v5"
)

// TestOutage takes the database away under load and gives it back: stopped in order, killed, frozen. Meanwhile every
// answer is a 503 and comes at once, the first success comes within a second of the database's, and no acknowledged
// answer is missing afterwards.
func TestOutage(t *testing.T) {
	if *storeName != onPostgres {
		t.Skip("a SQLite file does not go away")
	}
	db, err := pgtest.Start(pgtest.Options{Durable: true})
	pgtest.Need(t, err)
	defer db.Close()
	dsn, err := db.Database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := startWith(app.Config{Database: dsn, MaxConnections: 8}) // the timeout as it is in service
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	watch := newWatcher(t, s)
	crew := newCrew(t, s.URL(), s.creds, 8)
	for _, o := range []struct {
		name        string
		long        time.Duration
		away, there func() error
	}{
		{"stopped in order", 700 * time.Millisecond, func() error { db.Stop(syscall.SIGINT); return nil }, db.Start},
		{"killed", 700 * time.Millisecond, func() error { db.Stop(syscall.SIGKILL); return nil }, db.Start},
		{"frozen", 1500 * time.Millisecond, func() error { return db.Signal(syscall.SIGSTOP) }, func() error { return db.Signal(syscall.SIGCONT) }},
	} {
		time.Sleep(300 * time.Millisecond)
		if err := o.away(); err != nil {
			t.Fatal(err)
		}
		gone := time.Now()
		time.Sleep(o.long)
		if err := o.there(); err != nil {
			t.Fatal(err)
		}
		watch.outage(t, o.name, gone, answers(t, dsn))
		crew.settled()
	}
	answered := crew.rest()
	crew.check(t, s, map[string]int{sid(watch.token): 0})
	t.Logf("%d acknowledged calls; of open fate: %d applied, %d not; %d answers of 503", answered, crew.applied, crew.dropped, watch.refused)
}

// answers waits until a database answers somebody who connects anew, and says when.
func answers(t *testing.T, dsn string) time.Time {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		c, err := pgx.Connect(ctx, dsn)
		if err == nil {
			_ = c.Close(ctx)
			return time.Now()
		}
		if ctx.Err() != nil {
			t.Fatalf("the database does not answer: %v", err)
		}
	}
}

// watcher reads one consultation again and again.
type watcher struct {
	c     *caller
	token string

	mu      sync.Mutex
	reads   []read
	refused int
}

type read struct {
	begun, ended time.Time
	status       int
	err          error
	late         time.Duration // the machine kept the watcher waiting before it: it is as busy for the service
}

func newWatcher(t *testing.T, s *server) *watcher {
	w := &watcher{c: s.caller()}
	w.token = w.c.token(t)
	w.c.must(t, "POST", v1+"/initial", w.token, api.InitialRequest{Gender: "male", Age: 50, InitialQuery: "a headache"}, &api.ChatResponse{})
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		const pause = 10 * time.Millisecond
		for ended := time.Now(); ctx.Err() == nil; {
			r := read{begun: time.Now(), late: max(0, time.Since(ended)-pause)}
			got, err := w.c.send("GET", v1+"/chat", w.token, "")
			r.ended, r.status, r.err = time.Now(), got.status, err
			if got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") == "" {
				r.err = errors.New("no Retry-After")
			}
			w.mu.Lock()
			w.reads = append(w.reads, r)
			w.mu.Unlock()
			ended = time.Now()
			time.Sleep(pause)
		}
	})
	t.Cleanup(func() { cancel(); wg.Wait() })
	return w
}

// outage waits for the first success after the database is there and holds what was read to what is promised.
func (w *watcher) outage(t *testing.T, name string, gone, there time.Time) {
	t.Helper()
	var first time.Time
	for first.IsZero() && time.Since(there) < 10*time.Second {
		time.Sleep(20 * time.Millisecond)
		w.mu.Lock()
		for _, r := range w.reads {
			if r.ended.After(there) && r.status == http.StatusOK && first.IsZero() {
				first = r.ended
			}
		}
		w.mu.Unlock()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	var slowest, late time.Duration
	n := 0
	for _, r := range w.reads {
		if r.begun.After(there) && !r.ended.After(first) {
			late += r.late
		}
		switch {
		case r.err != nil || r.status != http.StatusOK && r.status != http.StatusServiceUnavailable:
			t.Errorf("%s: %d %v", name, r.status, r.err)
		case r.status == http.StatusServiceUnavailable && r.begun.After(gone):
			n, slowest = n+1, max(slowest, r.ended.Sub(r.begun))
		}
	}
	w.refused += n
	w.reads = nil
	t.Logf("%s for %v: %d reads refused, the slowest after %v; first success after %v, of it %v for want of a processor", name, there.Sub(gone).Round(time.Millisecond),
		n, slowest.Round(time.Millisecond), first.Sub(there).Round(time.Millisecond), late.Round(time.Millisecond))
	if n == 0 || slowest > 1500*time.Millisecond {
		t.Errorf("%s: %d reads were refused, the slowest after %v", name, n, slowest)
	}
	if first.IsZero() || first.Sub(there)-late > time.Second {
		t.Errorf("%s: first success %v after the database", name, first.Sub(there))
	}
}

// crew is drivers that go on through outages.
type crew struct {
	drivers          []*driver
	errs             []error
	stop             context.CancelFunc
	wg               sync.WaitGroup
	turns            atomic.Int64 // done by all drivers
	witness          *witness
	recovering       atomic.Int64 // drivers that wait for the database, or find out what became of their calls
	applied, dropped int
}

func newCrew(t *testing.T, url string, creds auth.Credentials, n int) *crew {
	ctx, stop := context.WithCancel(context.Background())
	c := &crew{errs: make([]error, n), stop: stop, witness: newWitness(t)}
	t.Cleanup(stop)
	for i := range n {
		d := &driver{caller: c.witness.watch(newCaller(url, creds)), rand: rand.New(rand.NewPCG(11, uint64(i))), rounds: map[string]int{}}
		c.drivers = append(c.drivers, d)
		c.wg.Go(func() {
			for ctx.Err() == nil && c.errs[i] == nil {
				c.errs[i] = d.turn()
				c.turns.Add(1)
				if away(c.errs[i]) {
					c.recovering.Add(1)
					c.errs[i] = d.recover()
					c.recovering.Add(-1)
				}
			}
		})
	}
	return c
}

// settled waits until all drivers work again.
func (c *crew) settled() {
	for begin := time.Now(); c.recovering.Load() > 0 && time.Since(begin) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
	}
}

// away reports the answer that is given while the database is away.
func away(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.status == http.StatusServiceUnavailable
}

// onItsWay is how long a call that was refused may still be applied: the store gives its group up after its timeout, and
// a server that was frozen works off what it had received.
const onItsWay = pgstore.DefaultTimeout + 300*time.Millisecond

// recover waits until the database is there, and until what was on its way is done. Then it finds out what became of
// the open call; the calls that prove it are sent again, under their keys, where they are refused themselves.
func (d *driver) recover() error {
	for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
		if _, err := d.do("GET", "/terms", "", ""); away(err) {
			continue
		}
		r, err := d.send("GET", "/readyz", "", "")
		if err == nil && r.status == http.StatusOK {
			time.Sleep(onItsWay)
			d.patient = true
			defer func() { d.patient = false }()
			if err := d.settle(); !away(err) {
				return err
			}
		}
	}
	return errors.New("the database did not come back")
}

// rest ends the work and counts what was acknowledged.
func (c *crew) rest() (answered int) {
	c.stop()
	c.wg.Wait()
	for _, d := range c.drivers {
		answered, c.applied, c.dropped = answered+d.answered, c.applied+d.applied, c.dropped+d.dropped
	}
	return answered
}

// check holds the service to all that was acknowledged; rounds has what others were acknowledged.
func (c *crew) check(t *testing.T, s *server, rounds map[string]int) {
	t.Helper()
	var tokens []string
	for i, d := range c.drivers {
		tokens = append(tokens, d.tokens...)
		if err := c.errs[i]; err != nil {
			t.Errorf("driver %d: %v", i, err)
		} else if err := d.settle(); err != nil {
			t.Errorf("driver %d: %v", i, err)
		}
		for id, n := range d.rounds {
			rounds[id] = n
		}
	}
	checkRounds(t, s.URL(), s.creds, rounds)
	checkStored(t, s.dsn, s.URL(), s.creds, tokens)
	c.witness.check(t)
}
