package ratelimittest

import (
	"fmt"
	"testing"
	"time"

	"anamnesis/internal/ratelimit"
)

// Facts describe the implementation under test.
type Facts struct {
	// New makes a limiter that has seen no request. It registers its own clean-up with t.
	New func(t *testing.T) ratelimit.Limiter
	// Resolution is the smallest step of time that the limiter tells apart; 0 means a nanosecond. The suite allows
	// waits to be off by one step.
	Resolution time.Duration
}

// noon is a moment far from a day's borders; the cases start here.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Run runs every case as a subtest.
func Run(t *testing.T, f Facts) {
	if f.Resolution <= 0 {
		f.Resolution = time.Nanosecond
	}
	for _, c := range []struct {
		name string
		run  func(*probe)
	}{
		{"no limit allows everything", unlimited},
		{"burst is granted and then refused", burst},
		{"burst without a number is the rate", defaultBurst},
		{"rate refills one by one", refill},
		{"rate below one a second", slowRate},
		{"sustained rate holds over a minute", sustained},
		{"retry after is exact", retryAfter},
		{"daily quota", daily},
		{"daily quota is whole again at midnight UTC", midnight},
		{"midnight is UTC whatever the zone of the clock", zone},
		{"refusal by the burst spends no quota", burstSpendsNoQuota},
		{"refusal by the quota spends no burst", quotaSpendsNoBurst},
		{"keys are apart", keys},
		{"smaller policy takes hold", smallerPolicy},
		{"larger policy takes hold", largerPolicy},
		{"clock running back grants nothing twice", clockBack},
		{"clock that jumped ahead does not refuse for ever", clockJump},
		{"many at once get exactly the burst", concurrent},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.run(&probe{T: t, Facts: f, limiter: f.New(t), now: noon, key: "p_conformance"})
		})
	}
}

// probe is one case's limiter, clock and key.
type probe struct {
	*testing.T
	Facts
	limiter ratelimit.Limiter
	now     time.Time
	key     string
}

func (p *probe) allow(policy ratelimit.Policy) ratelimit.Decision {
	return p.limiter.Allow(p.Context(), p.key, policy, p.now)
}

// granted sends n requests at one moment and counts the allowed.
func (p *probe) granted(policy ratelimit.Policy, n int) int {
	count := 0
	for range n {
		if p.allow(policy).Allowed {
			count++
		}
	}
	return count
}

// want sends n requests at one moment of which exactly ok are to be allowed.
func (p *probe) want(policy ratelimit.Policy, n, ok int, what string, args ...any) {
	p.Helper()
	if got := p.granted(policy, n); got != ok {
		p.Fatalf("%s: %d of %d allowed, want %d", fmt.Sprintf(what, args...), got, n, ok)
	}
}

func (p *probe) wait(d time.Duration) { p.now = p.now.Add(d) }

// near compares durations up to the limiter's resolution.
func (p *probe) near(what string, got, want time.Duration) {
	p.Helper()
	if diff := (got - want).Abs(); diff > p.Resolution {
		p.Errorf("%s = %v, want %v", what, got, want)
	}
}
