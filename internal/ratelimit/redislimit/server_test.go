package redislimit_test

import (
	"testing"
	"time"

	"anamnesis/internal/ratelimit"
	"anamnesis/internal/ratelimit/ratelimittest"
	"anamnesis/internal/ratelimit/redislimit"
	"anamnesis/internal/ratelimit/redistest"
)

// The script means the same on a real server as on the one of the unit tests.
func TestConformanceOnServer(t *testing.T) {
	server := redistest.Run(t)
	ratelimittest.Run(t, ratelimittest.Facts{
		New: func(t *testing.T) ratelimit.Limiter {
			client, err := redislimit.Open("redis://" + server.Addr)
			if err != nil {
				t.Fatal(err)
			}
			if err := client.FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
			l := redislimit.New(redislimit.Config{Client: client, CallersClock: true, Replica: t.Name(), Timeout: 20 * time.Second})
			t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
			return l
		},
		Resolution: time.Microsecond,
	})
}

// Replicas whose clocks are five seconds apart decide by Redis's clock, and by one.
func TestClocksApart(t *testing.T) {
	server := redistest.Run(t)
	limiter := func(name string) *redislimit.Limiter {
		client, err := redislimit.Open("redis://" + server.Addr)
		if err != nil {
			t.Fatal(err)
		}
		l := redislimit.New(redislimit.Config{Client: client, Replica: name, Timeout: time.Second})
		t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
		return l
	}
	a, b := limiter("a"), limiter("b")
	p, granted := ratelimit.Policy{Rate: 0.01, Burst: 10}, 0
	for range 20 {
		now := time.Now()
		for l, at := range map[*redislimit.Limiter]time.Time{a: now, b: now.Add(5 * time.Second)} {
			if l.Allow(t.Context(), "p", p, at).Allowed {
				granted++
			}
		}
	}
	if granted != 10 {
		t.Errorf("%d of 40 allowed, want the burst of 10", granted)
	}
}

// A server that hangs is waited for once, and then no more until it answers.
func TestServerHangs(t *testing.T) {
	server := redistest.Run(t)
	client, err := redislimit.Open("redis://" + server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	l := redislimit.New(redislimit.Config{Client: client, Replica: "one", Probe: 20 * time.Millisecond, Timeout: 50 * time.Millisecond})
	t.Cleanup(func() { _ = l.Close(); _ = client.Close() })
	p := ratelimit.Policy{Rate: 100, Burst: 100}
	if !l.Allow(t.Context(), "p", p, time.Now()).Allowed {
		t.Fatal("the first request is refused")
	}
	thaw := server.Freeze()
	defer thaw()
	waitFor(t, "the hanging server to be noticed", func() bool { return !l.Shared() })
	asked, _, _ := l.Counts()
	if !l.Allow(t.Context(), "p", p, time.Now()).Allowed {
		t.Error("refused while Redis hangs")
	}
	if again, _, alone := l.Counts(); again != asked || alone == 0 {
		t.Errorf("%d calls while Redis hangs, %d decided alone, want no call", again-asked, alone)
	}
	thaw()
	waitFor(t, "the server to be seen again", l.Shared)
}
