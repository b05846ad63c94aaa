package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/store"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

var conflictSteps = flag.Int("conflict.steps", 6000, "updates that TestTwoProcessesInConflict tries")

// asked runs a query of one value on a connection of its own.
func asked[T any](t testing.TB, dsn, query string, args ...any) (v T) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if err := c.QueryRow(t.Context(), query, args...).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestTwoProcessesInConflict lets two stores update the same few consultations in groups, with replies and events
// beside them: each step that was acknowledged is one version, and no two groups ever wait for each other in a circle.
func TestTwoProcessesInConflict(t *testing.T) {
	dsn := shared.Database(t)
	stores := []*Store{open(t, dsn, quiet), open(t, dsn, quiet)}
	sids := make([]string, 24)
	for i := range sids {
		sids[i] = uuid.Must(uuid.NewV7()).String()
		at := time.Now()
		if err := stores[0].Consultations().Create(t.Context(), store.Consultation{SID: sids[i], PartnerID: "p", Started: at, Updated: at}, nil); err != nil {
			t.Fatal(err)
		}
	}
	acknowledged := make([]atomic.Int64, len(sids))
	var steps, conflicts atomic.Int64
	var wg sync.WaitGroup
	for i := range 32 {
		s := stores[i%2]
		r := rand.New(rand.NewPCG(3, uint64(i)))
		wg.Go(func() {
			for n := steps.Add(1); n <= int64(*conflictSteps); n = steps.Add(1) {
				i := r.IntN(len(sids))
				switch err := step(t.Context(), s, sids[i], n); {
				case err == nil:
					acknowledged[i].Add(1)
				case errors.Is(err, store.ErrConflict):
					conflicts.Add(1)
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	total := int64(0)
	for i, sid := range sids {
		c, err := stores[1].Consultations().Get(t.Context(), sid)
		if err != nil || c.Version != 1+acknowledged[i].Load() {
			t.Errorf("%s is at version %d after %d acknowledged updates, %v", sid, c.Version, acknowledged[i].Load(), err)
		}
		total += acknowledged[i].Load()
	}
	t.Logf("%d updates acknowledged, %d conflicts", total, conflicts.Load())
	if total == 0 || conflicts.Load() == 0 {
		t.Error("nothing was in conflict")
	}
	for _, s := range stores {
		if err := s.Close(); err != nil { // statistics are counted when a connection ends
			t.Error(err)
		}
	}
	if n := asked[int64](t, dsn, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

func step(ctx context.Context, s *Store, sid string, n int64) error {
	c, err := s.Consultations().Get(ctx, sid)
	if err != nil {
		return err
	}
	change := store.Change{State: fmt.Append(nil, n), At: time.Now()}
	if n%2 == 0 {
		change.Reply = &store.Reply{KeyHash: fmt.Append(nil, n), Body: fmt.Append(nil, n)}
	}
	if n%5 == 0 {
		if err := s.Events().AddEvent(ctx, store.Event{SID: sid, PartnerID: "p", Name: "n", At: change.At}); err != nil {
			return err
		}
	}
	return s.Consultations().Update(ctx, sid, c.Version, change)
}
