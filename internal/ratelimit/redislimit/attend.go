package redislimit

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// Names of what replicas tell each other, after the prefix.
const (
	membersKey = "replicas" // sorted set of replicas by their last sign of life
	shortKey   = "short"    // set of limited keys of which some replica needs what others have claimed
)

// attend shows that this replica lives, counts the others, finds out when Redis is back, gives back old leases, and
// gives up what others need.
func (l *Limiter) attend(ctx context.Context) {
	defer close(l.done)
	tick := time.NewTicker(l.cfg.Probe)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			l.look(ctx)
		case key := <-l.short:
			_ = l.announce(ctx, key) // or the next call does
		}
	}
}

// look is one round of attend.
func (l *Limiter) look(ctx context.Context) {
	needed := l.beat(ctx)
	if l.away.Load() {
		return
	}
	_ = l.giveBack(ctx, round{needed: needed, restate: l.restate.Swap(false)}) // a failure shows at the next beat
}

// beat is one sign of life. It decides whether Redis is there, and says which keys others need.
func (l *Limiter) beat(ctx context.Context) map[string]bool {
	call, cancel := context.WithTimeout(ctx, l.cfg.Timeout)
	defer cancel()
	at, err := l.cfg.Client.Time(call).Result()
	var needed map[string]bool
	if err == nil {
		needed, err = l.count(call, at)
	}
	switch {
	case err != nil && ctx.Err() == nil:
		l.lost(err)
	case err == nil && l.away.Swap(false):
		l.cfg.Log.Info("Redis is back, limits are shared again")
	}
	return needed
}

func (l *Limiter) count(ctx context.Context, at time.Time) (map[string]bool, error) {
	key := l.cfg.Prefix + membersKey
	gone := at.Add(-10 * max(l.cfg.Probe, DefaultProbe))
	var (
		added, living *redis.IntCmd
		short         *redis.StringSliceCmd
	)
	_, err := l.cfg.Client.Pipelined(ctx, func(p redis.Pipeliner) error {
		added = p.ZAdd(ctx, key, redis.Z{Score: float64(at.UnixMilli()), Member: l.cfg.Replica})
		p.ZRemRangeByScore(ctx, key, "-inf", strconv.FormatInt(gone.UnixMilli(), 10))
		living = p.ZCard(ctx, key)
		short = p.SMembers(ctx, l.cfg.Prefix+shortKey)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if l.replicas.Swap(max(1, living.Val())) > 0 && added.Val() > 0 {
		l.restate.Store(true)
	}
	needed := map[string]bool{}
	for _, k := range short.Val() {
		needed[k] = true
	}
	return needed, nil
}

// announce tells the others that this replica needs what they have claimed of a key's day, and have not used.
func (l *Limiter) announce(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, l.cfg.Timeout)
	defer cancel()
	_, err := l.cfg.Client.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.SAdd(ctx, l.cfg.Prefix+shortKey, key)
		p.PExpire(ctx, l.cfg.Prefix+shortKey, 3*max(l.cfg.Probe, DefaultProbe))
		return nil
	})
	return err
}

// round is what a walk through all keys is for.
type round struct {
	mode    mode            // keep, or leave
	needed  map[string]bool // keys that others need
	restate bool            // tell Redis what it has lost
}

// giveBack walks through all keys: it returns the rests of old leases, puts down what is owed, gives up what others need,
// and forgets keys that have long been idle.
func (l *Limiter) giveBack(ctx context.Context, r round) error {
	var errs []error
	for i := range l.shards {
		for key, k := range l.shards[i].snapshot() {
			errs = append(errs, l.settle(ctx, &l.shards[i], key, k, r))
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

func (l *Limiter) settle(ctx context.Context, s *shard, key string, k *lease, r round) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := l.clock()
	idle := now.Sub(k.seen) > idle && !l.cfg.CallersClock
	m, age, known := r.mode, l.ageOf(k, now), !k.taken.IsZero()
	switch {
	case !known && k.owed == 0: // nothing to tell
		return nil
	case m == leave:
	case idle:
		m = leave
	case r.needed[key]:
		m = yield
	case known && (r.restate || age >= refresh):
	case age >= leaseLife && (k.held > 0 || k.owed > 0):
	default:
		return nil
	}
	at := now
	if l.cfg.CallersClock {
		at = k.seen
	}
	if err := l.call(ctx, key, k, k.asked, at, 0, m); err != nil {
		return err
	}
	if idle {
		s.mu.Lock()
		delete(s.keys, key)
		s.mu.Unlock()
	}
	return nil
}

// ageOf is how long ago Redis last answered; with the callers' clock nobody knows, and only closing gives back.
func (l *Limiter) ageOf(k *lease, now time.Time) time.Duration {
	if l.cfg.CallersClock {
		return 0
	}
	return now.Sub(k.taken)
}
