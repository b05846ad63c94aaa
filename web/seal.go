package web

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"
)

// sealer encrypts sessions into cookies (AES-256-GCM under a key derived by HKDF, RFC 5869), so that the browser
// carries a session that it can neither read nor change.
type sealer struct{ aead cipher.AEAD }

// newSealer derives the key from the partner's secret: a new secret ends the sessions sealed before.
func newSealer(secret, partner string) (sealer, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), []byte(partner), "anamnesis web session", 32)
	if err != nil {
		return sealer{}, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return sealer{aead}, err
}

func (s sealer) seal(name string, v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, b, []byte(name))), nil
}

// open reads the cookie of that name into v, and reports whether it was sealed here under that name.
func (s sealer) open(r *http.Request, name string, v any) bool {
	c, err := r.Cookie(name)
	if err != nil {
		return false
	}
	b, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		return false
	}
	b, err = s.aead.Open(nil, nil, b, []byte(name))
	return err == nil && json.Unmarshal(b, v) == nil
}

// cookie makes the cookie for a value under a path; a life of zero removes it.
func cookie(r *http.Request, name, path, value string, life time.Duration, secure bool) *http.Cookie {
	c := &http.Cookie{Name: name, Value: value, Path: path, HttpOnly: true, SameSite: http.SameSiteStrictMode}
	c.Secure = secure || r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
	c.MaxAge = int(life / time.Second)
	if c.MaxAge <= 0 {
		c.MaxAge = -1
	}
	return c
}
