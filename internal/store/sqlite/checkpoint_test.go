package sqlite

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/store"
)

// eventually waits up to five seconds for the background to get there.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 500 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("never happened: %s", what)
}

// Without automatic checkpoints the log must not grow on under load.
func TestLogStaysBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(t.Context(), path, Options{CheckpointEvery: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const total = 160 << 20 // bytes written, more than twice truncatePages
	payload := make([]byte, 64<<10)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range total / len(payload) / 4 {
				e := store.Event{SID: "s", PartnerID: "p", Name: "n", Payload: payload}
				if err := s.Events().AddEvent(context.Background(), e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if size := size(t, path+"-wal"); size > (truncatePages+restartPages)*4096 {
		t.Errorf("the log has %d MiB", size>>20)
	}
}

// What was erased is gone from the files too, the log included.
func TestErasedBytesLeaveTheFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, path)
	secret := strings.Repeat("very private ", 1000)
	ctx, cs, now := t.Context(), s.Consultations(), time.Unix(1_700_000_000, 0)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(cs.Create(ctx, store.Consultation{SID: "s", PartnerID: "p", Started: now, Updated: now, State: []byte(secret)}, &store.Reply{KeyHash: []byte("k"), Body: []byte(secret)}))
	must(s.Events().AddEvent(ctx, store.Event{SID: "s", PartnerID: "p", Name: "n", Payload: []byte(secret), At: now}))
	update(t, s, "other")
	if !found(t, path, "very private") {
		t.Fatal("the test looks in the wrong place")
	}
	must(cs.Erase(ctx, "s"))
	eventually(t, "the erased bytes leave the files", func() bool { return !found(t, path, "very private") })
}

// A reader that stays holds up the log's restart; writers go on meanwhile.
func TestWritersGoOnBesideALongReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(t.Context(), path, Options{CheckpointEvery: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	update(t, s, "s")
	err = s.readers.snapshot(t.Context(), func(c *conn) error {
		if _, err := c.has(`SELECT count(*) FROM consultations`); err != nil {
			return err
		}
		s.check.clear.Store(true) // asks for a truncation that the reader prevents
		began, slowest := time.Now(), time.Duration(0)
		for time.Since(began) < 600*time.Millisecond {
			one := time.Now()
			update(t, s, "s")
			slowest = max(slowest, time.Since(one))
		}
		if slowest > time.Second {
			t.Errorf("a write waited %v", slowest)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the log is emptied after the reader left", func() bool { return size(t, path+"-wal") == 0 })
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

func found(t *testing.T, path, what string) bool {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		b, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(b, []byte(what)) {
			return true
		}
	}
	return false
}

// TestCloseWhileLooking closes stores whose checkpointer looks at the writer's connection all the time.
func TestCloseWhileLooking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "look.db")
	for range 60 {
		s, err := Open(t.Context(), path, Options{CheckpointEvery: time.Microsecond, Readers: 1})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
