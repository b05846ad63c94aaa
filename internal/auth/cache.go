package auth

import (
	"crypto/sha256"
	"sync"
)

// cacheShards is the number of locks of a cache.
const cacheShards = 16

// cache remembers up to a number of values by the hash of a credential, never by the credential itself. It keeps two
// generations: when the young one is full it becomes the old one, and the old one is forgotten. What is used moves
// back to the young one, so that only what was idle for a generation goes. Hashes are unpredictable, which spreads
// them evenly.
type cache[V any] struct {
	limit  int // values a generation of one shard
	shards [cacheShards]struct {
		mu         sync.RWMutex
		young, old map[[sha256.Size]byte]V
	}
}

func newCache[V any](size int) *cache[V] {
	c := &cache[V]{limit: max(1, size/cacheShards/2)}
	c.clear()
	return c
}

func (c *cache[V]) get(key [sha256.Size]byte) (V, bool) {
	s := &c.shards[key[0]%cacheShards]
	s.mu.RLock()
	v, ok := s.young[key]
	if ok {
		s.mu.RUnlock()
		return v, true
	}
	v, ok = s.old[key]
	s.mu.RUnlock()
	if ok {
		c.put(key, v)
	}
	return v, ok
}

func (c *cache[V]) put(key [sha256.Size]byte, v V) {
	s := &c.shards[key[0]%cacheShards]
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.young) >= c.limit {
		s.old, s.young = s.young, make(map[[sha256.Size]byte]V, c.limit)
	}
	s.young[key] = v
}

func (c *cache[V]) remove(key [sha256.Size]byte) {
	s := &c.shards[key[0]%cacheShards]
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.young, key)
	delete(s.old, key)
}

func (c *cache[V]) clear() {
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		s.young, s.old = make(map[[sha256.Size]byte]V), nil
		s.mu.Unlock()
	}
}

func (c *cache[V]) len() int {
	n := 0
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.RLock()
		n += len(s.young) + len(s.old)
		s.mu.RUnlock()
	}
	return n
}
