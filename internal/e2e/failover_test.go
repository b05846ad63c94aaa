package e2e

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/store/postgres/pgtest"
)

// TestFailover kills the primary under load and promotes its synchronous standby, which the DSN names as well: nothing
// acknowledged is missing there, and the service finds it without being told.
func TestFailover(t *testing.T) {
	if *storeName != onPostgres {
		t.Skip("a SQLite file has no standby")
	}
	primary, err := pgtest.Start(pgtest.Options{})
	pgtest.Need(t, err)
	defer primary.Close()
	if _, err := primary.Database(t.Context()); err != nil {
		t.Fatal(err)
	}
	standby, err := primary.Standby(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Close()
	dsn := fmt.Sprintf("postgres://test@127.0.0.1:%d,127.0.0.1:%d/test1?sslmode=disable", primary.Port(), standby.Port())
	s, err := startWith(app.Config{Database: dsn})
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	watch := newWatcher(t, s)
	crew := newCrew(t, s.URL(), s.creds, 8)
	time.Sleep(500 * time.Millisecond)
	primary.Stop(syscall.SIGKILL)
	gone := time.Now()
	time.Sleep(500 * time.Millisecond)
	if err := standby.Promote(t.Context()); err != nil {
		t.Fatal(err)
	}
	watch.outage(t, "failed over", gone, answers(t, dsn))
	crew.settled()
	time.Sleep(300 * time.Millisecond)
	answered := crew.rest()
	crew.check(t, s, map[string]int{sid(watch.token): 0})
	t.Logf("%d acknowledged calls; of open fate: %d applied, %d not", answered, crew.applied, crew.dropped)
}
