package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/store"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// hold keeps the writer still until release is called, so that writes gather in the queue.
func hold(s *Store) (release func()) {
	s.writer.mu.Lock()
	return s.writer.mu.Unlock
}

// queued waits until n writes are in the queue.
func queued(t *testing.T, s *Store, n int) {
	t.Helper()
	for range 1000 {
		s.writer.queue.mu.Lock()
		have := len(s.writer.queue.ops)
		s.writer.queue.mu.Unlock()
		if have == n {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("never saw %d writes in the queue", n)
}

func insert(sid string) func(*conn) error {
	return func(c *conn) error {
		_, err := c.exec(`INSERT INTO feedback (sid, partner_id, stars, labels, message, at) VALUES (?, 'p', 1, '[]', '', 0)`, sid)
		return err
	}
}

func hasFeedback(t *testing.T, s *Store, sid string) bool {
	t.Helper()
	_, err := s.Events().Feedback(context.Background(), sid)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	return err == nil
}

// All that wait share one transaction; a refused one leaves the others alone.
func TestGroupCommit(t *testing.T) {
	s := openNew(t)
	commits := 0
	wrote := s.writer.wrote
	release := hold(s)
	s.writer.wrote = func() { commits++; wrote() }
	errs := make([]error, 50)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			run := insert(fmt.Sprint(i))
			if i%10 == 3 {
				run = func(*conn) error { return store.ErrConflict }
			}
			errs[i] = s.writer.do(t.Context(), run)
		})
	}
	queued(t, s, len(errs))
	release()
	wg.Wait()
	for i, err := range errs {
		if refused := i%10 == 3; refused != errors.Is(err, store.ErrConflict) || !refused && err != nil || hasFeedback(t, s, fmt.Sprint(i)) == refused {
			t.Errorf("write %d: error %v", i, err)
		}
	}
	if commits != 1 {
		t.Errorf("%d commits, want 1", commits)
	}
}

// A write that fails for a reason of its own neither fails the others nor leaves its own first half.
func TestBadWriteFailsAlone(t *testing.T) {
	s := openNew(t)
	release := hold(s)
	errs := make([]error, 20)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			errs[i] = s.writer.do(t.Context(), func(c *conn) error {
				err := insert(fmt.Sprint(i))(c)
				if i == 7 && err == nil {
					_, err = c.exec(`INSERT INTO replies (sid, key_hash, at, body) VALUES ('s', NULL, 0, x'')`)
				}
				return err
			})
		})
	}
	queued(t, s, len(errs))
	release()
	wg.Wait()
	for i, err := range errs {
		if bad := i == 7; bad != (err != nil) || hasFeedback(t, s, fmt.Sprint(i)) == bad {
			t.Errorf("write %d: error %v", i, err)
		}
	}
}

func TestCancelledInQueueNeverHappens(t *testing.T) {
	s := openNew(t)
	release := hold(s)
	ctx, cancel := context.WithCancel(t.Context())
	gone, stays := make(chan error, 1), make(chan error, 1)
	go func() { gone <- s.writer.do(ctx, insert("gone")) }()
	queued(t, s, 1)
	go func() { stays <- s.writer.do(t.Context(), insert("stays")) }()
	queued(t, s, 2)
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("given up: error %v", err)
	}
	release()
	if err := <-stays; err != nil {
		t.Errorf("neighbour: error %v", err)
	}
	if hasFeedback(t, s, "gone") || !hasFeedback(t, s, "stays") {
		t.Error("the write given up happened, or its neighbour did not")
	}
}

