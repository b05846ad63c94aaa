package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"anamnesis/internal/store"
)

func TestOpenRefuses(t *testing.T) {
	for _, path := range []string{"", ":memory:", "file::memory:?cache=shared", "file:x.db?mode=memory", filepath.Join(t.TempDir(), "missing", "x.db")} {
		if s, err := Open(t.Context(), path, Options{}); err == nil {
			s.Close()
			t.Errorf("Open(%q) succeeded", path)
		}
	}
	notOurs := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(notOurs, []byte("this is a text and no database, long enough to be read as a header of one........................"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(t.Context(), notOurs, Options{}); err == nil {
		s.Close()
		t.Error("opened a text file")
	}
}

func TestOpenTakesAnyPath(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a b?c#d%20é&_pragma=query_only(1).db")
	s := open(t, path)
	update(t, s, "s")
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestFilesArePrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, path)
	update(t, s, "s")
	for _, suffix := range []string{"", "-wal", "-shm", "-migrate"} {
		info, err := os.Stat(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", path+suffix, info.Mode())
		}
	}
}

// The settings that durability and the checkpointer rest on.
func TestPragmas(t *testing.T) {
	s := openNew(t)
	const full, on = 2, 1
	want := map[string]int{"synchronous": full, "wal_autocheckpoint": 0, "busy_timeout": 5000, "secure_delete": on}
	got := map[string]int{}
	err := s.writer.do(t.Context(), func(c *conn) error {
		for name := range want {
			var n int
			if err := c.row("PRAGMA "+name, nil, &n); err != nil {
				return err
			}
			got[name] = n
		}
		return nil
	})
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("error %v, -want +got\n%s", err, d)
	}
	var mode string
	err = s.readers.do(t.Context(), func(c *conn) error {
		if _, err := c.exec("DELETE FROM partners"); err == nil {
			t.Error("a reader writes")
		}
		return c.row("PRAGMA journal_mode", nil, &mode)
	})
	if err != nil || mode != "wal" {
		t.Errorf("journal_mode %q, error %v", mode, err)
	}
}

func TestReopenKeepsEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	for i := range 3 {
		s, err := Open(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for j := range i {
			if v := update(t, s, fmt.Sprint("s", j)); v != int64(i-j+1) {
				t.Errorf("round %d: s%d is at version %d", i, j, v)
			}
		}
		update(t, s, fmt.Sprint("s", i))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			t.Errorf("a log of %d bytes remains after Close", info.Size())
		}
	}
}

// Processes that start together on a new file, and then write to it together.
func TestManyOpenOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	stores := make([]*Store, 6)
	var wg sync.WaitGroup
	for i := range stores {
		wg.Go(func() {
			s, err := Open(t.Context(), path, Options{Readers: 1, BusyTimeout: time.Minute})
			if err != nil {
				t.Error(err)
				return
			}
			stores[i] = s
			for range 20 {
				update(t, s, fmt.Sprint("own", i))
			}
		})
	}
	wg.Wait()
	for i, s := range stores {
		if s == nil {
			continue
		}
		for j := range stores {
			c, err := stores[j].Consultations().Get(t.Context(), fmt.Sprint("own", i))
			if err != nil || c.Version != 20 {
				t.Errorf("store %d sees own%d at version %d, error %v", j, i, c.Version, err)
			}
		}
	}
	for _, s := range stores {
		if s != nil {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestOpenHonoursContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := Open(ctx, path, Options{}); err == nil {
		s.Close()
		t.Error("opened with a cancelled context")
	}
	update(t, open(t, path), "s")
}

// The file is an ordinary SQLite database for other tools.
func TestIntegrity(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := open(t, path)
	update(t, s, "s")
	checkIntegrity(t, path)
}

func checkIntegrity(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, "busy_timeout(5000)"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity: %s, error %v", verdict, err)
	}
}

// update creates the consultation or takes it one version on, and returns its version.
func update(t testing.TB, s *Store, sid string) int64 {
	t.Helper()
	ctx, cs, now := context.Background(), s.Consultations(), time.Unix(1_700_000_000, 0)
	c, err := cs.Get(ctx, sid)
	if err != nil {
		err = cs.Create(ctx, store.Consultation{SID: sid, PartnerID: "p", Started: now, Updated: now}, nil)
	} else {
		err = cs.Update(ctx, sid, c.Version, store.Change{State: []byte("state"), At: now})
	}
	if err != nil {
		t.Error(err)
	}
	return c.Version + 1
}
