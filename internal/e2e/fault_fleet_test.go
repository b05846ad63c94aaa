package e2e

import (
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"

	"anamnesis/internal/auth"
)

// howOften is short in `make test` and long in `make test-faults`.
func howOften(short, long int) int {
	if os.Getenv("ANAMNESIS_FAULTS") == "long" {
		return long
	}
	return short
}

// fleet is services on one database, each in a process of its own that can be killed and frozen: three on PostgreSQL,
// one on SQLite.
type fleet struct {
	dsn   string
	creds auth.Credentials

	mu       sync.Mutex
	replicas []*child
}

func newFleet(t *testing.T) *fleet {
	t.Helper()
	f := &fleet{}
	f.dsn, f.creds = newDatabase(t)
	n := 1
	if *storeName == onPostgres {
		n = 3
	}
	for range n {
		f.replicas = append(f.replicas, startChild(t, ownChild(f.dsn)))
	}
	t.Cleanup(func() {
		for _, c := range f.replicas {
			c.kill()
		}
	})
	return f
}

// any is the address of one of them, dead or alive.
func (f *fleet) any() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.replicas[rand.IntN(len(f.replicas))].url
}

// restart kills a replica; another takes its place.
func (f *fleet) restart(t *testing.T, i int) {
	t.Helper()
	f.replicas[i].kill()
	c := startChild(t, ownChild(f.dsn))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.replicas[i] = c
}

// freeze stops a replica's clock until thaw is called: its connections stay open and what it was doing waits.
func (f *fleet) freeze(i int) (thaw func()) {
	p := f.replicas[i].cmd.Process
	_ = p.Signal(syscall.SIGSTOP)
	return func() { _ = p.Signal(syscall.SIGCONT) }
}
