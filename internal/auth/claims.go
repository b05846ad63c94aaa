package auth

import (
	"fmt"
	"slices"
	"time"

	"anamnesis/internal/store"

	"github.com/golang-jwt/jwt/v5"
)

// Kind is what a token opens.
type Kind string

// The kinds of token. None opens what another opens, but GET /terms, which takes the first two.
const (
	KindInitial  Kind = "initial"  // from login: the terms
	KindUpgraded Kind = "upgraded" // from acceptance of the terms: the consultation
	KindPortal   Kind = "portal"   // from the portal's own login: retrieval of records under /v4
)

// Claims are what a token says. Those that Verify returns are shared: read only.
type Claims struct {
	Kind      Kind
	Partner   string    // sub: the partner's name at login
	PartnerID string    // pid
	Session   string    // sid: a UUID v7 that names the consultation; empty in a portal token
	ID        string    // jti: of this one token
	Language  string    // BCP 47 tag in canonical form; empty in a portal token
	Version   string    // of the interface that issued the token
	Issued    time.Time // iat, whole seconds
	Expires   time.Time // exp, whole seconds: the token is refused from then on
}

// Of reports with ErrTokenForeign that the token is not partner p's own.
func (c *Claims) Of(p *store.Partner) error {
	if c.PartnerID != p.ID {
		return ErrTokenForeign
	}
	return nil
}

// open reports whether a token of this kind opens what accepts only these kinds, and if not, why.
func (c *Claims) open(kinds []Kind) error {
	switch {
	case slices.Contains(kinds, c.Kind):
		return nil
	case c.Kind == KindInitial && slices.Contains(kinds, KindUpgraded):
		return ErrTermsNotAccepted
	case c.Kind == KindUpgraded && slices.Contains(kinds, KindInitial):
		return ErrTermsAccepted
	}
	return fmt.Errorf("%w: a token of kind %s does not open this", ErrTokenInvalid, c.Kind)
}

// wire is the form of the claims inside a token.
type wire struct {
	jwt.RegisteredClaims
	PartnerID string `json:"pid"`
	Session   string `json:"sid,omitempty"`
	Language  string `json:"language,omitempty"`
	Version   string `json:"version"`
	Kind      Kind   `json:"kind"`
}

func (c *Claims) wire(issuer string) *wire {
	return &wire{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    issuer,
			Subject:   c.Partner,
			ID:        c.ID,
			IssuedAt:  jwt.NewNumericDate(c.Issued),
			ExpiresAt: jwt.NewNumericDate(c.Expires),
		},
		PartnerID: c.PartnerID, Session: c.Session, Language: c.Language, Version: c.Version, Kind: c.Kind,
	}
}

func (w *wire) claims() *Claims {
	c := &Claims{
		Kind: w.Kind, Partner: w.Subject, PartnerID: w.PartnerID, Session: w.Session, ID: w.ID,
		Language: w.Language, Version: w.Version, Expires: w.ExpiresAt.UTC(),
	}
	if w.IssuedAt != nil {
		c.Issued = w.IssuedAt.UTC()
	}
	return c
}

// Validate implements jwt.ClaimsValidator: the parser calls it after its own checks.
func (w *wire) Validate() error {
	consultation := w.Kind == KindInitial || w.Kind == KindUpgraded
	switch {
	case !consultation && w.Kind != KindPortal:
		return fmt.Errorf("kind %q is not known", w.Kind)
	case w.PartnerID == "":
		return fmt.Errorf("pid is missing")
	case consultation != (w.Session != ""):
		return fmt.Errorf("sid does not go with kind %s", w.Kind)
	}
	return nil
}
