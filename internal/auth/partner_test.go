package auth_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"anamnesis/internal/auth"
	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestCredentials(t *testing.T) {
	a, b := auth.NewCredentials(), auth.NewCredentials()
	if a.PartnerID == b.PartnerID || a.Secret == b.Secret || a.APIKey == b.APIKey {
		t.Error("drawn twice")
	}
	if !strings.HasPrefix(a.PartnerID, "p_") || a.PartnerID != strings.ToLower(a.PartnerID) || len(a.PartnerID) != 28 {
		t.Errorf("partner id %q", a.PartnerID)
	}
	for _, s := range []string{a.Secret, a.APIKey} {
		if len(s) != 3+52 {
			t.Errorf("%q has %d characters, want 55", s, len(s))
		}
	}
	if cmp.Equal(auth.HashSecret(a.Secret), auth.HashAPIKey(a.Secret)) {
		t.Error("a secret's hash is that of an api key")
	}
	if n := len(auth.HashAPIKey(strings.Repeat("x", 5000))); n != 32 {
		t.Errorf("hash of %d bytes", n)
	}
}

func TestKeyCheck(t *testing.T) {
	s := newService(t)
	open := s.partners.add(store.Partner{Name: "open"})
	shut := s.partners.add(store.Partner{Name: "shut", Origins: []string{"https://App.example.org", "http://localhost:3000"}})
	broken := s.partners.add(store.Partner{Name: "broken", Origins: []string{"not an origin"}})
	for _, c := range []struct {
		name, key, origin string
		want              error
	}{
		{"no key", "", "", auth.ErrKeyUnknown},
		{"unknown key", auth.NewAPIKey(), "", auth.ErrKeyUnknown},
		{"endless key", strings.Repeat("k", 1<<20), "", auth.ErrKeyUnknown},
		{"the secret as key", open.Secret, "", auth.ErrKeyUnknown},
		{"good", open.APIKey, "", nil},
		{"good, any origin", open.APIKey, "https://anywhere.example", nil},
		{"good, null origin", open.APIKey, "null", nil},
		{"origin absent", shut.APIKey, "", nil},
		{"origin allowed", shut.APIKey, "https://app.example.org", nil},
		{"origin in capitals", shut.APIKey, "HTTPS://APP.EXAMPLE.ORG", nil},
		{"origin with its port", shut.APIKey, "https://app.example.org:443", nil},
		{"second origin", shut.APIKey, "http://localhost:3000", nil},
		{"other port", shut.APIKey, "http://localhost:3001", auth.ErrOrigin},
		{"other scheme", shut.APIKey, "http://app.example.org", auth.ErrOrigin},
		{"subdomain", shut.APIKey, "https://x.app.example.org", auth.ErrOrigin},
		{"longer host", shut.APIKey, "https://app.example.org.evil.example", auth.ErrOrigin},
		{"user trick", shut.APIKey, "https://app.example.org@evil.example", auth.ErrOrigin},
		{"path", shut.APIKey, "https://app.example.org/x", auth.ErrOrigin},
		{"null", shut.APIKey, "null", auth.ErrOrigin},
		{"broken setting allows nothing", broken.APIKey, "https://app.example.org", auth.ErrOrigin},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := s.KeyCheck(t.Context(), c.key, c.origin)
			if !errors.Is(err, c.want) {
				t.Errorf("KeyCheck = %v, want %v", err, c.want)
			}
			if (p == nil) != (c.want != nil) {
				t.Errorf("partner %v with error %v", p, err)
			}
		})
	}
}

func TestKeyCheckSeesChanges(t *testing.T) {
	s := newService(t)
	key := auth.NewAPIKey()
	if _, err := s.KeyCheck(t.Context(), key, ""); !errors.Is(err, auth.ErrKeyUnknown) {
		t.Fatal(err)
	}
	c := s.partners.add(store.Partner{Name: "old"})
	hash := string(auth.HashAPIKey(key))
	s.partners.change(func() { s.partners.keys[hash] = store.APIKey{PartnerID: c.PartnerID} })
	if p, err := s.KeyCheck(t.Context(), key, ""); err != nil || p.Name != "old" {
		t.Fatalf("a new key is not seen at once: %v, %v", p, err)
	}
	s.partners.change(func() {
		p := s.partners.partners[c.PartnerID]
		p.Name = "new"
		s.partners.partners[c.PartnerID] = p
	})
	s.clock.add(2 * time.Second)
	if p, err := s.KeyCheck(t.Context(), key, ""); err != nil || p.Name != "new" {
		t.Errorf("after 2 s: %v, %v, want the new name", p, err)
	}
	s.partners.change(func() { s.partners.keys[hash] = store.APIKey{PartnerID: c.PartnerID, Revoked: start} })
	s.clock.add(2 * time.Second)
	for range 2 {
		if _, err := s.KeyCheck(t.Context(), key, ""); !errors.Is(err, auth.ErrKeyRevoked) {
			t.Errorf("2 s after revocation: %v, want ErrKeyRevoked", err)
		}
	}
}

