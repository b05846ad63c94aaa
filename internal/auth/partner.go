package auth

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/store"
)

// A partner is remembered by its key for keyMaxAge at most: a revocation is seen by then. From half of that on one of
// the requests that use it looks again, so that the others do not wait.
const (
	keyMaxAge    = 2 * time.Second
	keyCacheSize = 1 << 16 // api keys in use
)

// PartnerStore is what this package reads of the partners. store.Partners has it.
type PartnerStore interface {
	// Partner returns one partner, or store.ErrNotFound.
	Partner(ctx context.Context, id string) (store.Partner, error)
	// PartnerByKey returns a key by its hash with its partner, revoked or not, or store.ErrNotFound.
	PartnerByKey(ctx context.Context, hash []byte) (store.Partner, store.APIKey, error)
}

// Authenticator knows partners by what they show. Safe for concurrent use.
type Authenticator struct {
	partners PartnerStore
	signer   *Signer
	now      func() time.Time
	keys     *cache[*keySlot]
}

// NewAuthenticator makes an authenticator whose logins get tokens from s, on the clock of s.
func NewAuthenticator(p PartnerStore, s *Signer) *Authenticator {
	return &Authenticator{partners: p, signer: s, now: s.cfg.Now, keys: newCache[*keySlot](keyCacheSize)}
}

// keySlot is the place of one api key in the cache.
type keySlot struct {
	cur     atomic.Pointer[knownKey]
	refresh sync.Mutex
}

// knownKey is what was read of an api key that worked. It is not changed once made.
type knownKey struct {
	partner    *store.Partner
	origins    []string // normalised
	restricted bool     // by origin
	read       time.Time
}

// age of what is known; a clock that ran back makes it old.
func (k *knownKey) age(now time.Time) time.Duration {
	if d := now.Sub(k.read); d >= 0 {
		return d
	}
	return keyMaxAge
}

// KeyCheck finds the partner that an api key belongs to. origin is the Origin header, "" where absent. It fails with
// ErrKeyUnknown, ErrKeyRevoked or ErrOrigin; other errors come from the store. The partner is shared: read only.
// Changes of a partner and revocations are seen within 2 s, new keys at once.
func (a *Authenticator) KeyCheck(ctx context.Context, apiKey, origin string) (*store.Partner, error) {
	if apiKey == "" || len(apiKey) > maxCredential {
		return nil, ErrKeyUnknown
	}
	k, err := a.key(ctx, hashAPIKey(apiKey))
	if err != nil {
		return nil, err
	}
	if err := k.originAllowed(origin); err != nil {
		return nil, err
	}
	return k.partner, nil
}

func (a *Authenticator) key(ctx context.Context, hash [sha256.Size]byte) (*knownKey, error) {
	slot, ok := a.keys.get(hash)
	if !ok {
		return a.admit(ctx, hash)
	}
	k := slot.cur.Load()
	age := k.age(a.now())
	if age < keyMaxAge/2 {
		return k, nil
	}
	if !slot.refresh.TryLock() {
		if age < keyMaxAge {
			return k, nil
		}
		slot.refresh.Lock()
	}
	defer slot.refresh.Unlock()
	return a.renew(ctx, hash, slot)
}

// admit reads a key that is not remembered, and remembers it if it works.
func (a *Authenticator) admit(ctx context.Context, hash [sha256.Size]byte) (*knownKey, error) {
	k, err := a.read(ctx, hash)
	if err != nil {
		return nil, err
	}
	slot := new(keySlot)
	slot.cur.Store(k)
	a.keys.put(hash, slot)
	return k, nil
}

// renew reads a remembered key again; the caller holds the slot's lock. While what is known is young enough a failing
// store does not matter.
func (a *Authenticator) renew(ctx context.Context, hash [sha256.Size]byte, slot *keySlot) (*knownKey, error) {
	old := slot.cur.Load()
	if old.age(a.now()) < keyMaxAge/2 {
		return old, nil // another request was faster
	}
	k, err := a.read(ctx, hash)
	switch {
	case err == nil:
		slot.cur.Store(k)
		return k, nil
	case errors.Is(err, ErrKeyUnknown) || errors.Is(err, ErrKeyRevoked):
		a.keys.remove(hash)
		return nil, err
	case old.age(a.now()) < keyMaxAge:
		return old, nil
	}
	return nil, err
}

// read asks the store. The time is taken before, so that age is never less than it is.
func (a *Authenticator) read(ctx context.Context, hash [sha256.Size]byte) (*knownKey, error) {
	at := a.now()
	p, key, err := a.partners.PartnerByKey(ctx, hash[:])
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, ErrKeyUnknown
	case err != nil:
		return nil, fmt.Errorf("look up api key: %w", err)
	case !key.Revoked.IsZero():
		return nil, ErrKeyRevoked
	}
	origins, restricted := normalOrigins(p.Origins)
	return &knownKey{partner: &p, origins: origins, restricted: restricted, read: at}, nil
}
