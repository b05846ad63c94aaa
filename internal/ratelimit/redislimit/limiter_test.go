package redislimit_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/ratelimit"
	"anamnesis/internal/ratelimit/ratelimittest"
	"anamnesis/internal/ratelimit/redislimit"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// replica is a limiter of its own on the same Redis.
func replica(t *testing.T, addr, name string) *redislimit.Limiter {
	t.Helper()
	client, err := redislimit.Open("redis://" + addr)
	if err != nil {
		t.Fatal(err)
	}
	l := redislimit.New(redislimit.Config{Client: client, CallersClock: true, Replica: name, Probe: 20 * time.Millisecond, Timeout: 20 * time.Second})
	t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
	return l
}

func TestConformance(t *testing.T) {
	ratelimittest.Run(t, ratelimittest.Facts{
		New:        func(t *testing.T) ratelimit.Limiter { return replica(t, miniredis.RunT(t).Addr(), "one") },
		Resolution: time.Microsecond,
	})
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Three replicas under 24 callers admit what one would, up to the leases that are out.
func TestReplicasShareOneContract(t *testing.T) {
	server := miniredis.RunT(t)
	p := ratelimit.Policy{Rate: 1000, Burst: 2000, DailyQuota: 30_000}
	var (
		wg    sync.WaitGroup
		count atomic.Int64
	)
	for r := range 3 {
		l := replica(t, server.Addr(), fmt.Sprint("r", r))
		for range 8 {
			wg.Go(func() {
				for range 500 {
					if l.Allow(t.Context(), "p", p, noon).Allowed {
						count.Add(1)
					}
				}
			})
		}
	}
	wg.Wait()
	const leases = 3 * 10 // a lease is at most 1 % of the rate
	if got := count.Load(); got > 2000 || got < 2000-leases {
		t.Errorf("%d of 12,000 requests at one moment allowed, want 2000, or up to %d fewer", got, leases)
	}
}

// A busy key costs far fewer calls than requests.
func TestBusyKeyRarelyAsks(t *testing.T) {
	l := replica(t, miniredis.RunT(t).Addr(), "one")
	p := ratelimit.Policy{Rate: 100_000, Burst: 100_000}
	for i := range 50_000 {
		if !l.Allow(t.Context(), "p", p, noon.Add(time.Duration(i)*10*time.Microsecond)).Allowed {
			t.Fatalf("request %d refused", i)
		}
	}
	if asked, _, _ := l.Counts(); asked > 200 {
		t.Errorf("%d calls for 50,000 requests, want at most 200", asked)
	}
}

// While Redis is away each replica grants what it has claimed of the day: never a closed door, never no limit, never more
// than the quota. What was granted is put down afterwards.
func TestRedisAway(t *testing.T) {
	server := miniredis.RunT(t)
	a, b := replica(t, server.Addr(), "a"), replica(t, server.Addr(), "b")
	p := ratelimit.Policy{DailyQuota: 100}
	allow := func(l *redislimit.Limiter, n int, at time.Time) (granted int) {
		for range n {
			if l.Allow(t.Context(), "p", p, at).Allowed {
				granted++
			}
		}
		return granted
	}
	waitFor(t, "both to count each other", func() bool { n, err := server.ZMembers("anamnesis:replicas"); return err == nil && len(n) == 2 })
	time.Sleep(50 * time.Millisecond) // two more signs of life, by which each has counted
	total := allow(a, 20, noon) + allow(b, 1, noon)
	server.Close()
	alone := allow(a, 200, noon)
	if total += alone; alone < 20 || alone > 30 {
		t.Errorf("%d granted while Redis was away, want about a quarter of the 79 that were left", alone)
	}
	if d := a.Allow(t.Context(), "p", p, noon); d.RetryAfter == 0 || d.RetryAfter > time.Minute || d.Rejection() != ratelimit.DailyName {
		t.Errorf("refused while most of the day is left: %+v", d)
	}
	if a.Shared() {
		t.Error("the limiter does not show that Redis is away")
	}
	total += allow(b, 200, noon)
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "Redis to be seen again", func() bool { return a.Shared() && b.Shared() })
	more := allow(a, 30, noon)
	if total += more; more == 0 {
		t.Error("nothing granted after it came back")
	}
	server.Close()
	again := allow(a, 200, noon) + allow(b, 200, noon)
	if total += again; again == 0 || total > 100 {
		t.Errorf("%d granted the second time that Redis was away, %d on that day", again, total)
	}
	tomorrow := noon.Add(24 * time.Hour)
	if next := allow(a, 200, tomorrow) + allow(b, 200, tomorrow); next != 50 {
		t.Errorf("%d granted on the next day without Redis, want half of the quota", next)
	}
}

// A flushed Redis does not grant the day's quota twice: what replicas hold goes on, and a second later the rest.
func TestFlushed(t *testing.T) {
	server := miniredis.RunT(t)
	l := replica(t, server.Addr(), "one")
	p := ratelimit.Policy{DailyQuota: 50}
	for range 40 {
		l.Allow(t.Context(), "p", p, noon)
	}
	server.FlushAll()
	granted := 0
	for i := range 100 {
		if i == 50 && granted != 5 {
			t.Errorf("%d granted at once after a flush, want the 5 that were claimed", granted)
		}
		if l.Allow(t.Context(), "p", p, noon.Add(time.Duration(i/50)*2*time.Second)).Allowed {
			granted++
		}
	}
	if granted != 10 {
		t.Errorf("%d granted after a flush, want the 10 that were left", granted)
	}
}

// What an ended replica held is there for the others.
func TestCloseGivesBack(t *testing.T) {
	server := miniredis.RunT(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr()})
	defer client.Close()
	l := redislimit.New(redislimit.Config{Client: client, CallersClock: true, Replica: "gone", Timeout: time.Second})
	p := ratelimit.Policy{Rate: 1000, Burst: 1000, DailyQuota: 100_000}
	for range 100 {
		l.Allow(t.Context(), "p", p, noon)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got := server.HGet("anamnesis:limit:p", "u"); got != "100" {
		t.Errorf("%s put down as used, want the 100 that were", got)
	}
	if n, err := server.ZMembers("anamnesis:replicas"); err == nil && len(n) != 0 {
		t.Errorf("replicas after the end: %v", n)
	}
}

func TestAddresses(t *testing.T) {
	for address, ok := range map[string]bool{
		"redis://localhost":                          true,
		"redis://user:secret@h:6379/3":               true,
		"rediss://h:6380":                            true,
		"redis://a:1,b:2?cluster=true":               true,
		"redis://:secret@a:26379,b:26379/0?master=m": true,
		"redis://a:1,b:2":                            false,
		"redis://":                                   false,
		"redis://h/notanumber":                       false,
		"http://h":                                   false,
		"redis://h?timeout=3":                        false,
		"redis://a:1,b?cluster=true":                 false,
		"redis://a:1,b:1?cluster=perhaps":            false,
	} {
		if err := redislimit.Check(address); (err == nil) != ok || err != nil && !errors.Is(err, redislimit.ErrURL) {
			t.Errorf("Check(%q) = %v, want ok %v", address, err, ok)
		}
	}
}

func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 3000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited in vain for %s", what)
}
