package postgres

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/store"
	"anamnesis/internal/store/postgres/pgtest"

	"github.com/google/uuid"
)

const benchClients = 64

// BenchmarkTurn is what a turn of a conversation costs on a server that writes for good: look for the reply, read,
// update with a reply; 64 clients, each with a consultation of its own.
func BenchmarkTurn(b *testing.B) {
	server, err := pgtest.Start(pgtest.Options{Durable: true})
	pgtest.Need(b, err)
	defer server.Close()
	dsn, err := server.Database(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for name, batch := range map[string]int{"group": 0, "one_each": 1} {
		b.Run(name, func(b *testing.B) {
			o := quiet
			o.MaxBatch = batch
			benchTurn(b, open(b, dsn, o))
		})
	}
}

func benchTurn(b *testing.B, s *Store) {
	ctx, cs, at := context.Background(), s.Consultations(), time.Now()
	var turns atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range benchClients {
		wg.Go(func() {
			c := store.Consultation{SID: uuid.Must(uuid.NewV7()).String(), PartnerID: "p", Started: at, Updated: at, State: make([]byte, 1500)}
			err := cs.Create(ctx, c, nil)
			for n := turns.Add(1); n <= int64(b.N) && err == nil; n = turns.Add(1) {
				key := fmt.Append(nil, n)
				_, _ = cs.Reply(ctx, c.SID, key)
				if c, err = cs.Get(ctx, c.SID); err == nil {
					err = cs.Update(ctx, c.SID, c.Version, store.Change{State: c.State, At: at, Reply: &store.Reply{KeyHash: key, Body: c.State}})
				}
			}
			if err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
}
