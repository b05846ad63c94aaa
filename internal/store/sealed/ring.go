package sealed

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/store"
)

// refresh is how old a process' knowledge of the data keys may be before it seals.
const refresh = time.Minute

// ring is the data keys as this process knows them.
type ring struct {
	store  store.DataKeys
	master *Master
	now    func() time.Time
	mu     sync.Mutex // one load at a time
	cur    atomic.Pointer[keys]
}

// keys is one state of the ring. It is not changed once made.
type keys struct {
	byID   map[string]*dataKey // those that open
	newest *dataKey            // nil where there is none
	all    []store.DataKey
	loaded time.Time
}

type dataKey struct {
	id      string
	created time.Time
	head    []byte // what a record sealed with it begins with
	aead    cipher.AEAD
}

// load reads the data keys. Callers hold mu.
func (r *ring) load(ctx context.Context) (*keys, error) {
	now := r.now()
	all, err := r.store.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("load data keys: %w", err)
	}
	next := &keys{byID: make(map[string]*dataKey, len(all)), all: all, loaded: now}
	prev := r.cur.Load()
	for _, k := range all {
		if prev != nil && prev.byID[k.ID] != nil { // unwrapped before
			next.byID[k.ID] = prev.byID[k.ID]
		} else if d, err := r.open(k); err == nil {
			next.byID[k.ID] = d
		} else {
			continue
		}
		next.newest = next.byID[k.ID] // all is in order of creation
	}
	r.cur.Store(next)
	return next, nil
}

func (r *ring) open(k store.DataKey) (*dataKey, error) {
	if len(k.ID) > 255 {
		return nil, ErrDamaged
	}
	key, err := r.master.unwrap(k.ID, k.Wrapped)
	if err != nil {
		return nil, err
	}
	aead, err := newAEAD(key)
	head := append([]byte(magic), byte(len(k.ID)))
	return &dataKey{id: k.ID, created: k.Created, head: append(head, k.ID...), aead: aead}, err
}

// sealing is the key to seal with: the newest, once there is one of today. nil where nothing is to be sealed, because
// there is neither a master key nor a data key. While the store cannot be asked, the key of before does.
func (r *ring) sealing(ctx context.Context) (*dataKey, error) {
	k, now := r.cur.Load(), r.now()
	if r.fresh(k, now) {
		return k.newest, nil
	}
	if k.newest == nil {
		r.mu.Lock()
	} else if !r.mu.TryLock() { // another is at it
		return k.newest, nil
	}
	defer r.mu.Unlock()
	if k := r.cur.Load(); r.fresh(k, now) {
		return k.newest, nil
	}
	next, err := r.renew(ctx, now)
	switch {
	case err == nil && next.newest == nil && len(next.all) > 0:
		return nil, fmt.Errorf("seal: %w", ErrNoKey)
	case err == nil:
		return next.newest, nil
	case k.newest != nil && !errors.Is(err, ErrNoKey):
		return k.newest, nil
	}
	return nil, err
}

// fresh reports whether this is what to seal with now.
func (r *ring) fresh(k *keys, now time.Time) bool {
	since := now.Sub(k.loaded)
	if since < 0 || since > refresh {
		return false
	}
	if k.newest == nil {
		return r.master.empty() && len(k.all) == 0
	}
	return !day(k.newest.created).Before(day(now))
}

// renew loads the keys and adds today's where there is none. Its id is that of the day, so that of many replicas one
// adds it. Callers hold mu.
func (r *ring) renew(ctx context.Context, now time.Time) (*keys, error) {
	k, err := r.load(ctx)
	if err != nil || r.master.empty() || k.newest != nil && !day(k.newest.created).Before(day(now)) {
		return k, err
	}
	if err := r.add(ctx, now.UTC().Format("20060102"), now); err != nil {
		return nil, err
	}
	return r.load(ctx)
}

// add makes a data key; that another process was faster is no error.
func (r *ring) add(ctx context.Context, id string, now time.Time) error {
	key := make([]byte, keySize)
	_, _ = rand.Read(key)
	err := r.store.Add(ctx, store.DataKey{ID: id, Wrapped: r.master.wrap(id, key), Created: now})
	if err != nil && !errors.Is(err, store.ErrExists) {
		return fmt.Errorf("add data key: %w", err)
	}
	return nil
}

// find is the key of that id, looked for in the store where it is not known.
func (r *ring) find(ctx context.Context, id string) (*dataKey, error) {
	if k := r.cur.Load().byID[id]; k != nil {
		return k, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	k, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	if d := k.byID[id]; d != nil {
		return d, nil
	}
	for _, k := range k.all {
		if k.ID == id {
			_, err := r.open(k)
			return nil, fmt.Errorf("data key %s: %w", id, err)
		}
	}
	return nil, fmt.Errorf("data key: %w", ErrNoKey)
}

// rotate adds a data key, newer than all, and wraps all with the first master key. It returns how many it wrapped.
func (r *ring) rotate(ctx context.Context) (wrapped int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now().UTC()
	if err := r.add(ctx, now.Format("20060102")+"-"+strings.ToLower(rand.Text()[:6]), now); err != nil {
		return 0, err
	}
	k, err := r.load(ctx)
	if err != nil {
		return 0, err
	}
	for _, d := range k.all {
		if r.master.first(d.Wrapped) {
			continue
		}
		key, err := r.master.unwrap(d.ID, d.Wrapped)
		if err != nil {
			return wrapped, fmt.Errorf("data key %s: %w", d.ID, err)
		}
		if err := r.store.Rewrap(ctx, d.ID, r.master.wrap(d.ID, key)); err != nil {
			return wrapped, fmt.Errorf("data key %s: %w", d.ID, err)
		}
		wrapped++
	}
	return wrapped, nil
}

func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }
