package e2e

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/ratelimit/redistest"

	"github.com/redis/go-redis/v9"
)

// TestRedisFails takes Redis away from two replicas under load, freezes it and flushes it: nobody is answered 5xx, and
// the day's quota is exceeded by no more than 1 % for each replica, which is what a lease may hold.
func TestRedisFails(t *testing.T) {
	onDisk(t) // the limits do not touch the store
	const quota, replicas, clients = 1500, 2, 4
	db := redistest.Run(t)
	dsn, seen := database(t), newWitness(t)
	var callers []*caller
	for i := range replicas {
		s, err := startWith(app.Config{Database: dsn, DatabaseTimeout: patience, RateLimits: "redis://" + db.Addr})
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
		callers[i].creds = s.creds
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
	for _, fault := range []func(){
		db.Stop, db.Start,
		func() { thaw := db.Freeze(); pause(); thaw() },
		func() { _ = flush.FlushAll(context.Background()).Err() },
	} {
		pause()
		fault()
	}
	for begin := time.Now(); time.Since(begin) < 30*time.Second; time.Sleep(50 * time.Millisecond) {
		before, no := granted.Load(), refused.Load()
		time.Sleep(300 * time.Millisecond)
		if granted.Load() == before && refused.Load() > no+20 {
			break
		}
	}
	stop.Store(true)
	wg.Wait()
	seen.check(t)
	t.Logf("quota %d: %d granted, %d refused", quota, granted.Load(), refused.Load())
	if n := granted.Load(); n > quota+replicas*quota/100 {
		t.Errorf("%d granted", n)
	}
	if granted.Load() < quota*9/10 || refused.Load() == 0 {
		t.Errorf("%d granted, %d refused: the quota was not reached", granted.Load(), refused.Load())
	}
}
