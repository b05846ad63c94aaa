package bench

import (
	"context"
	"time"

	"anamnesis/internal/ratelimit"
)

// limits measures one decision of the limiter in process, over rate, burst and daily quota, against a call to Redis.
func (b *Bench) limits(ctx context.Context) (Result, error) {
	peer, err := b.startPeer(ctx, "limits", nil)
	if err != nil {
		return Result{}, err
	}
	defer peer.stop()
	l := ratelimit.NewMemory(0)
	policy := ratelimit.Policy{Rate: 1e6, Burst: 1e6, DailyQuota: 1e12}
	var all pairs
	for range b.rounds() {
		theirs, err := peer.round()
		if err != nil {
			return Result{}, err
		}
		const n = 100_000
		begin := time.Now()
		for range n {
			if !l.Allow(ctx, "partner", policy, time.Now()).Allowed {
				return Result{}, errRefused
			}
		}
		all.add(float64(time.Since(begin).Nanoseconds())/n/1000, theirs.Micros)
	}
	return all.result("", "", "µs", true), nil
}
