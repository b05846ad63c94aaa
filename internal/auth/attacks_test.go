package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"maps"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/auth"
	"anamnesis/internal/store"
)

// forger builds tokens by hand. key is the service's own signing key, which an attacker has not: attacks that would be
// refused for their signature alone are signed with it where the attack lies elsewhere.
type forger struct {
	header, claims map[string]any
	key            []byte
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func part(v any) string {
	b, _ := json.Marshal(v)
	return b64(b)
}

func (f forger) sign(h func() hash.Hash, key []byte, header, claims any) string {
	text := part(header) + "." + part(claims)
	m := hmac.New(h, key)
	m.Write([]byte(text))
	return text + "." + b64(m.Sum(nil))
}

// with is a token signed with the right key whose header and claims are changed; a nil value removes a field.
func (f forger) with(header, claims map[string]any) string {
	return f.sign(sha256.New, f.key, changed(f.header, header), changed(f.claims, claims))
}

func changed(m, by map[string]any) map[string]any {
	m = maps.Clone(m)
	for k, v := range by {
		if v == nil {
			delete(m, k)
		} else {
			m[k] = v
		}
	}
	return m
}

// TestTokenAttacks holds that none of these opens a consultation, whatever the kind asked for.
func TestTokenAttacks(t *testing.T) {
	s := newService(t)
	c := initialClaims()
	c.Kind = auth.KindUpgraded
	good := issue(t, s.signer, c).Token
	p := strings.Split(good, ".")
	keys, err := s.keys.Live(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f := forger{}
	for i, into := range []*map[string]any{&f.header, &f.claims} {
		raw, _ := base64.RawURLEncoding.DecodeString(p[i])
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range keys {
		if k.ID == f.header["kid"] {
			f.key = k.Secret
		}
	}
	if _, err := s.signer.Verify(t.Context(), f.with(nil, nil), auth.KindUpgraded); err != nil {
		t.Fatalf("the forger's own token must be good, or no attack proves anything: %v", err)
	}
	attacks := f.attacks(good, p, keys)
	if len(attacks) < 60 {
		t.Errorf("%d attacks, want at least 60", len(attacks))
	}
	for name, token := range attacks {
		if token == good {
			t.Errorf("%s: this is the good token", name)
		}
		for _, kinds := range [][]auth.Kind{{auth.KindUpgraded}, {auth.KindInitial, auth.KindUpgraded}, {auth.KindPortal}} {
			got, err := s.signer.Verify(t.Context(), token, kinds...)
			if err == nil {
				t.Errorf("%s: accepted as %+v", name, got)
			} else if !errors.Is(err, auth.ErrTokenInvalid) && !errors.Is(err, auth.ErrTokenExpired) {
				t.Errorf("%s: %v is none of the errors of a token", name, err)
			}
		}
	}
	t.Logf("%d attacks", len(attacks))
}

func (f forger) attacks(good string, p []string, keys []store.SigningKey) map[string]string {
	type m = map[string]any
	now := start.Unix()
	a := map[string]string{
		"empty": "", "a dot": ".", "two dots": "..", "three dots": "...", "spaces": "   ", "NUL": "\x00", "a word": "token",
		"no signature": p[0] + "." + p[1] + ".", "no signature, no dot": p[0] + "." + p[1], "no claims": p[0] + ".." + p[2], "no header": "." + p[1] + "." + p[2],
		"four parts": good + ".x", "five parts (JWE)": good + ".x.y", "signature twice": good + "." + p[2], "parts swapped": p[1] + "." + p[0] + "." + p[2],
		"last character gone": good[:len(good)-1], "first character gone": good[1:], "half": good[:len(good)/2], "signature halved": p[0] + "." + p[1] + "." + p[2][:len(p[2])/2],
		"signature of zeros": p[0] + "." + p[1] + "." + b64(make([]byte, 32)), "padded": good + "=", "leading space": " " + good, "trailing space": good + " ", "line break": good + "\n",
		"line break inside": p[0] + ".\n" + p[1] + "." + p[2], "standard base64": p[0] + "." + p[1] + "." + strings.NewReplacer("-", "+", "_", "/").Replace(p[2]) + "==",
		"1 MB": strings.Repeat("a", 1<<20), "1 MB of dots": strings.Repeat(".", 1<<20), "1 MB of claims": f.with(nil, m{"x": strings.Repeat("x", 1<<20)}),
		"1 MB behind a good one": good + strings.Repeat("a", 1<<20), "JSON instead": `{"alg":"HS256"}`, "JWS in JSON form": `{"protected":"` + p[0] + `","payload":"` + p[1] + `","signature":"` + p[2] + `"}`,
		"not UTF-8": "\xff\xfe." + p[1] + "." + p[2], "claims that are no JSON": f.raw(part(f.header), b64([]byte("no json"))), "claims that are a list": f.raw(part(f.header), b64([]byte("[]"))),
		"header that is no JSON": f.raw(b64([]byte("{")), p[1]), "claims null": f.raw(part(f.header), b64([]byte("null"))), "trailing bits in the signature": p[0] + "." + p[1] + "." + bumped(p[2]),

		"another header, old signature":  part(changed(f.header, m{"typ": "JOSE"})) + "." + p[1] + "." + p[2],
		"another sid, old signature":     p[0] + "." + part(changed(f.claims, m{"sid": "019aa7d4-5c7b-7c62-8f2e-3f0d5a3f9b11"})) + "." + p[2],
		"another partner, old signature": p[0] + "." + part(changed(f.claims, m{"pid": "p_2"})) + "." + p[2],
		"later exp, old signature":       p[0] + "." + part(changed(f.claims, m{"exp": now + 1e6})) + "." + p[2],
		"portal kind, old signature":     p[0] + "." + part(changed(f.claims, m{"kind": "portal"})) + "." + p[2],

		"exp one second ago": f.with(nil, m{"exp": now - 1}), "exp now": f.with(nil, m{"exp": now}), "no exp": f.with(nil, m{"exp": nil}), "exp null": f.raw(part(f.header), b64(nullExp(f.claims))), "exp zero": f.with(nil, m{"exp": 0}), "exp negative": f.with(nil, m{"exp": -1}), "exp as list": f.with(nil, m{"exp": []int64{now + 100}}),
		"nbf in an hour": f.with(nil, m{"nbf": now + 3600}), "no iss": f.with(nil, m{"iss": nil}), "another iss": f.with(nil, m{"iss": "anamnesis.example"}), "iss in capitals": f.with(nil, m{"iss": "ANAMNESIS"}),
		"iss as list": f.with(nil, m{"iss": []string{"anamnesis"}}), "no kind": f.with(nil, m{"kind": nil}), "unknown kind": f.with(nil, m{"kind": "admin"}), "kind in capitals": f.with(nil, m{"kind": "UPGRADED"}),
		"kind as list": f.with(nil, m{"kind": []string{"upgraded"}}), "no pid": f.with(nil, m{"pid": nil}), "empty pid": f.with(nil, m{"pid": ""}), "pid a number": f.with(nil, m{"pid": 1}),
		"no sid": f.with(nil, m{"sid": nil}), "empty sid": f.with(nil, m{"sid": ""}), "sid a list": f.with(nil, m{"sid": []string{"x"}}), "portal with a sid": f.with(nil, m{"kind": "portal"}),

		"no kid": f.with(m{"kid": nil}, nil), "empty kid": f.with(m{"kid": ""}, nil), "unknown kid": f.with(m{"kid": "k99"}, nil), "kid a number": f.with(m{"kid": 1}, nil), "kid a list": f.with(m{"kid": []string{"k1"}}, nil),
		"kid a path": f.with(m{"kid": "../../../../dev/null"}, nil), "kid SQL": f.with(m{"kid": "k1' OR '1'='1"}, nil), "kid with NUL": f.with(m{"kid": "k1\x00"}, nil), "kid a URL": f.with(m{"kid": "https://attacker.example/key"}, nil),
		"kid of a megabyte": f.with(m{"kid": strings.Repeat("k", 1<<20)}, nil), "empty file as key": f.sign(sha256.New, nil, changed(f.header, m{"kid": "/dev/null"}), f.claims),
		"SQL gives the key": f.sign(sha256.New, []byte("x"), changed(f.header, m{"kid": "x' UNION SELECT 'x"}), f.claims),

		"jku":        f.sign(sha256.New, []byte("mine"), changed(f.header, m{"jku": "https://attacker.example/jwks", "kid": "mine"}), f.claims),
		"jwk inside": f.sign(sha256.New, []byte("mine"), changed(f.header, m{"jwk": m{"kty": "oct", "k": b64([]byte("mine"))}}), f.claims),
		"x5u":        f.sign(sha256.New, []byte("mine"), changed(f.header, m{"x5u": "https://attacker.example/cert"}), f.claims),
		"x5c":        f.sign(sha256.New, []byte("mine"), changed(f.header, m{"x5c": []string{b64([]byte("mine"))}}), f.claims),
	}
	for _, alg := range []string{"none", "None", "NONE", "nOnE", "", "HS384", "HS512", "RS256", "PS256", "ES256", "EdDSA", "hs256", "HS256 ", "dir", "A256GCM"} {
		h := changed(f.header, m{"alg": alg})
		a["alg "+alg+" without a signature"] = part(h) + "." + p[1] + "."
		a["alg "+alg+" with the old signature"] = part(h) + "." + p[1] + "." + p[2]
		a["alg "+alg+" signed anew"] = f.sign(sha256.New, f.key, h, f.claims)
	}
	for _, alg := range []any{nil, 0, []string{"HS256"}, m{"a": "HS256"}} {
		a[fmt.Sprintf("alg %v", alg)] = f.with(m{"alg": alg}, nil)
	}
	a["HS384 with the right key"] = f.sign(sha512.New384, f.key, changed(f.header, m{"alg": "HS384"}), f.claims)
	a["HS512 with the right key"] = f.sign(sha512.New, f.key, changed(f.header, m{"alg": "HS512"}), f.claims)
	a["crit"] = f.sign(sha256.New, []byte("mine"), changed(f.header, m{"crit": []string{"b64"}, "b64": false}), f.claims)
	for name, key := range map[string][]byte{"an empty key": nil, "zeros": make([]byte, 32), "the key's id": []byte(fmt.Sprint(f.header["kid"])), "a common password": []byte("secret"), "the issuer": []byte("anamnesis"), "the key in base64": []byte(b64(f.key))} {
		a["signed with "+name] = f.sign(sha256.New, key, f.header, f.claims)
	}
	for _, k := range keys { // the other live key, under this one's name
		if k.ID != f.header["kid"] {
			a["signed with another live key"] = f.sign(sha256.New, k.Secret, f.header, f.claims)
			a["another live key's name"] = f.with(m{"kid": k.ID}, nil)
		}
	}
	for _, n := range []int{0, 1, len(p[0]) + 1, len(p[0]) + len(p[1]) + 2, len(good) - 2} {
		b := []byte(good)
		b[n] ^= 1
		a[fmt.Sprint("one bit at ", n)] = string(b)
	}
	return a
}

// raw signs parts as they are.
func (f forger) raw(header, claims string) string {
	m := hmac.New(sha256.New, f.key)
	m.Write([]byte(header + "." + claims))
	return header + "." + claims + "." + b64(m.Sum(nil))
}

func nullExp(claims map[string]any) []byte {
	b, _ := json.Marshal(claims)
	var c map[string]json.RawMessage
	_ = json.Unmarshal(b, &c)
	c["exp"] = json.RawMessage("null")
	b, _ = json.Marshal(c)
	return b
}

// bumped changes the bits of the last character that carry nothing: the bytes stay the same, the spelling does not.
func bumped(sig string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	i := strings.IndexByte(alphabet, sig[len(sig)-1])
	return sig[:len(sig)-1] + string(alphabet[i^1])
}

// TestExpiryToTheSecond holds the boundary of exp on either side, with tokens built by hand.
func TestExpiryToTheSecond(t *testing.T) {
	s := newService(t)
	token := issue(t, s.signer, initialClaims())
	for _, c := range []struct {
		at   time.Duration
		want error
	}{{-time.Second, nil}, {-time.Microsecond, nil}, {0, auth.ErrTokenExpired}, {time.Second, auth.ErrTokenExpired}} {
		s.clock.add(token.Claims.Expires.Sub(s.clock.now()) + c.at)
		if _, err := s.signer.Verify(t.Context(), token.Token, auth.KindInitial); !errors.Is(err, c.want) {
			t.Errorf("%v from exp: %v, want %v", c.at, err, c.want)
		}
	}
}
