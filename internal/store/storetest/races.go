package storetest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"anamnesis/internal/store"
)

var raceTests = map[string]func(*testing.T, store.Store){
	"of 64 creations of a sid one wins": func(t *testing.T, s store.Store) {
		sid := newID()
		won := race(t, 64, store.ErrExists, func(ctx context.Context, i int) error {
			c := consultation(sid, "p", start)
			c.State = numbered("state", i)
			return s.Consultations().Create(ctx, c, &store.Reply{KeyHash: numbered("key", i), Body: numbered("body", i)})
		})
		checkWinner(t, s, sid, 1, won)
	},
	"of 64 updates of a version one wins, with its reply": func(t *testing.T, s store.Store) {
		c := create(t, s, consultation(newID(), "p", start), nil)
		for version := int64(1); version <= 8; version++ {
			won := race(t, 64, store.ErrConflict, func(ctx context.Context, i int) error {
				return s.Consultations().Update(ctx, c.SID, version, store.Change{
					State: numbered("state", i), At: at(1),
					Reply: &store.Reply{KeyHash: numbered("key", int(version)*100+i), Body: numbered("body", i)},
				})
			})
			checkWinner(t, s, c.SID, version+1, int(version)*100+won)
		}
	},
	"64 retries with one key apply once": func(t *testing.T, s store.Store) {
		c := create(t, s, consultation(newID(), "p", start), nil)
		race(t, 64, store.ErrConflict, func(ctx context.Context, i int) error {
			now, err := s.Consultations().Get(ctx, c.SID)
			if err != nil {
				return err
			}
			return s.Consultations().Update(ctx, c.SID, now.Version, store.Change{At: at(1), Reply: &store.Reply{KeyHash: odd, Body: odd}})
		})
		got, err := s.Consultations().Get(t.Context(), c.SID)
		must(t, err)
		same(t, int64(2), got.Version)
	},
	"updates of different consultations do not disturb each other": func(t *testing.T, s store.Store) {
		var wg sync.WaitGroup
		for i := range 64 {
			wg.Go(func() {
				c := consultation(newID(), "p", start)
				if err := s.Consultations().Create(t.Context(), c, nil); err != nil {
					t.Error(err)
				}
				for v := int64(1); v <= 10; v++ {
					if err := s.Consultations().Update(t.Context(), c.SID, v, store.Change{State: numbered("state", i), At: at(int(v))}); err != nil {
						t.Error(err)
					}
					if got, err := s.Consultations().Get(t.Context(), c.SID); err != nil || got.Version != v+1 {
						t.Errorf("own write not seen: version %d, want %d, error %v", got.Version, v+1, err)
					}
				}
			})
		}
		wg.Wait()
	},
}

// race runs n calls at once, of which one must succeed and the others fail with that error, and returns the winner.
func race(t *testing.T, n int, loses error, call func(ctx context.Context, i int) error) int {
	t.Helper()
	var wg sync.WaitGroup
	var winners atomic.Int64
	var winner atomic.Int64
	begin := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-begin
			switch err := call(t.Context(), i); {
			case err == nil:
				winners.Add(1)
				winner.Store(int64(i))
			case !errors.Is(err, loses):
				t.Errorf("loser %d: got error %v, want %v", i, err, loses)
			}
		})
	}
	close(begin)
	wg.Wait()
	if winners.Load() != 1 {
		t.Fatalf("%d winners, want 1", winners.Load())
	}
	return int(winner.Load())
}

// checkWinner looks for the state of a race's winner and for its reply, the only one. key is the number of its key.
func checkWinner(t *testing.T, s store.Store, sid string, version int64, key int) {
	t.Helper()
	got, err := s.Consultations().Get(t.Context(), sid)
	must(t, err)
	same(t, version, got.Version)
	base := key - key%100
	same(t, string(numbered("state", key-base)), string(got.State))
	for i := range 64 {
		body, err := s.Consultations().Reply(t.Context(), sid, numbered("key", base+i))
		if base+i == key {
			must(t, err)
			same(t, string(numbered("body", i)), string(body))
		} else {
			wantErr(t, err, store.ErrNotFound)
		}
	}
}