func TestKeyCheckWithFailingStore(t *testing.T) {
	s := newService(t)
	c := s.partners.add(store.Partner{})
	if _, err := s.KeyCheck(t.Context(), c.APIKey, ""); err != nil {
		t.Fatal(err)
	}
	s.partners.change(func() { s.partners.err = errDisk })
	s.clock.add(1900 * time.Millisecond)
	if _, err := s.KeyCheck(t.Context(), c.APIKey, ""); err != nil {
		t.Errorf("after 1.9 s: %v, want what is remembered", err)
	}
	s.clock.add(100 * time.Millisecond)
	if _, err := s.KeyCheck(t.Context(), c.APIKey, ""); !errors.Is(err, errDisk) {
		t.Errorf("after 2 s: %v, want the store's error", err)
	}
}

// TestKeyCheckIsNeverStale revokes a key under load; on the bubble's clock, two seconds later nobody gets in.
func TestKeyCheckIsNeverStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		signer, err := auth.NewSigner(t.Context(), auth.SignerConfig{Keys: &fakeKeys{}})
		if err != nil {
			t.Fatal(err)
		}
		partners := &fakePartners{}
		a, c := auth.NewAuthenticator(partners, signer), partners.add(store.Partner{})
		if _, err := a.KeyCheck(t.Context(), c.APIKey, ""); err != nil { // or eight miss at once
			t.Fatal(err)
		}
		began := time.Now()
		revoked := began.Add(1500 * time.Millisecond)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for time.Since(began) < 10*time.Second {
					_, err := a.KeyCheck(t.Context(), c.APIKey, "")
					if err != nil && time.Now().Before(revoked) {
						t.Errorf("refused at %v", time.Since(began))
					}
					if err == nil && time.Since(revoked) >= 2*time.Second {
						t.Errorf("let in %v after revocation", time.Since(revoked))
					}
					time.Sleep(70 * time.Millisecond)
				}
			})
		}
		time.Sleep(time.Until(revoked))
		partners.change(func() {
			for hash := range partners.keys {
				partners.keys[hash] = store.APIKey{PartnerID: c.PartnerID, Revoked: revoked}
			}
			if partners.reads > 3 {
				t.Errorf("%d reads in 1.5 s of load, want one a second", partners.reads)
			}
		})
		wg.Wait()
	})
}

func TestKeyCheckAllocatesNothing(t *testing.T) {
	s := newService(t)
	c, ctx := s.partners.add(store.Partner{}), t.Context()
	if n := testing.AllocsPerRun(100, func() { _, _ = s.KeyCheck(ctx, c.APIKey, "") }); n != 0 {
		t.Errorf("%v allocations a check, want 0", n)
	}
}

