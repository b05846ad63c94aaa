package postgres

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/store"
)

// op is one call on its way into a group.
type op struct {
	key  string // a group takes one op of a key; "" never clashes
	took atomic.Bool
	done chan error // the result; room for one
}

func (o *op) base() *op { return o }

// claim reports whether the caller was first: the grouper, or the waiter who gave up.
func (o *op) claim() bool { return o.took.CompareAndSwap(false, true) }

type waiting interface{ base() *op }

// grouper runs all that wait as one group, one group at a time. It needs no bound of its own: each entry is a waiting
// request, and none waits longer than timeout.
type grouper[T waiting] struct {
	link    *link
	max     int
	timeout time.Duration
	run     func([]T) // answers each

	mu       sync.Mutex
	ops      []T
	closed   bool
	wake     chan struct{} // holds one token while there may be work
	finished chan struct{}
}

func newGrouper[T waiting](l *link, o Options, run func([]T)) *grouper[T] {
	g := &grouper[T]{link: l, max: o.MaxBatch, timeout: o.Timeout, run: run, wake: make(chan struct{}, 1), finished: make(chan struct{})}
	go g.loop()
	return g
}

// do queues a call and waits for its group. Given up before the group is made up, it never happens; given up later, it
// is open whether it happened.
func (g *grouper[T]) do(ctx context.Context, t T) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := g.link.pass(ctx); err != nil {
		return err
	}
	o := t.base()
	o.done = make(chan error, 1)
	if !g.put(t) {
		return store.ErrClosed
	}
	late := time.NewTimer(g.timeout)
	defer late.Stop()
	select {
	case err := <-o.done:
		return err
	case <-ctx.Done():
		if o.claim() {
			return ctx.Err()
		}
	case <-late.C:
		if o.claim() {
			return fmt.Errorf("%w: no answer to others for %v", store.ErrUnavailable, g.timeout)
		}
		return fmt.Errorf("%w: no answer for %v", store.ErrUnavailable, g.timeout)
	}
	select { // the context ended after the call was sent
	case err := <-o.done:
		return err
	case <-late.C:
		return fmt.Errorf("%w: no answer for %v", store.ErrUnavailable, g.timeout)
	}
}

func (g *grouper[T]) loop() {
	defer close(g.finished)
	for range g.wake {
		runtime.Gosched() // calls that are about to come go along
		group, closed := g.take()
		if len(group) > 0 {
			g.run(group)
		} else if closed {
			return
		}
	}
}

func (g *grouper[T]) put(t T) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.ops = append(g.ops, t)
	g.ring()
	return true
}

func (g *grouper[T]) length() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.ops)
}

// take claims up to max of the waiting calls, oldest first, one of each key; those given up are dropped.
func (g *grouper[T]) take() (group []T, closed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var keys map[string]bool
	rest := g.ops[:0]
	for _, t := range g.ops {
		o := t.base()
		if len(group) == g.max || keys[o.key] {
			rest = append(rest, t)
			continue
		}
		if !o.claim() {
			continue
		}
		if o.key != "" {
			if keys == nil {
				keys = map[string]bool{}
			}
			keys[o.key] = true
		}
		group = append(group, t)
	}
	clear(g.ops[len(rest):])
	if g.ops = rest; len(rest) > 0 || g.closed {
		g.ring()
	}
	return group, g.closed
}

// settle answers waiting calls that a finished group has decided.
func (g *grouper[T]) settle(decided func(T) error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ops = slices.DeleteFunc(g.ops, func(t T) bool {
		err := decided(t)
		if err == nil {
			return false
		}
		if t.base().claim() {
			t.base().done <- err
		}
		return true
	})
}

func (g *grouper[T]) ring() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// close refuses further calls and ends those that wait.
func (g *grouper[T]) close() {
	g.mu.Lock()
	g.closed = true
	g.ring()
	g.mu.Unlock()
	<-g.finished
}
