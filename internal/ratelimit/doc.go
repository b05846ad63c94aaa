// Package ratelimit decides whether a partner may send one more request.
//
// It owns the policy (sustained rate, burst, daily quota), the contract of a limiter, the limiter that lives in the
// memory of one process, and the header fields that tell a client where it stands. It knows nothing of partners or
// api keys: the caller names the key and passes the policy and the time with every request.
//
//	request --> Allow(key, policy, now) --> burst: generic cell rate algorithm --\
//	                                        daily: counter, zero at 00:00 UTC  ---+--> both grant: take one from each
//	                                                                               \-> one refuses: take nothing
//
// Rate and burst are one limit: a bucket that holds `burst` requests and fills at `rate` a second. The generic cell
// rate algorithm keeps such a bucket as a single time, the "theoretical arrival time" at which it is full again.
//
// Every implementation passes ratelimittest.
package ratelimit
