package redislimit_test

import (
	"context"
	"testing"
	"time"

	"anamnesis/internal/ratelimit"
	"anamnesis/internal/ratelimit/ratelimittest"
	"anamnesis/internal/ratelimit/redislimit"
	"anamnesis/internal/ratelimit/redistest"

	"github.com/redis/go-redis/v9"
)

// The limits mean the same on a cluster as on one server.
func TestConformanceOnCluster(t *testing.T) {
	url := redistest.Cluster(t)
	ratelimittest.Run(t, ratelimittest.Facts{
		New: func(t *testing.T) ratelimit.Limiter {
			client, err := redislimit.Open(url)
			if err != nil {
				t.Fatal(err)
			}
			cluster, ok := client.(*redis.ClusterClient)
			if !ok {
				t.Fatalf("a client of type %T", client)
			}
			err = cluster.ForEachMaster(t.Context(), func(ctx context.Context, c *redis.Client) error { return c.FlushAll(ctx).Err() })
			if err != nil {
				t.Fatal(err)
			}
			l := redislimit.New(redislimit.Config{Client: client, CallersClock: true, Replica: t.Name(), Timeout: 20 * time.Second})
			t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
			return l
		},
		Resolution: time.Microsecond,
	})
}

// When the server that sentinels watch is gone, each replica limits by its share until another has taken its place; then
// they count together again, and what was granted meanwhile counts.
func TestSentinelPromotes(t *testing.T) {
	url, first := redistest.Watched(t)
	client, err := redislimit.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	l := redislimit.New(redislimit.Config{Client: client, Replica: "one", Probe: 20 * time.Millisecond, Timeout: time.Second})
	t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
	p := ratelimit.Policy{DailyQuota: 100}
	allow := func(n int) (granted int) {
		for range n {
			if l.Allow(t.Context(), "p", p, time.Now()).Allowed {
				granted++
			}
		}
		return granted
	}
	if n := allow(30); n != 30 || !l.Shared() {
		t.Fatalf("%d of 30 granted, in Redis: %v", n, l.Shared())
	}
	if n, err := client.Do(t.Context(), "WAIT", 1, 10_000).Int(); n != 1 { // for the replica to have it
		t.Fatalf("%d replicas %v", n, err)
	}
	first.Stop()
	waitFor(t, "the loss to be noticed", func() bool { return !l.Shared() })
	if n := allow(20); n != 20 {
		t.Errorf("%d of 20 granted meanwhile", n)
	}
	waitFor(t, "the promoted server to be found", l.Shared)
	if n := allow(100); n != 50 {
		t.Errorf("%d granted of the 50 that are left", n)
	}
}

// A Redis whose clock is set back, or whose place another takes that is behind, closes no door: the burst is empty then,
// and fills at its rate. What was written by a clock half a minute ahead stands for that.
func TestRedisClockSetBack(t *testing.T) {
	server := redistest.Run(t)
	client, err := redislimit.Open("redis://" + server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	l := redislimit.New(redislimit.Config{Client: client, Replica: "one", Timeout: 20 * time.Second})
	t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
	ahead := time.Since(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) + 30*time.Second
	key := redislimit.DefaultPrefix + "limit:p"
	if err := client.HSet(t.Context(), key, "f", ahead.Microseconds(), "d", int(ahead.Hours()/24), "u", 0).Err(); err != nil {
		t.Fatal(err)
	}
	p := ratelimit.Policy{Rate: 0.5, Burst: 1}
	if d := l.Allow(t.Context(), "p", p, time.Now()); d.Allowed || d.RetryAfter > 2*time.Second {
		t.Errorf("when the clock is set back: %+v", d)
	}
	begin := time.Now()
	waitFor(t, "a request to be granted", func() bool { return l.Allow(t.Context(), "p", p, time.Now()).Allowed })
	if took := time.Since(begin); took < time.Second {
		t.Errorf("granted after %v, the burst was not empty", took)
	}
	if _, failed, alone := l.Counts(); failed+alone != 0 {
		t.Errorf("%d calls failed, %d requests were decided alone", failed, alone)
	}
}
