package sqlite

import (
	"path/filepath"
	"testing"

	"anamnesis/internal/store"
	"anamnesis/internal/store/storetest"
)

func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{})
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

func openNew(t testing.TB) *Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "test.db"))
}

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return openNew(t) })
}