func TestLogin(t *testing.T) {
	s := newService(t)
	c := s.partners.add(store.Partner{Name: "Clinic", Languages: []string{"de", "en-us"}})
	other := s.partners.add(store.Partner{})
	p, err := s.KeyCheck(t.Context(), c.APIKey, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name, id, secret, header string
		want                     error
		language                 string
	}{
		{"good", c.PartnerID, c.Secret, "", nil, "en-US"},
		{"good in German", c.PartnerID, c.Secret, "DE", nil, "de"},
		{"wrong secret", c.PartnerID, other.Secret, "", auth.ErrBadCredentials, ""},
		{"api key as secret", c.PartnerID, c.APIKey, "", auth.ErrBadCredentials, ""},
		{"endless secret", c.PartnerID, strings.Repeat("s", 1<<20), "", auth.ErrBadCredentials, ""},
		{"another partner's credentials", other.PartnerID, other.Secret, "", auth.ErrBadCredentials, ""},
		{"empty", "", "", "", auth.ErrBadCredentials, ""},
		{"language", c.PartnerID, c.Secret, "fr", auth.ErrLanguage, ""},
		{"credentials before language", c.PartnerID, "x", "fr", auth.ErrBadCredentials, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			session, err := s.Login(t.Context(), p, x.id, x.secret, x.header)
			if !errors.Is(err, x.want) {
				t.Fatalf("Login = %v, want %v", err, x.want)
			}
			if err != nil {
				return
			}
			got, err := s.Verify(t.Context(), session.Token, auth.KindInitial)
			if err != nil || got.Language != x.language || got.PartnerID != c.PartnerID || got.Partner != "Clinic" {
				t.Errorf("claims %+v, %v", got, err)
			}
			if id, err := uuid.Parse(got.Session); err != nil || id.Version() != 7 {
				t.Errorf("sid %q is no UUID v7", got.Session)
			}
		})
	}
}

func TestLoginWithNewSecret(t *testing.T) {
	s := newService(t)
	c := s.partners.add(store.Partner{})
	p, err := s.KeyCheck(t.Context(), c.APIKey, "")
	if err != nil {
		t.Fatal(err)
	}
	secret := auth.NewSecret()
	s.partners.change(func() {
		changed := s.partners.partners[c.PartnerID]
		changed.SecretHash = auth.HashSecret(secret)
		s.partners.partners[c.PartnerID] = changed
	})
	if _, err := s.Login(t.Context(), p, c.PartnerID, secret, ""); err != nil {
		t.Errorf("a secret just set: %v", err)
	}
	s.partners.change(func() { s.partners.err = errDisk })
	if _, err := s.Login(t.Context(), p, c.PartnerID, "x", ""); !errors.Is(err, errDisk) {
		t.Errorf("with a failing store: %v, want its error", err)
	}
}

func TestUpgrade(t *testing.T) {
	s := newService(t)
	p, initial := s.login(t)
	s.clock.add(10 * time.Minute)
	upgraded, err := s.Upgrade(t.Context(), initial.Claims)
	if err != nil {
		t.Fatal(err)
	}
	want := *initial.Claims
	want.Kind, want.ID, want.Issued = auth.KindUpgraded, upgraded.Claims.ID, start.Add(10*time.Minute).Truncate(time.Second)
	if diff := cmp.Diff(&want, upgraded.Claims); diff != "" {
		t.Errorf("upgraded (-want +got):\n%s", diff)
	}
	if upgraded.Claims.ID == initial.Claims.ID || upgraded.ExpiresIn != 1260*time.Second {
		t.Errorf("jti %s, expires in %v; want a new one, 1260 s", upgraded.Claims.ID, upgraded.ExpiresIn)
	}
	if _, err := s.Upgrade(t.Context(), upgraded.Claims); !errors.Is(err, auth.ErrTermsAccepted) {
		t.Errorf("second upgrade: %v, want ErrTermsAccepted", err)
	}
	other := store.Partner{ID: "p_other"}
	if err := upgraded.Claims.Of(p); err != nil {
		t.Error(err)
	}
	if err := upgraded.Claims.Of(&other); !errors.Is(err, auth.ErrTokenForeign) {
		t.Errorf("with another partner's key: %v, want ErrTokenForeign", err)
	}
}

func TestPortalLogin(t *testing.T) {
	s := newService(t)
	c := s.partners.add(store.Partner{Name: "Clinic"})
	session, err := s.PortalLogin(t.Context(), c.PartnerID, c.Secret)
	if err != nil || session.ExpiresIn != time.Hour {
		t.Fatalf("portal login: %v, %v", session.ExpiresIn, err)
	}
	got, err := s.Verify(t.Context(), session.Token, auth.KindPortal)
	if err != nil || got.PartnerID != c.PartnerID || got.Session != "" {
		t.Errorf("claims %+v, %v", got, err)
	}
	for _, id := range []string{"", "p_unknown", "p\x00", "p\xff", c.PartnerID} {
		if _, err := s.PortalLogin(t.Context(), id, "x"); !errors.Is(err, auth.ErrBadCredentials) {
			t.Errorf("portal login of %q: %v, want ErrBadCredentials", id, err)
		}
	}
}
