package auth_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/auth"
	"anamnesis/internal/store"
)

// start is when the tests' clock begins: not a whole second, on purpose.
var start = time.Date(2026, 11, 21, 9, 0, 0, 250_000_000, time.UTC)

var errDisk = errors.New("disk gone")

// clock is set by hand.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: start} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// fakeKeys is store.Keys in a map.
type fakeKeys struct {
	mu    sync.Mutex
	keys  map[string]store.SigningKey
	loads int
	err   error
}

func (f *fakeKeys) Live(context.Context) ([]store.SigningKey, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.loads++
	var live []store.SigningKey
	for _, k := range f.keys {
		if k.Retired.IsZero() {
			live = append(live, k)
		}
	}
	slices.SortFunc(live, func(a, b store.SigningKey) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return live, f.err
}

func (f *fakeKeys) Add(_ context.Context, k store.SigningKey) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.keys[k.ID]; ok {
		return store.ErrExists
	}
	if f.keys == nil {
		f.keys = map[string]store.SigningKey{}
	}
	k.Created = k.Created.UTC().Truncate(time.Microsecond)
	f.keys[k.ID] = k
	return f.err
}

func (f *fakeKeys) Retire(_ context.Context, id string, at time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	k, ok := f.keys[id]
	if !ok {
		return store.ErrNotFound
	}
	if k.Retired.IsZero() {
		k.Retired = at
	}
	f.keys[id] = k
	return f.err
}

// live are the ids of the live keys, newest first.
func (f *fakeKeys) live(t *testing.T) []string {
	t.Helper()
	keys, err := f.Live(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, k := range keys {
		ids = append(ids, k.ID)
	}
	return ids
}

// fakePartners is auth.PartnerStore in maps.
type fakePartners struct {
	mu       sync.Mutex
	partners map[string]store.Partner
	keys     map[string]store.APIKey // by hash
	reads    int
	err      error
}

func (f *fakePartners) Partner(_ context.Context, id string) (store.Partner, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	p, ok := f.partners[id]
	if !ok {
		return p, store.ErrNotFound
	}
	return p, f.err
}

func (f *fakePartners) PartnerByKey(_ context.Context, hash []byte) (store.Partner, store.APIKey, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	k, ok := f.keys[string(hash)]
	if !ok {
		return store.Partner{}, k, store.ErrNotFound
	}
	return f.partners[k.PartnerID], k, f.err
}

// add keeps a partner under new credentials.
func (f *fakePartners) add(p store.Partner) auth.Credentials {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := auth.NewCredentials()
	if f.partners == nil {
		f.partners, f.keys = map[string]store.Partner{}, map[string]store.APIKey{}
	}
	p.ID, p.SecretHash = c.PartnerID, auth.HashSecret(c.Secret)
	f.partners[p.ID] = p
	hash := auth.HashAPIKey(c.APIKey)
	f.keys[string(hash)] = store.APIKey{Hash: hash, PartnerID: p.ID}
	return c
}

func (f *fakePartners) change(do func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	do()
}

// service is an authenticator over fakes.
type service struct {
	*auth.Authenticator
	signer   *auth.Signer
	clock    *clock
	keys     *fakeKeys
	partners *fakePartners
}

func newService(tb testing.TB) *service {
	tb.Helper()
	s := &service{clock: newClock(), keys: &fakeKeys{}, partners: &fakePartners{}}
	s.signer = newSigner(tb, s.keys, s.clock)
	s.Authenticator = auth.NewAuthenticator(s.partners, s.signer)
	return s
}

func newSigner(tb testing.TB, keys store.Keys, c *clock) *auth.Signer {
	tb.Helper()
	signer, err := auth.NewSigner(tb.Context(), auth.SignerConfig{Keys: keys, Now: c.now})
	if err != nil {
		tb.Fatal(err)
	}
	return signer
}

// login adds a partner and logs it in.
func (s *service) login(tb testing.TB) (*store.Partner, auth.Session) {
	tb.Helper()
	c := s.partners.add(store.Partner{Name: "Clinic", Languages: []string{"en-US", "de"}})
	p, err := s.KeyCheck(tb.Context(), c.APIKey, "")
	if err != nil {
		tb.Fatal(err)
	}
	session, err := s.Login(tb.Context(), p, c.PartnerID, c.Secret, "")
	if err != nil {
		tb.Fatal(err)
	}
	return p, session
}

// issue is a token of any kind.
func issue(tb testing.TB, s *auth.Signer, c auth.Claims) auth.Session {
	tb.Helper()
	session, err := s.Issue(tb.Context(), c)
	if err != nil {
		tb.Fatal(err)
	}
	return session
}

func initialClaims() auth.Claims {
	return auth.Claims{Kind: auth.KindInitial, Partner: "Clinic", PartnerID: "p_1", Language: "en-US",
		Session: "019ac3f0-0000-7000-8000-000000000001"}
}
