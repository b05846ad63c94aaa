package postgres

import (
	"fmt"
	"os"
	"testing"
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/store/postgres/pgtest"
	"anamnesis/internal/store/storetest"
)

// shared is this binary's server.
var shared pgtest.Shared

func TestMain(m *testing.M) {
	code := m.Run()
	if err := shared.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// quiet is for tests in which a slow machine is not an outage.
var quiet = Options{Timeout: 20 * time.Second}

func open(t testing.TB, dsn string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), dsn, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func TestConformance(t *testing.T) {
	dsn := shared.Database(t)
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, dsn, quiet) })
}
