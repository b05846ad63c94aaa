package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
)

// Secrets and api keys are issued by us and hold 260 random bits, so one keyed SHA-256 protects them: there is no
// dictionary to try, and a password hash would only cap logins at 35 to 90 a second and be a handle for denial of
// service. The labels keep the two apart: the hash of a secret is never that of an api key.
const (
	secretLabel = "anamnesis partner secret v1\x00"
	apiKeyLabel = "anamnesis partner apikey v1\x00"
)

// maxCredential is the longest secret or api key that is looked at, in bytes; ours have 55.
const maxCredential = 256

// Credentials are what a partner is given, once. Only the hashes are kept.
type Credentials struct {
	PartnerID string // "p_" and 26 characters a-z, 2-7
	Secret    string // "sk_" and 52 characters A-Z, 2-7
	APIKey    string // "ak_" and 52 characters A-Z, 2-7
}

// NewCredentials draws all three at random.
func NewCredentials() Credentials {
	return Credentials{PartnerID: NewPartnerID(), Secret: NewSecret(), APIKey: NewAPIKey()}
}

// NewPartnerID draws a partner id of 130 random bits.
func NewPartnerID() string { return "p_" + strings.ToLower(rand.Text()) }

// NewSecret draws a login secret of 260 random bits.
func NewSecret() string { return "sk_" + rand.Text() + rand.Text() }

// NewAPIKey draws an api key of 260 random bits.
func NewAPIKey() string { return "ak_" + rand.Text() + rand.Text() }

// HashSecret is what is kept of a login secret: 32 bytes.
func HashSecret(secret string) []byte {
	h := sha256.Sum256([]byte(secretLabel + secret))
	return h[:]
}

// HashAPIKey is what is kept of an api key, and what it is found by: 32 bytes.
func HashAPIKey(key string) []byte {
	h := hashAPIKey(key)
	return h[:]
}

// hashAPIKey is HashAPIKey without an allocation, for keys up to maxCredential.
func hashAPIKey(key string) [sha256.Size]byte {
	var buf [len(apiKeyLabel) + maxCredential]byte
	return sha256.Sum256(append(append(buf[:0], apiKeyLabel...), key...))
}

// secretMatches compares in a time that does not depend on where they differ.
func secretMatches(secret string, hash []byte) bool {
	return len(secret) <= maxCredential && subtle.ConstantTimeCompare(HashSecret(secret), hash) == 1
}

// sameText compares ids likewise.
func sameText(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
