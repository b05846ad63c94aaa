package ratelimit

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Bounds of a policy. Inside them all arithmetic fits into 64 bits of nanoseconds.
const (
	MinRate  = 0.001     // requests a second, one in about 17 minutes; less than that is what DailyQuota is for
	MaxRate  = 1_000_000 // requests a second
	MaxBurst = 1_000_000 // requests
	MaxDaily = 1 << 40   // requests a day
)

// ErrPolicy says that a policy is outside the bounds; the text names the field.
var ErrPolicy = errors.New("rate limit policy out of range")

// Policy is what a partner may send. The zero value limits nothing.
type Policy struct {
	Rate       float64 // sustained requests a second, MinRate to MaxRate; 0 is unlimited
	Burst      int     // requests that may come at once, to MaxBurst; 0 with a Rate is max(1, ceil(Rate)); without a Rate it means nothing
	DailyQuota int64   // requests from 00:00 UTC to 00:00 UTC, to MaxDaily; 0 is unlimited
}

// Check reports the first field that is out of range, wrapped in ErrPolicy. Limiters do not call it: they bring a
// policy into range without complaint, because a request is the wrong moment to learn about a bad setting.
func (p Policy) Check() error {
	switch {
	case p.Rate != 0 && !(p.Rate >= MinRate && p.Rate <= MaxRate): // also refuses NaN
		return fmt.Errorf("%w: rate %v is neither 0 nor between %v and %v a second", ErrPolicy, p.Rate, MinRate, MaxRate)
	case p.Burst < 0 || p.Burst > MaxBurst:
		return fmt.Errorf("%w: burst %d is not between 0 and %d", ErrPolicy, p.Burst, MaxBurst)
	case p.DailyQuota < 0 || p.DailyQuota > MaxDaily:
		return fmt.Errorf("%w: daily quota %d is not between 0 and %d", ErrPolicy, p.DailyQuota, int64(MaxDaily))
	}
	return nil
}

// Unlimited reports whether the policy refuses nothing.
func (p Policy) Unlimited() bool { return !(p.Rate > 0) && p.DailyQuota <= 0 }

// Interval is the time in which one request's worth of rate comes back; 0 where the rate is unlimited.
func (p Policy) Interval() time.Duration {
	if !(p.Rate > 0) {
		return 0
	}
	return time.Duration(math.Round(float64(time.Second) / min(max(p.Rate, MinRate), MaxRate)))
}

// Capacity is the effective burst in requests, at least 1; 0 where the rate is unlimited.
func (p Policy) Capacity() int64 {
	switch {
	case !(p.Rate > 0):
		return 0
	case p.Burst > 0:
		return int64(min(p.Burst, MaxBurst))
	}
	return int64(math.Ceil(min(p.Rate, MaxRate)))
}

// Quota is the effective daily quota in requests; 0 where it is unlimited.
func (p Policy) Quota() int64 { return min(max(p.DailyQuota, 0), MaxDaily) }
