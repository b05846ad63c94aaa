package redislimit

import (
	"time"

	"anamnesis/internal/ratelimit"
)

const (
	// starved is when to try again where what is left of the day is claimed by others, who give it up when asked.
	starved = time.Second
	// closed is when to try again where this replica has used its part of the day and Redis is away.
	closed = 5 * time.Second
)

// account is what a replica knows of one key's day. What it may grant it has claimed in Redis before, so that all claims
// together never exceed the quota, whoever loses Redis, and when.
type account struct {
	day      int64 // the day that all of this belongs to, by the shared clock
	used     int64 // granted by this replica
	told     int64 // of these, what Redis has acknowledged; -1 if it was not asked on that day
	claim    int64 // what this replica may grant, used and permits held included
	others   int64 // what all the others had claimed when Redis last answered
	spent    int64 // what they had granted then, as far as they had told
	tomorrow int64 // what Redis claims for this replica when the day turns
}

// roll begins a new day without Redis: it grants what is claimed for it there.
func (a *account) roll(today int64) {
	if today > a.day || today < a.day-1 {
		*a = account{day: today, told: -1, claim: a.tomorrow, tomorrow: a.tomorrow}
	}
}

// share is what a replica grants of a day of which it has claimed nothing, as one of n, or as the only one it knows of.
func share(quota, n int64) int64 {
	if n == 0 {
		return quota
	}
	return quota / (2 * n)
}

// limitAlone is how much of the day this replica may grant while Redis is away.
func (k *lease) limitAlone(p ratelimit.Policy, n int64) int64 {
	limit := k.claim
	if k.policy.Quota() == 0 { // Redis has not been asked about a quota
		limit = max(1, share(p.Quota(), n))
	}
	return min(limit, p.Quota())
}

// daily is where the day stands when Redis has just been asked, and whether it grants one more.
func (a *account) daily(quota int64, at time.Time) (ratelimit.State, bool) {
	d := ratelimit.State{Limit: quota, Reset: time.Duration(a.day+1)*day - time.Duration(at.UnixNano())}
	left := quota - a.spent - a.used
	if a.free(quota) > 0 {
		d.Remaining = max(0, left)
		return d, true
	}
	if left > 0 {
		d.Reset = min(d.Reset, starved)
	}
	return d, false
}

// free is what no other replica has claimed and this one has not granted.
func (a *account) free(quota int64) int64 { return quota - a.others - a.used }

// uneven reports whether the others of n replicas keep more unused, each, than there is for this one.
func (a *account) uneven(quota, n int64) bool {
	return quota > 0 && a.others-a.spent > max(1, n-1)*max(0, a.free(quota))
}

// floor is how far this replica lets Redis lower its claim: not at all, to a quarter of what it has not used where others
// need it, or to what it has used when it ends. If the answer is lost it goes on with that.
func (a *account) floor(m mode) int64 {
	switch m {
	case yield:
		return a.used + (a.claim-a.used)/4
	case leave:
		return a.used
	}
	return a.claim
}

// mode is what a call is for beside taking permits.
type mode int

const (
	keep  mode = iota // the claim grows to this replica's part, and does not shrink
	yield             // it may shrink
	leave             // it ends
)
