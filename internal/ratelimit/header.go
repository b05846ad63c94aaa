package ratelimit

import (
	"net/http"
	"strconv"
	"time"
)

// Names of the two limits, as they stand in the header fields and in metrics.
const (
	BurstName = "burst"
	DailyName = "daily"
)

// SetHeader writes where the partner stands, in the form of draft-ietf-httpapi-ratelimit-headers-10:
//
//	RateLimit-Policy: "burst";q=20;w=10, "daily";q=5000;w=86400
//	RateLimit: "burst";r=19;t=1, "daily";r=4321;t=3600
//	Retry-After: 3
//
// q is the quota in requests, w the seconds in which it comes back whole, r what remains, t the seconds until more
// than r is granted. Retry-After stands on refusals only. Seconds are rounded up: a client that waits as told is not
// refused again. Limits that are off are not mentioned, and without any the header is left alone.
func (d Decision) SetHeader(h http.Header, p Policy) {
	if !d.Allowed {
		h.Set("Retry-After", strconv.FormatInt(max(1, seconds(d.RetryAfter)), 10))
	}
	if d.Burst.Limit == 0 && d.Daily.Limit == 0 {
		return
	}
	var policy, state [96]byte
	// http.Header spells them Ratelimit-Policy and Ratelimit; field names are case-insensitive.
	h.Set("RateLimit-Policy", string(d.appendPolicy(policy[:0], p)))
	h.Set("RateLimit", string(d.appendState(state[:0])))
}

func (d Decision) appendPolicy(b []byte, p Policy) []byte {
	if d.Burst.Limit > 0 {
		b = item(b, BurstName, 'q', d.Burst.Limit, 'w', seconds(time.Duration(d.Burst.Limit)*p.Interval()))
	}
	if d.Daily.Limit > 0 {
		b = item(b, DailyName, 'q', d.Daily.Limit, 'w', seconds(day))
	}
	return b
}

func (d Decision) appendState(b []byte) []byte {
	if d.Burst.Limit > 0 {
		b = item(b, BurstName, 'r', d.Burst.Remaining, 't', seconds(d.Burst.Reset))
	}
	if d.Daily.Limit > 0 {
		b = item(b, DailyName, 'r', d.Daily.Remaining, 't', seconds(d.Daily.Reset))
	}
	return b
}

// item appends one member of a structured field list: a string with two integer parameters.
func item(b []byte, name string, k1 byte, v1 int64, k2 byte, v2 int64) []byte {
	if len(b) > 0 {
		b = append(b, ", "...)
	}
	b = append(append(append(b, '"'), name...), '"')
	b = strconv.AppendInt(append(b, ';', k1, '='), v1, 10)
	return strconv.AppendInt(append(b, ';', k2, '='), v2, 10)
}

// seconds rounds up to whole seconds.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
