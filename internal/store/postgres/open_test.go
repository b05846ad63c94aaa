package postgres

import (
	"errors"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/store/postgres/pgtest"
)

func TestManyOpenAtOnce(t *testing.T) {
	dsn := shared.Database(t)
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			s, err := Open(t.Context(), dsn, quiet)
			if err != nil {
				t.Error(err)
				return
			}
			if err := errors.Join(s.Ping(t.Context()), s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := asked[int](t, dsn, `SELECT count(*) - count(DISTINCT version_id) FROM goose_db_version WHERE version_id > 0`); n != 0 {
		t.Errorf("%d migrations ran twice", n)
	}
	if n := asked[int](t, dsn, `SELECT count(*) FROM goose_db_version WHERE version_id > 0`); n == 0 {
		t.Error("no migration ran")
	}
}

func TestDSNIsChecked(t *testing.T) {
	for _, dsn := range []string{
		"postgres://u:secret@h:port/d", "postgres://u:secret@h/d?sslmode=perhaps", "postgres://u:secret@h/d?synchronous_commit=off", "postgres://u:secret@h/d?synchronous_commit=local",
	} {
		if err := Check(dsn); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", dsn, err)
		}
	}
	for _, dsn := range []string{"postgres://u:secret@a:5432,b:5433/d", "postgresql://u@h/d?synchronous_commit=remote_apply"} {
		if err := Check(dsn); err != nil {
			t.Errorf("%s: %v", dsn, err)
		}
	}
}

// TestOpenWaits opens a database whose server starts a while later, or never, or does not know it.
func TestOpenWaits(t *testing.T) {
	server, err := pgtest.Start(pgtest.Options{})
	pgtest.Need(t, err)
	defer server.Close()
	dsn, err := server.Database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	server.Stop(syscall.SIGQUIT)
	begin := time.Now()
	if _, err := Open(t.Context(), dsn, Options{}); err == nil || !strings.Contains(err.Error(), "connect") {
		t.Errorf("at once: %v", err)
	}
	if _, err := Open(t.Context(), dsn, Options{Wait: 200 * time.Millisecond}); err == nil || time.Since(begin) < 200*time.Millisecond {
		t.Errorf("after %v: %v", time.Since(begin), err)
	}
	started := make(chan error)
	go func() {
		time.Sleep(200 * time.Millisecond)
		started <- server.Start()
	}()
	o := quiet
	o.Wait = time.Minute
	open(t, dsn, o)
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	begin = time.Now()
	if _, err := Open(t.Context(), server.DSN("nowhere"), o); err == nil || time.Since(begin) > o.Wait/2 {
		t.Errorf("a database that does not exist: %v after %v", err, time.Since(begin))
	}
}

// TestABrokenConnectionIsNoOutage ends all connections of the store, as a proxy between may: reads go on, and a write
// that had not left is sent.
func TestABrokenConnectionIsNoOutage(t *testing.T) {
	dsn := shared.Database(t)
	s := open(t, dsn, quiet)
	c := store.Consultation{SID: "s", PartnerID: "p", Started: time.Now(), Updated: time.Now()}
	if err := s.Consultations().Create(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		asked[int](t, dsn, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		if _, err := s.Consultations().Get(t.Context(), "s"); err != nil {
			t.Error(err)
		}
		if err := s.Ping(t.Context()); err != nil {
			t.Error(err)
		}
		if err := s.Partners().SetSecret(t.Context(), "nobody", nil); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
	}
}

// TestErrorsHoldNoValues looks for what was sent in the text of an error of the server.
func TestErrorsHoldNoValues(t *testing.T) {
	s := open(t, shared.Database(t), quiet)
	err := s.Events().AddEvent(t.Context(), store.Event{SID: "s", PartnerID: "p", Name: "a headache\x00", At: time.Now()})
	if err == nil || strings.Contains(err.Error(), "headache") || !strings.Contains(err.Error(), "SQLSTATE 22021") {
		t.Errorf("%v", err)
	}
}
