package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/internal/store"
)

const benchClients = 64

// BenchmarkUpdate compares 64 clients that share transactions with the same clients at one transaction each.
func BenchmarkUpdate(b *testing.B) {
	for _, bench := range []struct {
		name  string
		batch int
		reply bool
	}{
		{"group", 0, false},
		{"group_with_reply", 0, true},
		{"one_transaction_each", 1, false},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s, err := Open(b.Context(), b.TempDir()+"/bench.db", Options{MaxBatch: bench.batch})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			benchUpdate(b, s, bench.reply, false)
		})
	}
}

// BenchmarkTurn is what a turn of a conversation costs: look for the reply, read, update with a reply.
func BenchmarkTurn(b *testing.B) {
	s := openNew(b)
	benchUpdate(b, s, true, true)
}

func BenchmarkGet(b *testing.B) {
	s := openNew(b)
	if err := s.Consultations().Create(b.Context(), store.Consultation{SID: "s", State: make([]byte, 1500)}, nil); err != nil {
		b.Fatal(err)
	}
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.Consultations().Get(context.Background(), "s"); err != nil {
				b.Error(err)
			}
		}
	})
}

func benchUpdate(b *testing.B, s *Store, reply, read bool) {
	ctx, cs := context.Background(), s.Consultations()
	now := time.Unix(1_700_000_000, 0)
	for i := range benchClients {
		if err := cs.Create(ctx, store.Consultation{SID: fmt.Sprint("s", i), PartnerID: "p", Started: now, Updated: now}, nil); err != nil {
			b.Fatal(err)
		}
	}
	state, body := bytes.Repeat([]byte("s"), 1500), bytes.Repeat([]byte("b"), 1600)
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range benchClients {
		wg.Go(func() {
			sid := fmt.Sprint("s", i)
			for v := int64(1); left.Add(-1) >= 0; v++ {
				c := store.Change{State: state, At: now}
				key := fmt.Append(nil, v)
				if reply {
					c.Reply = &store.Reply{KeyHash: key, Body: body}
				}
				if read {
					_, _ = cs.Reply(ctx, sid, key)
					if _, err := cs.Get(ctx, sid); err != nil {
						b.Error(err)
					}
				}
				if err := cs.Update(ctx, sid, v, c); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
}
