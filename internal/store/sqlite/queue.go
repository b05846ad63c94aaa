package sqlite

import (
	"sync"
	"sync/atomic"
)

// op is one write on its way into a transaction.
type op struct {
	// run does the write. It may run again after a rollback, so it sets its results, never adds to them. If it returns
	// one of the contract's errors it has changed nothing.
	run  func(*conn) error
	then func()      // called once the transaction is committed, before any result is given; may be nil
	took atomic.Bool // by the writer, or by the waiter who gave up
	done chan error  // the result; room for one
	err  error       // what run returned, until the transaction's fate is known
}

// claim reports whether the caller was first.
func (o *op) claim() bool { return o.took.CompareAndSwap(false, true) }

// queue holds the writes that wait. It needs no bound of its own: each entry is a waiting request.
type queue struct {
	mu     sync.Mutex
	ops    []*op
	closed bool
	wake   chan struct{} // holds one token while there may be work
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

// put reports false once the queue is closed.
func (q *queue) put(o *op) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.ops = append(q.ops, o)
	q.ring()
	return true
}

// take claims up to max of the waiting writes, oldest first, and skips those given up.
func (q *queue) take(max int) []*op {
	q.mu.Lock()
	defer q.mu.Unlock()
	var batch []*op
	n := 0
	for n < len(q.ops) && len(batch) < max {
		if o := q.ops[n]; o.claim() {
			batch = append(batch, o)
		}
		n++
	}
	if q.ops = q.ops[n:]; len(q.ops) == 0 {
		q.ops = nil
	} else {
		q.ring()
	}
	return batch
}

// close refuses further writes.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ring()
}

func (q *queue) status() (waiting, closed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.ops) > 0, q.closed
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.ops)
}

func (q *queue) ring() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
