package redislimit

import (
	"context"
	"errors"
	"hash/maphash"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/ratelimit"

	"github.com/redis/go-redis/v9"
)

const (
	shardCount = 64
	leaseShare = 0.01                   // of a second's rate, of the burst and of the day's quota, that one lease holds at most
	maxLease   = 10_000                 // requests
	leaseLife  = 250 * time.Millisecond // an older lease is given back and taken anew
	quick      = leaseLife / 4          // a lease used up within this grows
	refusal    = 100 * time.Millisecond // longest time that a refusal is remembered without asking again
	refresh    = 5 * time.Minute        // a claim is told again after this, for Redis gives away what it has not heard of for twice that
	idle       = 25 * time.Hour         // a key not seen for this long is forgotten: it has a day to claim no more
)

// Defaults of Config.
const (
	DefaultTimeout = 250 * time.Millisecond
	DefaultProbe   = 500 * time.Millisecond
	DefaultPrefix  = "anamnesis:"
)

// Config is what a Limiter needs. Only Client has no default.
type Config struct {
	Client  redis.UniversalClient
	Prefix  string        // of every key; "" is DefaultPrefix
	Timeout time.Duration // of one call, after which Redis counts as away; 0 is DefaultTimeout
	Probe   time.Duration // time between two tries while it is away, and between two signs of life; 0 is DefaultProbe
	// CallersClock decides by the time that callers pass instead of Redis's own. Replicas whose clocks differ need the
	// latter; tests the former.
	CallersClock bool
	Replica      string       // a name of this process that no other has
	Log          *slog.Logger // nil drops everything
}

// Limiter is a ratelimit.Limiter shared by all replicas on one Redis. Close it. Safe for concurrent use.
type Limiter struct {
	cfg      Config
	script   *redis.Script // take.lua with its hash
	seed     maphash.Seed
	shards   [shardCount]shard
	own      *ratelimit.Memory // decides while Redis is away
	away     atomic.Bool
	replicas atomic.Int64 // as last counted, this one included; 0 before Redis has ever been reached
	sequence atomic.Int64 // of calls, so that one that arrives late is known
	restate  atomic.Bool  // Redis has lost what it knew of this replica
	clock    func() time.Time
	short    chan string  // keys of which this replica needs what others have claimed
	asked    atomic.Int64 // calls of the script
	failed   atomic.Int64 // of them, those that failed
	alone    atomic.Int64 // requests decided while Redis was away
	stop     context.CancelFunc
	done     chan struct{}
}

type shard struct {
	mu   sync.Mutex
	keys map[string]*lease
}

// New begins to serve. It does not wait for Redis and does not fail without it.
func New(c Config) *Limiter {
	l := idleLimiter(c)
	ctx, stop := context.WithCancel(context.Background())
	l.stop = stop
	l.beat(ctx)
	go l.attend(ctx)
	return l
}

// idleLimiter decides, but gives no sign of life.
func idleLimiter(c Config) *Limiter {
	if c.Prefix == "" {
		c.Prefix = DefaultPrefix
	}
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Probe <= 0 {
		c.Probe = DefaultProbe
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	l := &Limiter{
		cfg: c, script: redis.NewScript(takeSource), seed: maphash.MakeSeed(), own: ratelimit.NewMemory(0),
		clock: time.Now, short: make(chan string, 64), done: make(chan struct{}),
	}
	for i := range l.shards {
		l.shards[i].keys = map[string]*lease{}
	}
	return l
}

// Allow implements ratelimit.Limiter. Most requests of a busy key are decided by its lease, without a call.
func (l *Limiter) Allow(ctx context.Context, key string, p ratelimit.Policy, now time.Time) ratelimit.Decision {
	if p.Unlimited() {
		return ratelimit.Decision{Allowed: true}
	}
	k := l.lease(key)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asked, k.seen = p, now
	if d, ok := k.decide(p, now); ok {
		return d
	}
	if l.away.Load() {
		return l.decideAlone(ctx, key, k, p, now)
	}
	if err := l.take(ctx, key, k, p, now); err != nil {
		if ctx.Err() == nil {
			l.lost(err)
		}
		return l.decideAlone(ctx, key, k, p, now)
	}
	return k.answer(now)
}

// lease finds what is held for a key.
func (l *Limiter) lease(key string) *lease {
	s := &l.shards[maphash.String(l.seed, key)%shardCount]
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.keys[key]
	if k == nil {
		k = &lease{}
		s.keys[strings.Clone(key)] = k
	}
	return k
}

// decideAlone grants out of what this replica has claimed of the day, and its part of the rate, while Redis is away.
func (l *Limiter) decideAlone(ctx context.Context, key string, k *lease, p ratelimit.Policy, now time.Time) ratelimit.Decision {
	l.alone.Add(1)
	k.held = 0 // they are part of the claim
	at, n, q := now.Add(k.offset), l.replicas.Load(), p.Quota()
	k.roll(dayOf(at))
	limit := k.limitAlone(p, n)
	daily := ratelimit.State{Limit: q, Remaining: max(0, limit-k.used), Reset: time.Duration(k.day+1)*day - time.Duration(at.UnixNano())}
	if q > 0 && daily.Remaining == 0 {
		if k.spent+k.used < q { // not all is used: there is more when Redis is back
			daily.Reset = min(daily.Reset, closed)
		}
		return ratelimit.Decision{RetryAfter: daily.Reset, Daily: daily}
	}
	d := l.own.Allow(ctx, key, shareOfRate(p, n), now)
	if d.Allowed {
		k.owed++
		k.used++
		k.claim = max(k.claim, k.used)
		daily.Remaining--
	}
	if q > 0 {
		d.Daily = daily
	}
	return d
}

// Shared reports whether limits are counted in Redis now, and not by each replica's share.
func (l *Limiter) Shared() bool { return !l.away.Load() }

// Counts are totals since the start: calls to Redis, those that failed, and requests decided without it.
func (l *Limiter) Counts() (asked, failed, alone int64) {
	return l.asked.Load(), l.failed.Load(), l.alone.Load()
}

// Close gives back what is held and ends the signs of life. The client stays the caller's.
func (l *Limiter) Close() error {
	l.stop()
	<-l.done
	if l.away.Load() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*l.cfg.Timeout)
	defer cancel()
	return errors.Join(l.giveBack(ctx, round{mode: leave}), l.cfg.Client.ZRem(ctx, l.cfg.Prefix+membersKey, l.cfg.Replica).Err())
}

func (l *Limiter) lost(err error) {
	if !l.away.Swap(true) {
		l.cfg.Log.Warn("Redis is away, each replica limits by its share", slog.String("error", kindOf(err)), slog.Int64("replicas", l.replicas.Load()))
	}
}

// kindOf tells errors apart without the addresses and names that their texts may hold.
func kindOf(err error) string {
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	case errors.Is(err, redis.ErrClosed):
		return "closed"
	}
	return "unreachable or refused"
}
