package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/store"
)

// Times of the keys' life; the package comment draws them.
const (
	activation     = 10 * time.Second // a new key signs nothing before; longer than unknownReload with room for skewed clocks
	unknownReload  = 2 * time.Second  // shortest time between two loads for an unknown key id
	signingRefresh = 30 * time.Second // a process that signs knows the newest key by then
	retireSlack    = time.Minute      // over and above what is needed, for skewed clocks
)

// keyring is the signing keys as this process knows them.
type keyring struct {
	store   store.Keys
	now     func() time.Time
	dropped func()               // called when a key that was known is no longer live
	cur     atomic.Pointer[ring] // never nil after load
	mu      sync.Mutex           // one load at a time
}

// ring is one state of the keys. It is not changed once made.
type ring struct {
	keys   []store.SigningKey // newest first
	byID   map[string][]byte
	loaded time.Time
}

// signer is the newest key old enough to be known everywhere, or the oldest where all are new.
func (r *ring) signer(now time.Time) store.SigningKey {
	for _, k := range r.keys {
		if now.Sub(k.Created) >= activation {
			return k
		}
	}
	return r.keys[len(r.keys)-1]
}

// secret finds the key of a token, loading the keys where the id is not known. It fails with ErrTokenInvalid.
func (k *keyring) secret(ctx context.Context, id string) ([]byte, error) {
	if s, ok := k.cur.Load().byID[id]; ok {
		return s, nil
	}
	if err := k.reload(ctx, unknownReload); err != nil {
		return nil, err
	}
	if s, ok := k.cur.Load().byID[id]; ok {
		return s, nil
	}
	return nil, fmt.Errorf("%w: signed with an unknown key", ErrTokenInvalid)
}

// signing is the key to sign with now.
func (k *keyring) signing(ctx context.Context) (store.SigningKey, error) {
	if err := k.reload(ctx, signingRefresh); err != nil {
		return store.SigningKey{}, err
	}
	return k.cur.Load().signer(k.now()), nil
}

// reload loads the keys unless that was done less than age ago.
func (k *keyring) reload(ctx context.Context, age time.Duration) error {
	if k.fresh(age) {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fresh(age) {
		return nil
	}
	return k.load(ctx)
}

func (k *keyring) fresh(age time.Duration) bool {
	since := k.now().Sub(k.cur.Load().loaded)
	return since >= 0 && since < age // a clock that ran back makes nothing fresh
}

// load reads the live keys and creates what is missing to two. The first have fixed ids, so that of several processes
// that start on an empty store one creates each and all use the same; they are dated back and sign at once. A key in
// the place of one that was retired by hand waits like any other. Callers hold mu.
func (k *keyring) load(ctx context.Context) error {
	at := k.now()
	keys, err := k.store.Live(ctx)
	for i, id := range [...]string{"k1", "k2", newKeyID(), newKeyID()} {
		if err != nil || len(keys) >= 2 {
			break
		}
		created := at
		if i < 2 {
			created = at.Add(-activation)
		}
		if err = k.add(ctx, id, created); err == nil {
			keys, err = k.store.Live(ctx)
		}
	}
	if err != nil {
		return fmt.Errorf("load signing keys: %w", err)
	}
	k.replace(&ring{keys: keys, byID: index(keys), loaded: at})
	return nil
}

// add stores a new key; that another process was faster is no error.
func (k *keyring) add(ctx context.Context, id string, at time.Time) error {
	secret := make([]byte, 32) // as long as the hash, RFC 7518 section 3.2
	_, _ = rand.Read(secret)   // never fails, says crypto/rand
	err := k.store.Add(ctx, store.SigningKey{ID: id, Secret: secret, Created: at})
	if errors.Is(err, store.ErrExists) {
		return nil
	}
	return err
}

func (k *keyring) replace(next *ring) {
	prev := k.cur.Swap(next)
	if prev == nil {
		return
	}
	for id := range prev.byID {
		if next.byID[id] == nil {
			k.dropped()
			return
		}
	}
}

// rotate adds a key and retires those whose last token, of at most that lifetime, has expired.
func (k *keyring) rotate(ctx context.Context, lifetime time.Duration) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.now()
	if err := k.add(ctx, newKeyID(), now); err != nil {
		return fmt.Errorf("rotate signing keys: %w", err)
	}
	keys, err := k.store.Live(ctx)
	if err != nil {
		return fmt.Errorf("rotate signing keys: %w", err)
	}
	for i := 1; i < len(keys); i++ {
		successor := keys[i-1].Created
		if now.Sub(successor) < activation+signingRefresh+lifetime+retireSlack {
			continue
		}
		if err := k.store.Retire(ctx, keys[i].ID, now); err != nil {
			return fmt.Errorf("retire signing key %s: %w", keys[i].ID, err)
		}
	}
	return k.load(ctx)
}

func index(keys []store.SigningKey) map[string][]byte {
	m := make(map[string][]byte, len(keys))
	for _, k := range keys {
		m[k.ID] = k.Secret
	}
	return m
}

func newKeyID() string { return "k" + strings.ToLower(rand.Text()[:16]) }
