package pgtest

import (
	"errors"
	"os"
	"sync"
	"testing"
)

// Shared is one server for all tests of a binary, started when the first asks. Its zero value is ready; TestMain calls
// Close at the end.
type Shared struct {
	Options
	mu     sync.Mutex
	server *Server
	err    error
}

// Server starts the server or returns it. Without PostgreSQL the test is skipped, and fails where CI is set.
func (s *Shared) Server(t testing.TB) *Server {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil && s.err == nil {
		s.server, s.err = Start(s.Options)
	}
	Need(t, s.err)
	return s.server
}

// Database makes an empty database for the test and returns its DSN.
func (s *Shared) Database(t testing.TB) string {
	t.Helper()
	dsn, err := s.Server(t).Database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return dsn
}

// Close ends the server, if there is one.
func (s *Shared) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server == nil {
		return nil
	}
	return s.server.Close()
}

// Need ends a test whose server did not start.
func Need(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case errors.Is(err, ErrMissing) && os.Getenv("CI") == "":
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}
