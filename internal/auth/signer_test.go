package auth_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/auth"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestIssueAndVerify(t *testing.T) {
	s := newService(t)
	got := issue(t, s.signer, initialClaims())
	want := initialClaims()
	want.Version = "v1"
	want.Issued = start.Truncate(time.Second)
	want.Expires = start.Truncate(time.Second).Add(1861 * time.Second) // never less than asked for
	for _, how := range []string{"parsed", "remembered"} {
		c, err := s.signer.Verify(t.Context(), got.Token, auth.KindInitial)
		if err != nil {
			t.Fatalf("%s: %v", how, err)
		}
		if diff := cmp.Diff(&want, c, cmpopts.IgnoreFields(auth.Claims{}, "ID")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", how, diff)
		}
		if diff := cmp.Diff(got.Claims, c); diff != "" {
			t.Errorf("%s against issued (-want +got):\n%s", how, diff)
		}
	}
	if got.ExpiresIn != 1860*time.Second {
		t.Errorf("expires in %v, want 1860 s", got.ExpiresIn)
	}
}

// TestWireForm pins the names that deployed clients read out of a token.
func TestWireForm(t *testing.T) {
	s := newService(t)
	parts := strings.Split(issue(t, s.signer, initialClaims()).Token, ".")
	var header, body map[string]any
	for i, into := range []*map[string]any{&header, &body} {
		raw, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err == nil {
			err = json.Unmarshal(raw, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(body["jti"].(string)) < 26 {
		t.Errorf("jti %v is short", body["jti"])
	}
	delete(body, "jti")
	wantHeader := map[string]any{"alg": "HS256", "typ": "JWT", "kid": "k1"}
	want := map[string]any{"iss": "anamnesis", "sub": "Clinic", "pid": "p_1", "sid": initialClaims().Session, "kind": "initial",
		"language": "en-US", "version": "v1", "iat": float64(start.Unix()), "exp": float64(start.Unix() + 1861)}
	if diff := cmp.Diff([]any{wantHeader, want}, []any{header, body}); diff != "" {
		t.Errorf("token (-want +got):\n%s", diff)
	}
}

func TestExpiry(t *testing.T) {
	for _, remembered := range []bool{false, true} {
		s := newService(t)
		session := issue(t, s.signer, initialClaims())
		if remembered {
			if _, err := s.signer.Verify(t.Context(), session.Token, auth.KindInitial); err != nil {
				t.Fatal(err)
			}
		}
		s.clock.add(session.ExpiresIn)
		if _, err := s.signer.Verify(t.Context(), session.Token, auth.KindInitial); err != nil {
			t.Errorf("remembered %v: %v within its lifetime", remembered, err)
		}
		s.clock.add(time.Second)
		if _, err := s.signer.Verify(t.Context(), session.Token, auth.KindInitial); !errors.Is(err, auth.ErrTokenExpired) {
			t.Errorf("remembered %v: %v after its lifetime, want ErrTokenExpired", remembered, err)
		}
	}
}

func TestKinds(t *testing.T) {
	s := newService(t)
	tokens := map[auth.Kind]string{}
	for _, k := range []auth.Kind{auth.KindInitial, auth.KindUpgraded, auth.KindPortal} {
		c := initialClaims()
		if c.Kind = k; k == auth.KindPortal {
			c.Session, c.Language = "", ""
		}
		tokens[k] = issue(t, s.signer, c).Token
	}
	readTerms := []auth.Kind{auth.KindInitial, auth.KindUpgraded}
	for _, c := range []struct {
		opens []auth.Kind
		want  map[auth.Kind]error
	}{
		{readTerms, map[auth.Kind]error{auth.KindPortal: auth.ErrTokenInvalid}},
		{readTerms[:1], map[auth.Kind]error{auth.KindUpgraded: auth.ErrTermsAccepted, auth.KindPortal: auth.ErrTokenInvalid}},
		{readTerms[1:], map[auth.Kind]error{auth.KindInitial: auth.ErrTermsNotAccepted, auth.KindPortal: auth.ErrTokenInvalid}},
		{[]auth.Kind{auth.KindPortal}, map[auth.Kind]error{auth.KindInitial: auth.ErrTokenInvalid, auth.KindUpgraded: auth.ErrTokenInvalid}},
		{nil, map[auth.Kind]error{auth.KindInitial: auth.ErrTokenInvalid, auth.KindUpgraded: auth.ErrTokenInvalid,
			auth.KindPortal: auth.ErrTokenInvalid}},
	} {
		for kind, token := range tokens {
			if _, err := s.signer.Verify(t.Context(), token, c.opens...); !errors.Is(err, c.want[kind]) {
				t.Errorf("%s token for %v = %v, want %v", kind, c.opens, err, c.want[kind])
			}
		}
	}
}

func TestIssueRefusesHalfClaims(t *testing.T) {
	s := newService(t)
	for name, c := range map[string]auth.Claims{
		"no kind":             {PartnerID: "p_1", Session: "s"},
		"no partner":          {Kind: auth.KindInitial, Session: "s"},
		"no sid":              {Kind: auth.KindUpgraded, PartnerID: "p_1"},
		"portal with session": {Kind: auth.KindPortal, PartnerID: "p_1", Session: "s"},
	} {
		if _, err := s.signer.Issue(t.Context(), c); err == nil {
			t.Errorf("%s: issued", name)
		}
	}
}

// TestForged tries tokens that this service did not sign, each with claims that are good in themselves.
func TestForged(t *testing.T) {
	s := newService(t)
	good := issue(t, s.signer, initialClaims()).Token
	parts := strings.Split(good, ".")
	secret := s.keys.keys["k1"].Secret
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	claims := func() jwt.MapClaims {
		return jwt.MapClaims{"iss": "anamnesis", "sub": "Clinic", "pid": "p_1", "sid": "s", "kind": "upgraded",
			"exp": start.Unix() + 600}
	}
	with := func(key string, value any) jwt.MapClaims {
		c := claims()
		if c[key] = value; value == nil {
			delete(c, key)
		}
		return c
	}
	sign := func(m jwt.SigningMethod, kid any, key any, c jwt.MapClaims) string {
		token := jwt.NewWithClaims(m, c)
		if token.Header["kid"] = kid; kid == nil {
			delete(token.Header, "kid")
		}
		signed, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	if _, err := s.signer.Verify(t.Context(), sign(jwt.SigningMethodHS256, "k1", secret, claims()), auth.KindUpgraded); err != nil {
		t.Fatalf("the pattern itself: %v", err)
	}
	for name, token := range map[string]string{
		"empty":             "",
		"no token":          "abc",
		"long":              good + strings.Repeat("A", 5000),
		"four parts":        good + ".e30",
		"no signature":      parts[0] + "." + parts[1] + ".",
		"other body":        parts[0] + "." + base64.RawURLEncoding.EncodeToString([]byte(`{"kind":"upgraded","pid":"p_2","sid":"s","iss":"anamnesis","exp":99999999999}`)) + "." + parts[2],
		"alg none":          sign(jwt.SigningMethodNone, "k1", jwt.UnsafeAllowNoneSignatureType, claims()),
		"alg HS384":         sign(jwt.SigningMethodHS384, "k1", secret, claims()),
		"alg HS512":         sign(jwt.SigningMethodHS512, "k1", secret, claims()),
		"alg RS256":         sign(jwt.SigningMethodRS256, "k1", private, claims()),
		"foreign key":       sign(jwt.SigningMethodHS256, "k1", []byte(strings.Repeat("x", 32)), claims()),
		"other live key":    sign(jwt.SigningMethodHS256, "k2", secret, claims()),
		"unknown kid":       sign(jwt.SigningMethodHS256, "k9", secret, claims()),
		"no kid":            sign(jwt.SigningMethodHS256, nil, secret, claims()),
		"kid not text":      sign(jwt.SigningMethodHS256, 1, secret, claims()),
		"foreign issuer":    sign(jwt.SigningMethodHS256, "k1", secret, with("iss", "other")),
		"no issuer":         sign(jwt.SigningMethodHS256, "k1", secret, with("iss", nil)),
		"no expiry":         sign(jwt.SigningMethodHS256, "k1", secret, with("exp", nil)),
		"no pid":            sign(jwt.SigningMethodHS256, "k1", secret, with("pid", nil)),
		"no sid":            sign(jwt.SigningMethodHS256, "k1", secret, with("sid", nil)),
		"no kind":           sign(jwt.SigningMethodHS256, "k1", secret, with("kind", nil)),
		"unknown kind":      sign(jwt.SigningMethodHS256, "k1", secret, with("kind", "admin")),
		"wrong type of pid": sign(jwt.SigningMethodHS256, "k1", secret, with("pid", 7)),
	} {
		_, err := s.signer.Verify(t.Context(), token, auth.KindInitial, auth.KindUpgraded, auth.KindPortal)
		if !errors.Is(err, auth.ErrTokenInvalid) {
			t.Errorf("%s: %v, want ErrTokenInvalid", name, err)
		}
	}
}

// TestTampered changes each character of a token; the last one of a part has bits that do not count in lax decoders.
func TestTampered(t *testing.T) {
	s := newService(t)
	good := issue(t, s.signer, initialClaims()).Token
	for i := range good {
		for _, r := range []byte("AQz9._") {
			bad := []byte(good)
			if bad[i] == r {
				continue
			}
			bad[i] = r
			if _, err := s.signer.Verify(t.Context(), string(bad), auth.KindInitial); !errors.Is(err, auth.ErrTokenInvalid) {
				t.Fatalf("character %d as %c: %v, want ErrTokenInvalid", i, r, err)
			}
		}
	}
}

func TestVerifyTellsStoreFailure(t *testing.T) {
	s := newService(t)
	other := newSigner(t, &fakeKeys{}, s.clock)
	c := initialClaims()
	if err := other.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.clock.add(time.Minute)
	token := issue(t, other, c).Token
	s.keys.err = errDisk
	_, err := s.signer.Verify(t.Context(), token, auth.KindInitial)
	if !errors.Is(err, errDisk) || errors.Is(err, auth.ErrTokenInvalid) {
		t.Errorf("unknown key with a failing store: %v, want the store's error", err)
	}
	if _, err := s.signer.Issue(t.Context(), c); !errors.Is(err, errDisk) {
		t.Errorf("issue with a failing store: %v, want the store's error", err)
	}
	if _, err := auth.NewSigner(t.Context(), auth.SignerConfig{Keys: s.keys}); !errors.Is(err, errDisk) {
		t.Errorf("start with a failing store: %v, want the store's error", err)
	}
}

func TestVerifyRememberedAllocatesNothing(t *testing.T) {
	s, ctx := newService(t), t.Context()
	token := issue(t, s.signer, initialClaims()).Token
	if n := testing.AllocsPerRun(100, func() { _, _ = s.signer.Verify(ctx, token, auth.KindInitial) }); n != 0 {
		t.Errorf("%v allocations a check, want 0", n)
	}
}

func FuzzVerify(f *testing.F) {
	s := newService(f)
	good := issue(f, s.signer, initialClaims()).Token
	f.Add(good)
	f.Add(strings.Replace(good, ".", "..", 1))
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Add("")
	f.Fuzz(func(t *testing.T, token string) {
		c, err := s.signer.Verify(t.Context(), token, auth.KindInitial)
		if (err == nil) != (token == good) {
			t.Errorf("Verify(%q) = %v, %v", token, c, err)
		}
		if (err == nil) != (c != nil) {
			t.Errorf("Verify(%q) = %v, %v: not either", token, c, err)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	s := newService(b)
	token := issue(b, s.signer, initialClaims()).Token
	secret := s.keys.keys["k1"].Secret
	b.Run("remembered", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := s.signer.Verify(b.Context(), token, auth.KindInitial); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("golang-jwt", func(b *testing.B) {
		p := jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithTimeFunc(s.clock.now))
		b.ReportAllocs()
		for b.Loop() {
			_, err := p.ParseWithClaims(token, &jwt.RegisteredClaims{}, func(*jwt.Token) (any, error) { return secret, nil })
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