// Once taken a write is answered with what happened to it, whatever its context says.
func TestCancelledAfterTakenIsAnswered(t *testing.T) {
	s := openNew(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.writer.do(ctx, func(c *conn) error {
		cancel()
		time.Sleep(20 * time.Millisecond)
		return insert("x")(c)
	})
	if err != nil || !hasFeedback(t, s, "x") {
		t.Errorf("error %v, written %v", err, hasFeedback(t, s, "x"))
	}
}

func TestCloseCompletesWhatWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(t.Context(), path, Options{MaxBatch: 3})
	if err != nil {
		t.Fatal(err)
	}
	release := hold(s)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := s.writer.do(context.Background(), insert(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	queued(t, s, 20)
	wg.Go(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	release()
	wg.Wait()
	again := open(t, path)
	for i := range 20 {
		if !hasFeedback(t, again, fmt.Sprint(i)) {
			t.Errorf("write %d is missing", i)
		}
	}
}

// A full disk fails the writes of its batch and nothing else; when there is room again, writing goes on.
func TestFullDisk(t *testing.T) {
	s := openNew(t)
	update(t, s, "before")
	limit(t, s, "PRAGMA max_page_count = 1") // SQLite makes of it the present size
	big := store.Event{SID: "s", PartnerID: "p", Name: "n", Payload: make([]byte, 1<<20), At: time.Unix(0, 0)}
	for range 3 {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				var e *driver.Error
				err := s.Events().AddEvent(context.Background(), big)
				if !errors.As(err, &e) || e.Code()&0xff != lib.SQLITE_FULL {
					t.Errorf("got error %v, want that the disk is full", err)
				}
			})
		}
		wg.Wait()
		update(t, s, "before") // fits into the pages there are
	}
	if got, err := s.Events().Events(t.Context(), "s"); err != nil || len(got) != 0 {
		t.Errorf("%d events of failed writes, error %v", len(got), err)
	}
	limit(t, s, "PRAGMA max_page_count = 1000000")
	if err := s.Events().AddEvent(t.Context(), big); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func limit(t *testing.T, s *Store, pragma string) {
	t.Helper()
	err := s.writer.do(t.Context(), func(c *conn) error {
		var pages int
		return c.row(pragma, nil, &pages)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A connection lost in the middle of a transaction is replaced.
func TestLostConnection(t *testing.T) {
	s := openNew(t)
	err := s.writer.do(t.Context(), func(c *conn) error {
		if err := insert("half")(c); err != nil {
			return err
		}
		c.discard()
		return errors.New("the connection broke")
	})
	if err == nil {
		t.Fatal("no error")
	}
	if err := s.writer.do(t.Context(), insert("after")); err != nil {
		t.Errorf("after it: %v", err)
	}
	if hasFeedback(t, s, "half") || !hasFeedback(t, s, "after") {
		t.Error("half a transaction remains, or the next is missing")
	}
}

// While another process holds the lock, writes wait, may leave, and fail when it takes too long.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	other := open(t, path)
	s, err := Open(t.Context(), path, Options{BusyTimeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	held, release := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		done <- other.writer.do(context.Background(), func(*conn) error { close(held); <-release; return nil })
	}()
	<-held
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := s.writer.do(ctx, insert("left")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got error %v, want that it left", err)
	}
	var e *driver.Error
	if err := s.writer.do(t.Context(), insert("late")); !errors.As(err, &e) || e.Code()&0xff != lib.SQLITE_BUSY {
		t.Errorf("got error %v, want that the database is busy", err)
	}
	close(release)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := s.writer.do(t.Context(), insert("after")); err != nil {
		t.Error(err)
	}
	if hasFeedback(t, s, "left") || hasFeedback(t, s, "late") || !hasFeedback(t, s, "after") {
		t.Error("a write that failed happened, or the next did not")
	}
}

func TestQueueTakesInOrderWhatIsLeft(t *testing.T) {
	q := newQueue()
	ops := make([]*op, 5)
	for i := range ops {
		ops[i] = &op{}
		q.put(ops[i])
	}
	ops[1].claim()
	for _, want := range [][]*op{{ops[0], ops[2]}, {ops[3], ops[4]}, nil} {
		got := q.take(2)
		if len(got) != len(want) {
			t.Fatalf("took %d, want %d", len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("wrong write at %d", i)
			}
		}
	}
	q.close()
	if q.put(&op{}) {
		t.Error("a closed queue took a write")
	}
}
