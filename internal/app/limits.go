package app

import (
	"crypto/rand"
	"errors"
	"strings"

	"anamnesis/internal/obs"
	"anamnesis/internal/ratelimit"
	"anamnesis/internal/ratelimit/redislimit"

	"github.com/prometheus/client_golang/prometheus"
)

// limits is where requests are counted.
type limits struct {
	ratelimit.Limiter
	mode  func() string // for /readyz
	close func() error
}

// openLimits makes the limiter that the configuration names. It does not wait for Redis.
func openLimits(c Config, m *obs.Metrics) (*limits, error) {
	if c.RateLimits == DefaultRateLimits {
		return &limits{ratelimit.NewMemory(0), func() string { return "memory" }, func() error { return nil }}, nil
	}
	client, err := redislimit.Open(c.RateLimits)
	if err != nil {
		return nil, err
	}
	shared := redislimit.New(redislimit.Config{Client: client, Replica: rand.Text(), Log: c.Log})
	countLimits(m, shared)
	mode := func() string {
		if shared.Shared() {
			return "redis"
		}
		return "own share, redis is away"
	}
	return &limits{shared, mode, func() error { return errors.Join(shared.Close(), client.Close()) }}, nil
}

func countLimits(m *obs.Metrics, l *redislimit.Limiter) {
	total := func(name, help string, of func(asked, failed, alone int64) int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "anamnesis_ratelimit_" + name, Help: help},
			func() float64 { return float64(of(l.Counts())) })
	}
	m.Registry().MustRegister(
		total("redis_calls_total", "Calls to Redis for permits.", func(asked, _, _ int64) int64 { return asked }),
		total("redis_failures_total", "Calls to Redis for permits that failed.", func(_, failed, _ int64) int64 { return failed }),
		total("alone_total", "Requests decided by this replica's share while Redis was away.", func(_, _, alone int64) int64 { return alone }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "anamnesis_ratelimit_shared",
			Help: "1 while limits are counted in Redis, 0 while each replica limits by its share."}, func() float64 {
			if l.Shared() {
				return 1
			}
			return 0
		}),
	)
}

func checkLimits(where string) error {
	switch {
	case where == DefaultRateLimits:
		return nil
	case strings.HasPrefix(where, "redis://"), strings.HasPrefix(where, "rediss://"):
		return redislimit.Check(where)
	}
	return errors.New("must be memory, redis://… or rediss://…")
}
