package ratelimit

import "time"

const (
	day = 24 * time.Hour
	// skew is how far a clock may run back without the limiter forgetting what it granted in the meantime. Were it 0,
	// two clocks a second apart that take turns would refill the bucket between them.
	skew = time.Minute
)

// bucket is what is remembered of one key. Times are nanoseconds since 1970.
type bucket struct {
	full int64 // theoretical arrival time: the burst is whole again from then on
	seen int64 // time of the last request, for eviction
	day  int64 // days since 1970 to which used belongs
	used int64 // requests granted on that day
}

// take decides over one request and, only if both limits grant it, counts it.
func (b *bucket) take(p Policy, now time.Time) Decision {
	t := now.UnixNano()
	if late := b.seen - t; late > 0 && late < int64(skew) {
		t = b.seen // it waited for its turn: what came after it has used the burst of its own time, not that of now
	}
	b.seen = t
	b.turnDay(t)
	interval, capacity, quota := int64(p.Interval()), p.Capacity(), p.Quota()
	full := b.settle(t, interval*capacity)
	burstWait := full + interval - (t + interval*capacity)
	burstOK, dailyOK := capacity == 0 || burstWait <= 0, quota == 0 || b.used < quota

	d := Decision{Allowed: burstOK && dailyOK}
	if d.Allowed {
		full += interval
		b.used++
	}
	if capacity > 0 {
		d.Burst = burstState(full, t, interval, capacity)
	}
	if capacity > 0 && d.Allowed {
		b.full = full
	}
	if quota > 0 {
		d.Daily = State{Limit: quota, Remaining: max(0, quota-b.used), Reset: b.untilMidnight(t)}
	}
	if !burstOK {
		d.RetryAfter = time.Duration(burstWait)
	}
	if !dailyOK {
		d.RetryAfter = max(d.RetryAfter, d.Daily.Reset)
	}
	return d
}

// settle is the theoretical arrival time as seen at t by a bucket that takes `drained` nanoseconds to fill. It is never
// emptier than empty, which bounds the wait after a smaller policy; and what only a jump of the clock explains is
// forgotten for good.
func (b *bucket) settle(t, drained int64) int64 {
	if drained > 0 && b.full > t+drained+int64(skew) {
		b.full = t + drained
	}
	return min(max(b.full, t), t+drained)
}

// turnDay starts a new day's count. A clock one day back still counts to the day it left, so that the quota is not
// granted twice around midnight; one that is further back had jumped, and its future day must not refuse for ever.
func (b *bucket) turnDay(t int64) {
	today := floorDiv(t, int64(day))
	if today > b.day || today < b.day-1 {
		b.day, b.used = today, 0
	}
}

// untilMidnight is the time from t to the end of the bucket's day.
func (b *bucket) untilMidnight(t int64) time.Duration { return time.Duration((b.day+1)*int64(day) - t) }

// burstState reads remaining requests and the time to the next one out of the theoretical arrival time.
func burstState(full, t, interval, capacity int64) State {
	missing := full - t // nanoseconds of refill that are owed
	used := (missing + interval - 1) / interval
	return State{
		Limit:     capacity,
		Remaining: max(0, capacity-used),
		Reset:     time.Duration(missing - (used-1)*interval*min(1, used)),
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
