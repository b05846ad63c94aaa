package redislimit

import (
	"sync"
	"time"

	"anamnesis/internal/ratelimit"
)

const (
	day = 24 * time.Hour
	// rounding is what a time of the shared state, a double of microseconds, may be off by.
	rounding = 50 * time.Nanosecond
)

// lease is what this replica holds for one key, and what it knows of the shared state. mu guards all of it; it is held
// during a call to Redis, so that one caller asks and the others find the lease.
type lease struct {
	mu     sync.Mutex
	policy ratelimit.Policy // that Redis last decided by
	asked  ratelimit.Policy // of the last request
	seen   time.Time        // of the last request

	held  int64     // permits left
	size  int64     // how many were taken last
	taken time.Time // when Redis last answered, by the callers' clock
	grow  int64     // how many to take next

	refused time.Time // until then a request is refused without asking

	offset time.Duration // shared clock less the callers'
	full   time.Time     // shared: when the burst is whole again, had every permit held been used
	owed   int64         // granted here while Redis was away, not put down on the burst there yet

	announced time.Time // when the others were last told that this replica needs what they have claimed
	account
}

// decide uses a permit, or repeats a refusal that still stands; false means that Redis has to be asked.
func (k *lease) decide(p ratelimit.Policy, now time.Time) (ratelimit.Decision, bool) {
	if k.policy != p || now.Before(k.taken) {
		return ratelimit.Decision{}, false
	}
	switch {
	case k.held > 0 && now.Sub(k.taken) < leaseLife && k.sameDay(now):
		return k.use(now), true
	case k.held == 0 && now.Before(k.refused):
		return k.decision(false, now), true
	}
	return ratelimit.Decision{}, false
}

// answer uses the first permit of a lease just taken; without one the request is refused.
func (k *lease) answer(now time.Time) ratelimit.Decision {
	if k.held == 0 {
		return k.decision(false, now)
	}
	return k.use(now)
}

// use spends a permit; a lease that is used up quickly is followed by a larger one.
func (k *lease) use(now time.Time) ratelimit.Decision {
	k.held--
	k.used++
	if k.held == 0 && now.Sub(k.taken) < quick {
		k.grow = 2 * k.size
	}
	return k.decision(true, now)
}

func (k *lease) sameDay(now time.Time) bool { return dayOf(now.Add(k.offset)) <= k.day }

// want is how many permits to ask for: one more than nothing while the key is slow, never more than the lease's share.
func (k *lease) want(p ratelimit.Policy) int64 {
	most := int64(maxLease)
	if c := p.Capacity(); c > 0 {
		most = min(most, int64(leaseShare*float64(c)), int64(leaseShare*p.Rate))
	}
	if q := p.Quota(); q > 0 {
		most = min(most, int64(leaseShare/10*float64(q)))
	}
	return max(1, min(most, k.grow))
}

// shareOfRate is the policy of this replica while Redis is away, but for the day: its part of rate and burst.
func shareOfRate(p ratelimit.Policy, replicas int64) ratelimit.Policy {
	n := max(1, replicas)
	p.DailyQuota = 0
	if p.Rate > 0 {
		p.Burst = int(max(1, p.Capacity()/n))
		p.Rate = max(ratelimit.MinRate, p.Rate/float64(n))
	}
	return p
}

// decision words where the key stands.
func (k *lease) decision(allowed bool, now time.Time) ratelimit.Decision {
	p, at := k.policy, now.Add(k.offset)
	d := ratelimit.Decision{Allowed: allowed}
	interval, capacity := p.Interval(), p.Capacity()
	burstOK, dailyOK := true, true
	if capacity > 0 {
		missing := max(0, k.full.Sub(at)-time.Duration(k.held)*interval)
		used := max(0, int64((missing+interval-rounding-1)/interval))
		d.Burst = ratelimit.State{Limit: capacity, Remaining: max(0, capacity-used)}
		if used > 0 {
			d.Burst.Reset = missing - time.Duration(used-1)*interval
		}
		burstOK = allowed || capacity > used
	}
	if q := p.Quota(); q > 0 {
		d.Daily, dailyOK = k.daily(q, at)
		dailyOK = dailyOK || allowed
	}
	if !burstOK {
		d.RetryAfter = d.Burst.Reset
	}
	if !dailyOK {
		d.RetryAfter = max(d.RetryAfter, d.Daily.Reset)
	}
	return d
}

func dayOf(t time.Time) int64 {
	n, d := t.UnixNano(), int64(day)
	q := n / d
	if n%d < 0 {
		q--
	}
	return q
}
