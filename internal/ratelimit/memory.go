package ratelimit

import (
	"context"
	"hash/maphash"
	"strings"
	"sync"
	"time"
)

// DefaultMaxKeys is how many keys a Memory remembers unless told otherwise: about 8 MB.
const DefaultMaxKeys = 1 << 16

const (
	shardCount  = 64 // locks, so that cores rarely meet on one
	evictSample = 8  // keys looked at to find one to forget
)

// Memory is the Limiter of a single process. Its size is bounded: past MaxKeys it forgets, of a few random keys, the
// one not seen for longest, and a forgotten key starts with a full burst and its whole daily quota. Keys are partners
// that have shown a valid api key, so that point is far away in practice. A restart forgets everything.
type Memory struct {
	seed   maphash.Seed
	max    int // keys a shard
	shards [shardCount]shard
}

type shard struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	_       [48]byte // a cache line each
}

// NewMemory makes a limiter for maxKeys keys, rounded up to a multiple of 64; 0 means DefaultMaxKeys.
func NewMemory(maxKeys int) *Memory {
	if maxKeys <= 0 {
		maxKeys = DefaultMaxKeys
	}
	m := &Memory{seed: maphash.MakeSeed(), max: (maxKeys + shardCount - 1) / shardCount}
	for i := range m.shards {
		m.shards[i].buckets = make(map[string]*bucket)
	}
	return m
}

// Allow implements Limiter. A key already known costs one lock and no allocation; ctx is not used.
func (m *Memory) Allow(_ context.Context, key string, p Policy, now time.Time) Decision {
	if p.Unlimited() {
		return Decision{Allowed: true}
	}
	s := &m.shards[maphash.String(m.seed, key)%shardCount]
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.buckets[key]
	if b == nil {
		b = s.admit(key, m.max)
	}
	return b.take(p, now)
}

// admit adds a key, in the place of an old one where the shard is full. It clones the key, which may be part of a
// larger request buffer.
func (s *shard) admit(key string, limit int) *bucket {
	b := new(bucket)
	if len(s.buckets) >= limit {
		b = s.evict()
	}
	s.buckets[strings.Clone(key)] = b
	return b
}

// evict removes the longest unseen of a few keys (map order is random enough) and hands over its memory.
func (s *shard) evict() *bucket {
	var (
		oldest *bucket
		victim string
		n      int
	)
	for k, b := range s.buckets {
		if oldest == nil || b.seen < oldest.seen {
			oldest, victim = b, k
		}
		if n++; n == evictSample {
			break
		}
	}
	delete(s.buckets, victim)
	*oldest = bucket{}
	return oldest
}

// Len is the number of keys remembered now.
func (m *Memory) Len() int {
	n := 0
	for i := range m.shards {
		s := &m.shards[i]
		s.mu.Lock()
		n += len(s.buckets)
		s.mu.Unlock()
	}
	return n
}
