package ratelimit

import (
	"context"
	"time"
)

// Limiter decides over single requests. Implementations are safe for concurrent use.
//
// Allow counts one request of key against policy p at time now and decides at once; it never waits for a permit.
//   - A refused request consumes nothing, neither of the burst nor of the daily quota.
//   - Keys do not influence each other. An empty key is a key like any other.
//   - A changed policy holds from its first request on; what was used before stays used.
//   - Time comes from the caller. A clock that runs back by less than a minute grants nothing twice, and after one
//     that jumped ahead and came back the burst is no worse than empty.
//   - There is no error: a limiter that loses its shared state decides with what it has in its own process and reports
//     that through its own log and metrics.
type Limiter interface {
	Allow(ctx context.Context, key string, p Policy, now time.Time) Decision
}

// Decision is the answer to one request.
type Decision struct {
	Allowed    bool
	RetryAfter time.Duration // until the same request would be allowed if no other came; 0 when Allowed
	Burst      State         // where rate and burst stand after the request
	Daily      State         // where the daily quota stands after the request
}

// State is where one limit stands.
type State struct {
	Limit     int64         // requests; 0 where this limit is off
	Remaining int64         // requests that would be granted now, 0 to Limit
	Reset     time.Duration // until more than Remaining is granted; 0 where nothing is used
}

// Tightest is the limit that a client meets first: the one that is on and has the least left, the daily one when equal
// because it lasts longer. It is zero where no limit is on.
func (d Decision) Tightest() State {
	if d.Daily.Limit > 0 && (d.Burst.Limit == 0 || d.Daily.Remaining <= d.Burst.Remaining) {
		return d.Daily
	}
	return d.Burst
}

// Rejection names the limit that refused the request, BurstName or DailyName; "" where it was allowed. It is meant for
// metrics; where both refuse it is the daily one.
func (d Decision) Rejection() string {
	switch {
	case d.Allowed:
		return ""
	case d.Daily.Limit > 0 && d.Daily.Remaining == 0:
		return DailyName
	}
	return BurstName
}
