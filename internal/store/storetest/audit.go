package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"anamnesis/internal/store"
)

var auditTests = map[string]func(*testing.T, store.Store){
	"an audit entry comes back whole": func(t *testing.T, s store.Store) {
		e, err := s.Audit().Append(t.Context(), func(store.AuditEntry) store.AuditEntry {
			return store.AuditEntry{At: start, Actor: words, Action: "a", Target: "t", Detail: `{"k":"v"}`, Hash: odd}
		})
		must(t, err)
		sameAfter(t, []store.AuditEntry{{Seq: e.Seq, At: start, Actor: words, Action: "a", Target: "t", Detail: `{"k":"v"}`, Hash: odd}})(s.Audit().Entries(t.Context(), e.Seq-1, 1))
	},
	"of many who append each sees the one before": func(t *testing.T, s store.Store) {
		const each, many = 8, 16
		name := newID()
		seen := map[int64]store.AuditEntry{}
		var mu sync.Mutex
		var wg sync.WaitGroup
		for i := range many {
			wg.Go(func() {
				for n := range each {
					var last store.AuditEntry
					e, err := s.Audit().Append(context.Background(), func(prev store.AuditEntry) store.AuditEntry {
						last = prev
						return store.AuditEntry{At: start, Actor: name, Action: fmt.Sprint(i, " ", n), Hash: fmt.Appendf(nil, "%d after %s", i*each+n, prev.Hash)[:8]}
					})
					if err != nil || e.Seq != last.Seq+1 {
						t.Errorf("entry %d after %d: %v", e.Seq, last.Seq, err)
					}
					mu.Lock()
					seen[e.Seq] = last
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		same(t, many*each, len(seen))
		var after int64
		hashes := map[int64]string{}
		for {
			page, err := s.Audit().Entries(t.Context(), after, 50)
			must(t, err)
			if len(page) == 0 {
				break
			}
			for _, e := range page {
				same(t, after+1, e.Seq)
				after = e.Seq
				hashes[e.Seq] = string(e.Hash)
				if last, ok := seen[e.Seq]; ok {
					same(t, hashes[e.Seq-1], string(last.Hash))
				}
			}
		}
	},
}
