package redislimit

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"time"

	"anamnesis/internal/ratelimit"

	"github.com/redis/go-redis/v9"
)

//go:embed take.lua
var takeSource string

// membersKey is the sorted set of replicas by their last sign of life.
const membersKey = "replicas"

// sharedClock in the place of a time has the script read Redis's own.
const sharedClock = "-2e15"

// epoch is the zero of the times in the shared state.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// take gives back what is held of an old lease, puts down what is owed, and takes new permits. The caller holds k.mu.
func (l *Limiter) take(ctx context.Context, key string, k *lease, p ratelimit.Policy, now time.Time) error {
	if k.policy != p {
		k.grow = 1
	}
	return l.call(ctx, key, k, p, now, k.want(p))
}

func (l *Limiter) call(ctx context.Context, key string, k *lease, p ratelimit.Policy, now time.Time, want int64) error {
	// A client that goes away in the middle must not leave open what Redis did.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.cfg.Timeout)
	defer cancel()
	at := sharedClock
	if l.cfg.CallersClock {
		at = strconv.FormatInt(now.Sub(epoch).Microseconds(), 10)
	}
	l.asked.Add(1)
	reply, err := l.script.Run(ctx, l.cfg.Client, []string{l.cfg.Prefix + "limit:" + key},
		at, float64(p.Interval())/1e3, p.Capacity(), p.Quota(), want, k.held, k.owed, k.day-dayOf(epoch), k.used).Slice()
	if err != nil {
		l.failed.Add(1)
		k.held = 0 // they may have been given back; granting them could be granting them twice
		return fmt.Errorf("take permits: %w", err)
	}
	return k.read(reply, p, now, want)
}

// read takes over the script's answer.
func (k *lease) read(reply []any, p ratelimit.Policy, now time.Time, want int64) error {
	if len(reply) != 5 {
		return errors.New("take permits: answer of another form")
	}
	granted, ok := reply[0].(int64)
	var f [4]float64
	for i := range f {
		s, isText := reply[i+1].(string)
		v, err := strconv.ParseFloat(s, 64)
		ok = ok && isText && err == nil
		f[i] = v
	}
	if !ok {
		return errors.New("take permits: answer of another form")
	}
	k.policy, k.taken, k.held, k.size, k.owed, k.aloneUsed = p, now, granted, granted, 0, 0
	k.grow, k.refused = max(1, k.size), time.Time{}
	k.full, k.day, k.used = sharedTime(f[0]), int64(f[1])+dayOf(epoch), int64(f[2])
	k.offset = sharedTime(f[3]).Sub(now)
	if granted == 0 && want > 0 {
		k.refused = now.Add(min(refusal, k.decision(false, now).RetryAfter))
	}
	return nil
}

func sharedTime(us float64) time.Time { return epoch.Add(time.Duration(us * 1e3)) }

// attend shows that this replica lives, counts the others, finds out when Redis is back, and gives back old leases.
func (l *Limiter) attend(ctx context.Context) {
	defer close(l.done)
	tick := time.NewTicker(l.cfg.Probe)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.beat(ctx)
			if !l.away.Load() {
				_ = l.giveBack(ctx, false) // a failure shows at the next beat
			}
		}
	}
}

// beat is one sign of life. It decides whether Redis is there.
func (l *Limiter) beat(ctx context.Context) {
	call, cancel := context.WithTimeout(ctx, l.cfg.Timeout)
	defer cancel()
	at, err := l.cfg.Client.Time(call).Result()
	if err == nil {
		err = l.count(call, at)
	}
	switch {
	case err != nil && ctx.Err() == nil:
		l.lost(err)
	case err == nil && l.away.Swap(false):
		l.cfg.Log.Info("Redis is back, limits are shared again")
	}
}

func (l *Limiter) count(ctx context.Context, at time.Time) error {
	key := l.cfg.Prefix + membersKey
	gone := at.Add(-10 * max(l.cfg.Probe, DefaultProbe))
	var living *redis.IntCmd
	_, err := l.cfg.Client.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.ZAdd(ctx, key, redis.Z{Score: float64(at.UnixMilli()), Member: l.cfg.Replica})
		p.ZRemRangeByScore(ctx, key, "-inf", strconv.FormatInt(gone.UnixMilli(), 10))
		living = p.ZCard(ctx, key)
		return nil
	})
	if err == nil {
		l.replicas.Store(max(1, living.Val()))
	}
	return err
}

// giveBack returns the rests of old leases, or of all, puts down what is owed, and forgets keys that have long been idle.
func (l *Limiter) giveBack(ctx context.Context, all bool) error {
	var errs []error
	for i := range l.shards {
		for key, k := range l.shards[i].snapshot() {
			errs = append(errs, l.settle(ctx, &l.shards[i], key, k, all))
		}
	}
	return errors.Join(errs...)
}

func (s *shard) snapshot() map[string]*lease {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]*lease, len(s.keys))
	for key, k := range s.keys {
		out[key] = k
	}
	return out
}

func (l *Limiter) settle(ctx context.Context, s *shard, key string, k *lease, all bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	old := all || l.ageOf(k, now) >= leaseLife
	if old && (k.held > 0 || k.owed > 0) {
		at := k.seen
		if !l.cfg.CallersClock {
			at = now
		}
		return l.call(ctx, key, k, k.policy, at, 0)
	}
	if now.Sub(k.seen) > idle && k.held == 0 && k.owed == 0 && !l.cfg.CallersClock {
		s.mu.Lock()
		delete(s.keys, key)
		s.mu.Unlock()
	}
	return nil
}

// ageOf is how long ago the lease was taken; with the callers' clock nobody knows, and only closing gives back.
func (l *Limiter) ageOf(k *lease, now time.Time) time.Duration {
	if l.cfg.CallersClock {
		return 0
	}
	return now.Sub(k.taken)
}
