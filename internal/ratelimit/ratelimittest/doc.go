// Package ratelimittest is the conformance suite that every ratelimit.Limiter passes.
//
// It owns the meaning of the contract in executable form. Time is a value that the suite passes in, so nothing here
// sleeps. What implementations may differ in is a field of Facts, which the cases read; there is no case for one
// implementation only.
package ratelimittest
