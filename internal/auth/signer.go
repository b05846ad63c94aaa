package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"anamnesis/internal/store"

	"github.com/golang-jwt/jwt/v5"
)

// Defaults of SignerConfig.
const (
	DefaultIssuer         = "anamnesis"
	DefaultVersion        = "v1"
	DefaultLifetime       = 1860 * time.Second
	DefaultPortalLifetime = time.Hour
	DefaultCacheSize      = 1 << 16 // tokens, about 25 MB
)

// maxToken is the longest token that is looked at, in bytes; ours have about 500.
const maxToken = 4096

// SignerConfig is what a Signer needs. Zero fields other than Keys mean their defaults.
type SignerConfig struct {
	Keys           store.Keys
	Now            func() time.Time // the clock; nil is time.Now
	Issuer         string           // iss of every token; another's is refused
	Version        string           // version claim of every token issued
	Lifetime       time.Duration    // of a consultation's tokens, from login
	PortalLifetime time.Duration    // of a portal token
	CacheSize      int              // verified tokens remembered
}

// Signer issues and verifies tokens. Safe for concurrent use.
type Signer struct {
	cfg      SignerConfig
	ring     keyring
	parser   *jwt.Parser
	verified *cache[*Claims]
}

// NewSigner loads the signing keys and creates them where there are none. It fails only with the store.
func NewSigner(ctx context.Context, c SignerConfig) (*Signer, error) {
	s := &Signer{cfg: c.withDefaults()}
	s.verified = newCache[*Claims](s.cfg.CacheSize)
	s.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(s.cfg.Issuer),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(s.cfg.Now),
		jwt.WithStrictDecoding(), // one spelling of each token
	)
	s.ring.store, s.ring.now, s.ring.dropped = s.cfg.Keys, s.cfg.Now, s.verified.clear
	s.ring.mu.Lock()
	defer s.ring.mu.Unlock()
	if err := s.ring.load(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func (c SignerConfig) withDefaults() SignerConfig {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Issuer == "" {
		c.Issuer = DefaultIssuer
	}
	if c.Version == "" {
		c.Version = DefaultVersion
	}
	if c.Lifetime <= 0 {
		c.Lifetime = DefaultLifetime
	}
	if c.PortalLifetime <= 0 {
		c.PortalLifetime = DefaultPortalLifetime
	}
	if c.CacheSize <= 0 {
		c.CacheSize = DefaultCacheSize
	}
	return c
}

// Issue signs a token that says c. It sets the token's own ID, Issued and Version, and Expires where that is zero. The
// claims as issued come back with it.
func (s *Signer) Issue(ctx context.Context, c Claims) (Session, error) {
	key, err := s.ring.signing(ctx)
	if err != nil {
		return Session{}, err
	}
	now := s.cfg.Now().UTC()
	c.ID, c.Version, c.Issued = rand.Text(), s.cfg.Version, now.Truncate(time.Second)
	if c.Expires.IsZero() {
		c.Expires = ceilSecond(now.Add(s.lifetime(c.Kind)))
	}
	w := c.wire(s.cfg.Issuer)
	if err := w.Validate(); err != nil {
		return Session{}, fmt.Errorf("issue token: %w", err)
	}
	t := jwt.NewWithClaims(jwt.SigningMethodHS256, w)
	t.Header["kid"] = key.ID
	signed, err := t.SignedString(key.Secret)
	if err != nil {
		return Session{}, fmt.Errorf("issue token: %w", err)
	}
	return Session{Token: signed, Claims: &c, ExpiresIn: c.Expires.Sub(now).Truncate(time.Second)}, nil
}

func (s *Signer) lifetime(k Kind) time.Duration {
	if k == KindPortal {
		return s.cfg.PortalLifetime
	}
	return s.cfg.Lifetime
}

// Verify reads a token of one of the kinds given. It fails with ErrTokenInvalid, ErrTokenExpired, ErrTermsNotAccepted
// (initial where upgraded is asked for) or ErrTermsAccepted (the other way round); other errors come from the store.
// A token seen before costs one SHA-256 of it.
func (s *Signer) Verify(ctx context.Context, token string, kinds ...Kind) (*Claims, error) {
	if token == "" || len(token) > maxToken {
		return nil, fmt.Errorf("%w: length %d", ErrTokenInvalid, len(token))
	}
	if strings.ContainsAny(token, "\r\n") { // base64 is decoded without regard to them: a second spelling
		return nil, fmt.Errorf("%w: line break", ErrTokenInvalid)
	}
	c, err := s.read(ctx, token)
	if err != nil {
		return nil, err
	}
	if err := c.open(kinds); err != nil {
		return nil, err
	}
	return c, nil
}

func (s *Signer) read(ctx context.Context, token string) (*Claims, error) {
	var buf [1024]byte // ours fit, and are hashed without an allocation
	hash := sha256.Sum256(append(buf[:0], token...))
	if c, ok := s.verified.get(hash); ok {
		if !s.cfg.Now().Before(c.Expires) {
			return nil, ErrTokenExpired
		}
		return c, nil
	}
	c, err := s.parse(ctx, token)
	if err == nil {
		s.verified.put(hash, c)
	}
	return c, err
}

// parse checks a token that is not remembered.
func (s *Signer) parse(ctx context.Context, token string) (*Claims, error) {
	var (
		w        wire
		storeErr error
	)
	_, err := s.parser.ParseWithClaims(token, &w, func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		secret, err := s.ring.secret(ctx, kid)
		if err != nil && !errors.Is(err, ErrTokenInvalid) {
			storeErr = err
		}
		return secret, err
	})
	switch {
	case err == nil:
		return w.claims(), nil
	case storeErr != nil:
		return nil, storeErr
	case errors.Is(err, jwt.ErrTokenExpired):
		return nil, ErrTokenExpired
	}
	return nil, fmt.Errorf("%w: %w", ErrTokenInvalid, err)
}

// Rotate adds a signing key, which signs from ten seconds on, and retires those that no unexpired token was signed
// with. No valid token is refused because of it, however often it is called. It fails only with the store.
func (s *Signer) Rotate(ctx context.Context) error {
	return s.ring.rotate(ctx, max(s.cfg.Lifetime, s.cfg.PortalLifetime))
}

func ceilSecond(t time.Time) time.Time { return t.Add(time.Second - 1).Truncate(time.Second) }
