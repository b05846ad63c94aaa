package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/ratelimit/redistest"

	"github.com/redis/go-redis/v9"
)

// TestRedisFails makes Redis slow for two replicas under load, takes it away, freezes it and flushes it: nobody is answered 5xx, and
// the day's quota is exceeded by no more than the leases that are out, whichever replica loses Redis, and when.
func TestRedisFails(t *testing.T) {
	onDisk(t) // the limits do not touch the store
	const quota, replicas, clients = 1500, 2, 4
	const lease = quota / 1000 // what one holds of a day at most
	db := redistest.Run(t)
	link := newProxy(t, db.Addr)
	dsn, seen := database(t), newWitness(t)
	var (
		callers  []*caller
		services []*server
	)
	for i := range replicas {
		s, err := startWith(app.Config{Database: dsn, DatabaseTimeout: patience, RateLimits: "redis://" + link.Listen})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.stop() })
		if i == 0 {
			limited := newPartner("limited")
			limited.DailyQuota = quota
			if s.creds, err = app.CreatePartner(t.Context(), s.Store(), limited, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		callers = append(callers, seen.watch(newCaller(s.URL(), s.creds)))
		callers[i].creds, services = s.creds, append(services, s)
	}
	callers[1].creds = callers[0].creds
	token := callers[0].token(t)
	var (
		granted, refused atomic.Int64
		wg               sync.WaitGroup
		stop             atomic.Bool
	)
	granted.Add(3) // login, terms, acceptance
	for _, c := range callers {
		for range clients {
			wg.Go(func() {
				for !stop.Load() {
					switch r, err := c.send("GET", v1+"/terms", token, ""); {
					case err != nil:
						t.Error(err)
						return
					case r.status == http.StatusOK:
						granted.Add(1)
					case r.status == http.StatusTooManyRequests:
						refused.Add(1)
					default:
						t.Errorf("%d %s", r.status, r.body)
						return
					}
					time.Sleep(8 * time.Millisecond)
				}
			})
		}
	}
	pause := func() { time.Sleep(time.Duration(howOften(300, 3000)) * time.Millisecond) }
	flush := redis.NewClient(&redis.Options{Addr: db.Addr})
	defer flush.Close()
	slower := func(by time.Duration) { // in each direction
		heal := link.slow(by)
		pause()
		heal()
	}
	for _, fault := range []struct {
		name string
		run  func()
	}{
		{"slower by 100 ms", func() { slower(50 * time.Millisecond) }},
		{"slower by 400 ms", func() { slower(200 * time.Millisecond) }}, // longer than a replica waits
		{"stopped", func() { db.Stop(); pause(); db.Start() }},
		{"frozen", func() { thaw := db.Freeze(); pause(); thaw() }},
		{"flushed", func() { _ = flush.FlushAll(context.Background()).Err() }},
	} {
		pause()
		before, alone := granted.Load(), decidedAlone(t, services)
		fault.run()
		sharedAgain(t, services)
		t.Logf("%s: %d granted, %d of all decided alone", fault.name, granted.Load()-before, decidedAlone(t, services)-alone)
	}
	for last, since := granted.Load(), time.Now(); time.Since(since) < 3*time.Second; time.Sleep(50 * time.Millisecond) {
		if n := granted.Load(); n > last {
			last, since = n, time.Now()
		}
	}
	stop.Store(true)
	wg.Wait()
	seen.check(t)
	t.Logf("quota %d: %d granted, %d refused; %d decided alone", quota, granted.Load(), refused.Load(), decidedAlone(t, services))
	if n := granted.Load(); n > quota+replicas*lease {
		t.Errorf("%d granted", n)
	}
	if granted.Load() < quota*99/100 || refused.Load() == 0 {
		t.Errorf("%d granted, %d refused: the quota was not reached", granted.Load(), refused.Load())
	}
}

// decidedAlone is how many requests replicas have decided without Redis.
func decidedAlone[S interface{ URL() string }](t *testing.T, services []S) (n int) {
	t.Helper()
	for _, s := range services {
		var one int
		_, after, _ := strings.Cut(scrape(t, s.URL()), "\nanamnesis_ratelimit_alone_total ")
		if _, err := fmt.Sscan(after, &one); err != nil {
			t.Fatal(err)
		}
		n += one
	}
	return n
}

// sharedAgain waits until all replicas count in Redis.
func sharedAgain(t *testing.T, services []*server) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
		n := 0
		for _, s := range services {
			n += strings.Count(scrape(t, s.URL()), "\nanamnesis_ratelimit_shared 1\n")
		}
		if n == len(services) {
			return
		}
	}
	t.Fatal("Redis is not found again")
}
