package redislimit

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"time"

	"anamnesis/internal/ratelimit"
)

//go:embed take.lua
var takeSource string

// sharedClock in the place of a time has the script read Redis's own.
const sharedClock = "-2000000000000000"

// epoch is the zero of the times in the shared state.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// take gives back what is held of an old lease, puts down what is owed, and takes new permits. The caller holds k.mu.
func (l *Limiter) take(ctx context.Context, key string, k *lease, p ratelimit.Policy, now time.Time) error {
	if k.policy != p {
		k.grow = 1
	}
	return l.call(ctx, key, k, p, now, k.want(p), keep)
}

func (l *Limiter) call(ctx context.Context, key string, k *lease, p ratelimit.Policy, now time.Time, want int64, m mode) error {
	// A client that goes away in the middle must not leave open what Redis did.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.cfg.Timeout)
	defer cancel()
	at := sharedClock
	if l.cfg.CallersClock {
		at = strconv.FormatInt(now.Sub(epoch).Microseconds(), 10)
	}
	n, least := l.replicas.Load(), k.floor(m)
	parts, tomorrow := max(1, n)+1, share(p.Quota(), max(1, n))
	if m == leave {
		parts, tomorrow = 0, 0
	}
	l.asked.Add(1)
	reply, err := l.script.Run(ctx, l.cfg.Client, []string{l.cfg.Prefix + "limit:" + key},
		at, float64(p.Interval())/1e3, p.Capacity(), p.Quota(), want, k.held, k.owed,
		l.cfg.Replica, l.sequence.Add(1), parts, tomorrow,
		k.day-dayOf(epoch), k.used, k.told, k.claim, least, k.others, k.spent).Slice()
	if err == nil {
		err = k.read(reply, p, now, want)
	}
	if err != nil {
		l.failed.Add(1)
		// What was asked for may have been done: permits held may be given back, a claim lowered.
		k.held, k.claim = 0, least
		return fmt.Errorf("take permits: %w", err)
	}
	k.tomorrow = tomorrow
	if k.uneven(p.Quota(), n) && now.Sub(k.announced).Abs() >= l.cfg.Probe {
		k.announced = now
		select {
		case l.short <- key:
		default: // others stand in line
		}
	}
	return nil
}

// errAnswer says that Redis answered something else than the script does.
var errAnswer = errors.New("answer of another form")

// read takes over the script's answer.
func (k *lease) read(reply []any, p ratelimit.Policy, now time.Time, want int64) error {
	if len(reply) != 8 {
		return errAnswer
	}
	granted, ok := reply[0].(int64)
	var f [7]float64
	for i := range f {
		s, isText := reply[i+1].(string)
		v, err := strconv.ParseFloat(s, 64)
		ok = ok && isText && err == nil
		f[i] = v
	}
	if !ok {
		return errAnswer
	}
	k.policy, k.taken, k.held, k.size, k.owed = p, now, granted, granted, 0
	k.grow, k.refused = max(1, k.size), time.Time{}
	k.full, k.offset = sharedTime(f[0]), sharedTime(f[2]).Sub(now)
	used, claim := int64(f[4]), int64(f[3])
	k.account = account{
		day: int64(f[1]) + dayOf(epoch), used: used, told: used, claim: claim,
		others: int64(f[5]) - claim, spent: int64(f[6]) - used,
	}
	if granted == 0 && want > 0 {
		k.refused = now.Add(min(refusal, k.decision(false, now).RetryAfter))
	}
	return nil
}

func sharedTime(us float64) time.Time { return epoch.Add(time.Duration(us * 1e3)) }
