package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"strings"
	"sync"

	"anamnesis/internal/store"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// writer owns the one connection that writes.
type writer struct {
	db       *sql.DB
	max      int // writes in one transaction
	queue    *queue
	wrote    func() // called after each commit
	recent   *recent
	foreign  int64      // changes by other processes, as SQLite counts them
	mu       sync.Mutex // held during a transaction; the checkpointer holds it where it needs writers to stand still
	conn     *conn      // nil after it was discarded, until the next transaction
	finished chan struct{}
}

func newWriter(db *sql.DB, c *conn, max int, recent *recent, wrote func()) *writer {
	return &writer{db: db, conn: c, max: max, recent: recent, wrote: wrote, queue: newQueue(), finished: make(chan struct{})}
}

// do queues a write and waits for its transaction. Given up before the writer takes it, it never happens.
func (w *writer) do(ctx context.Context, run func(*conn) error) error { return w.doThen(ctx, run, nil) }

// doThen is do with something that is called once the write is committed.
func (w *writer) doThen(ctx context.Context, run func(*conn) error, then func()) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	o := &op{run: run, then: then, done: make(chan error, 1)}
	if !w.queue.put(o) {
		return store.ErrClosed
	}
	select {
	case err := <-o.done:
		return err
	case <-ctx.Done():
	}
	if o.claim() {
		return ctx.Err()
	}
	return <-o.done
}

// loop is the writer's goroutine; it ends once the queue is closed and empty.
func (w *writer) loop() {
	defer close(w.finished)
	for range w.queue.wake {
		waiting, closed := w.queue.status()
		if waiting {
			w.batch()
		} else if closed {
			return
		}
		if closed {
			w.queue.ring()
		}
	}
}

// batch takes the writes only once the transaction has begun: while another process holds the lock, more gather and
// those that have waited too long can still leave.
func (w *writer) batch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := w.begin()
	runtime.Gosched() // turns that are about to write come along
	ops := w.queue.take(w.max)
	if err == nil {
		err = w.finish(ops)
	}
	if len(ops) > 1 && ofItsOwn(err) {
		for _, o := range ops {
			w.alone(o)
		}
		return
	}
	answer(ops, err)
}

func (w *writer) alone(o *op) {
	err := w.begin()
	if err == nil {
		err = w.finish([]*op{o})
	}
	answer([]*op{o}, err)
}

func (w *writer) begin() error {
	if w.conn == nil {
		c, err := openConn(context.Background(), w.db)
		if err != nil {
			return doing(err, "reconnect the writer")
		}
		w.conn = c
	}
	_, err := w.conn.exec("BEGIN IMMEDIATE")
	if err != nil {
		w.rollback()
		return doing(err, "begin")
	}
	return doing(w.notice(), "begin")
}

// notice forgets what is known of consultations where another process has written since the last look.
func (w *writer) notice() error {
	var n int64
	if err := w.conn.row("PRAGMA data_version", nil, &n); err != nil {
		return err
	}
	if n != w.foreign {
		w.foreign = n
		w.recent.clear()
	}
	return nil
}

// look is notice between transactions. Without it a process that does not write would not learn that another does.
func (w *writer) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil || w.notice() != nil {
		w.recent.clear()
	}
}

// finish runs the writes and commits. On an error the transaction is gone and none of them has happened.
func (w *writer) finish(ops []*op) error {
	for _, o := range ops {
		if o.err = o.run(w.conn); o.err != nil && !refused(o.err) {
			w.rollback()
			return o.err
		}
	}
	if _, err := w.conn.exec("COMMIT"); err != nil {
		w.recent.clear() // what has happened is not known
		w.rollback()
		return doing(err, "commit")
	}
	for _, o := range ops {
		if o.err == nil && o.then != nil {
			o.then()
		}
	}
	if len(ops) > 0 {
		w.wrote()
	}
	return nil
}

// rollback leaves no transaction open, whatever the disk says: a connection that cannot roll back is thrown away.
// SQLite rolls back by itself after some errors, and then has nothing to roll back.
func (w *writer) rollback() {
	_, err := w.conn.exec("ROLLBACK")
	if err == nil || strings.Contains(err.Error(), "no transaction is active") {
		return
	}
	w.conn.discard()
	w.conn = nil
}

// answer gives each its own result, or all the error that undid the transaction.
func answer(ops []*op, err error) {
	for _, o := range ops {
		if err != nil {
			o.err = err
		}
		o.done <- o.err
	}
}

// refused reports an error of the contract: the write changed nothing.
func refused(err error) bool {
	return errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrExists)
}

// ofItsOwn reports an error that lies in one write and not in the disk, so that its neighbours deserve another try.
func ofItsOwn(err error) bool {
	var e *driver.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case lib.SQLITE_CONSTRAINT, lib.SQLITE_TOOBIG, lib.SQLITE_MISMATCH, lib.SQLITE_ERROR:
		return true
	}
	return false
}

func (w *writer) close() error {
	w.queue.close()
	<-w.finished
	w.mu.Lock() // the checkpointer may be looking; a statement closed under it is memory given back to SQLite
	defer w.mu.Unlock()
	if w.conn == nil {
		return nil
	}
	c := w.conn
	w.conn = nil
	return c.close()
}
