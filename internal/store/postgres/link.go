package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"anamnesis/internal/store"
)

const (
	patience    = 400 * time.Millisecond // how old an outage may be before calls fail at once: a busy machine takes half of it to connect again
	slowestTry  = 250 * time.Millisecond // longest time between two tries to connect
	firstTry    = 5 * time.Millisecond   // doubles
	tryTimeout  = 2 * time.Second        // a distant server needs several round trips to connect
	triesAtOnce = 8                      // tries that hang, where packets vanish
)

// link knows whether the database can be reached. It believes it until told otherwise.
type link struct {
	try  func(context.Context) error // connects and closes
	warm func(context.Context) error // makes pooled connections
	drop func()                      // gives them up
	log  *slog.Logger

	ctx  context.Context // ends with close
	stop context.CancelFunc
	wg   sync.WaitGroup

	mu  sync.Mutex
	out *outage // nil while the database is thought to be there
}

type outage struct {
	since time.Time
	cause error
	over  chan struct{}
}

func newLink(try, warm func(context.Context) error, drop func(), log *slog.Logger) *link {
	l := &link{try: try, warm: warm, drop: drop, log: log}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

// pass returns nil when the database is thought to be there. In a young outage it waits, in an older one it fails with
// store.ErrUnavailable.
func (l *link) pass(ctx context.Context) error {
	l.mu.Lock()
	out := l.out
	l.mu.Unlock()
	if out == nil {
		return nil
	}
	wait := time.NewTimer(patience - time.Since(out.since))
	defer wait.Stop()
	select {
	case <-out.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-wait.C:
		return fmt.Errorf("%w: away for %v: %w", store.ErrUnavailable, time.Since(out.since).Round(time.Millisecond), out.cause)
	case <-l.ctx.Done():
		return store.ErrClosed
	}
}

// lost begins an outage unless one goes on, or the error is of connections that are in use no more.
func (l *link) lost(cause error, inUse func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out != nil || l.ctx.Err() != nil || !inUse() {
		return
	}
	l.out = &outage{since: time.Now(), cause: cause, over: make(chan struct{})}
	l.drop()
	l.wg.Go(func() { l.reconnect(l.out) })
	l.log.Warn("database away", slog.String("error", cause.Error()))
}

// reconnect tries to connect until one try succeeds. A try that hangs keeps no other from being made.
func (l *link) reconnect(out *outage) {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	back := make(chan struct{}, triesAtOnce)
	slots := make(chan struct{}, triesAtOnce)
	for wait := firstTry; ; wait = min(2*wait, slowestTry) {
		select {
		case slots <- struct{}{}:
			l.wg.Go(func() {
				defer func() { <-slots }()
				ctx, cancel := context.WithTimeout(ctx, tryTimeout)
				defer cancel()
				if l.try(ctx) == nil {
					back <- struct{}{}
				}
			})
		default:
		}
		select {
		case <-back:
			if l.ready(ctx) {
				l.found(out)
				return
			}
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

func (l *link) ready(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	return l.warm(ctx) == nil
}

func (l *link) found(out *outage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = nil
	l.log.Info("database back", slog.Duration("after", time.Since(out.since)))
	close(out.over)
}

func (l *link) close() {
	l.mu.Lock() // no outage begins from here on
	l.stop()
	l.mu.Unlock()
	l.wg.Wait()
}
