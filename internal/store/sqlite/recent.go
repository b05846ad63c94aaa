package sqlite

import (
	"hash/maphash"
	"slices"
	"sync"

	"anamnesis/internal/store"
)

// recentShards is the number of locks of recent.
const recentShards = 32

// recent keeps the consultations that were written last, so that a turn does not read what the turn before it wrote.
// It holds committed states only, and forgets everything when another process has written (see writer.look). Of each
// shard it keeps two generations: what is used moves to the young one, and the old one goes when that is full.
type recent struct {
	seed   maphash.Seed
	limit  int // consultations a generation of one shard
	shards [recentShards]recentShard
}

type recentShard struct {
	mu         sync.Mutex
	young, old map[string]*kept
	changes    uint64 // grows with every change, so that a reader knows that what it has read is the last
}

// kept is a consultation as it was committed. It is not changed once made.
type kept struct {
	store.Consultation
	row int64 // of the table
}

func newRecent(size int) *recent {
	r := &recent{seed: maphash.MakeSeed(), limit: max(1, size/recentShards/2)}
	r.clear()
	return r
}

func (r *recent) shard(sid string) *recentShard {
	return &r.shards[maphash.String(r.seed, sid)%recentShards]
}

// get gives what is known, or the shard's count of changes for fill.
func (r *recent) get(sid string) (k *kept, changes uint64) {
	s := r.shard(sid)
	s.mu.Lock()
	defer s.mu.Unlock()
	if k = s.young[sid]; k == nil {
		if k = s.old[sid]; k != nil {
			s.put(k, r.limit)
		}
	}
	return k, s.changes
}

// put keeps what was committed.
func (r *recent) put(k *kept) {
	s := r.shard(k.SID)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	s.put(k, r.limit)
}

// fill keeps what was read after get, unless the shard has changed since.
func (r *recent) fill(k *kept, changes uint64) {
	s := r.shard(k.SID)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changes == changes {
		s.put(k, r.limit)
	}
}

func (s *recentShard) put(k *kept, limit int) {
	if len(s.young) >= limit && s.young[k.SID] == nil {
		s.old, s.young = s.young, make(map[string]*kept, limit)
	}
	s.young[k.SID] = k
}

// forget drops one.
func (r *recent) forget(sid string) {
	s := r.shard(sid)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	delete(s.young, sid)
	delete(s.old, sid)
}

// clear drops all.
func (r *recent) clear() {
	for i := range r.shards {
		s := &r.shards[i]
		s.mu.Lock()
		s.changes++
		s.young, s.old = make(map[string]*kept), nil
		s.mu.Unlock()
	}
}

// copied is the consultation for a caller, to whom its state belongs.
func (k *kept) copied() store.Consultation {
	v := k.Consultation
	v.State = slices.Clone(v.State)
	return v
}
