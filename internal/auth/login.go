package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"anamnesis/internal/store"

	"github.com/google/uuid"
)

// Session is a token just issued.
type Session struct {
	Token     string
	Claims    *Claims
	ExpiresIn time.Duration // left of its lifetime, whole seconds
}

// Login opens a consultation for p, the partner of the request's api key: an initial token with a new sid. header is
// X-Language, "" where absent. Credentials are judged first, then the language. It fails with ErrBadCredentials or
// ErrLanguage; other errors come from the store.
func (a *Authenticator) Login(ctx context.Context, p *store.Partner, partnerID, secret, header string) (Session, error) {
	if err := a.credentials(ctx, p, partnerID, secret); err != nil {
		return Session{}, err
	}
	lang, err := ChooseLanguage(p.Languages, header)
	if err != nil {
		return Session{}, err
	}
	sid, err := uuid.NewV7() // its time comes from the system's clock; it only keeps neighbours in time together
	if err != nil {
		return Session{}, fmt.Errorf("draw sid: %w", err)
	}
	return a.signer.Issue(ctx, Claims{
		Kind: KindInitial, Partner: p.Name, PartnerID: p.ID, Session: sid.String(), Language: lang,
	})
}

// credentials compares with the partner as remembered and, as a secret just changed may not be, as stored.
func (a *Authenticator) credentials(ctx context.Context, p *store.Partner, partnerID, secret string) error {
	if !sameText(partnerID, p.ID) {
		return ErrBadCredentials
	}
	if secretMatches(secret, p.SecretHash) {
		return nil
	}
	_, err := a.stored(ctx, partnerID, secret)
	return err
}

// stored reads a partner and compares its secret.
func (a *Authenticator) stored(ctx context.Context, partnerID, secret string) (store.Partner, error) {
	p, err := a.partners.Partner(ctx, partnerID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Partner{}, ErrBadCredentials
	case err != nil:
		return store.Partner{}, fmt.Errorf("look up partner: %w", err)
	case !secretMatches(secret, p.SecretHash):
		return store.Partner{}, ErrBadCredentials
	}
	return p, nil
}

// Upgrade issues the token that follows the acceptance of the terms: the same consultation, language and expiry. c are
// the claims of the initial token, as verified; those of another kind are refused with ErrTermsAccepted or
// ErrTokenInvalid.
func (a *Authenticator) Upgrade(ctx context.Context, c *Claims) (Session, error) {
	if err := c.open([]Kind{KindInitial}); err != nil {
		return Session{}, err
	}
	next := *c
	next.Kind = KindUpgraded
	return a.signer.Issue(ctx, next)
}

// PortalLogin issues a token for the retrieval of a partner's records, for OAuth 2.0 client credentials (RFC 6749
// section 4.4). No api key is needed. It fails with ErrBadCredentials; other errors come from the store.
func (a *Authenticator) PortalLogin(ctx context.Context, partnerID, secret string) (Session, error) {
	if !storable(partnerID) {
		return Session{}, ErrBadCredentials
	}
	p, err := a.stored(ctx, partnerID, secret)
	if err != nil {
		return Session{}, err
	}
	return a.signer.Issue(ctx, Claims{Kind: KindPortal, Partner: p.Name, PartnerID: p.ID})
}

// storable reports whether a store can be asked for a partner id that a stranger typed: it takes neither an empty one
// nor NUL.
func storable(id string) bool {
	return id != "" && len(id) <= maxCredential && utf8.ValidString(id) && !strings.Contains(id, "\x00")
}

// Verify is Signer.Verify.
func (a *Authenticator) Verify(ctx context.Context, token string, kinds ...Kind) (*Claims, error) {
	return a.signer.Verify(ctx, token, kinds...)
}

// BearerToken takes the token out of an Authorization header; the scheme may be in any case. It fails with
// ErrTokenInvalid.
func BearerToken(header string) (string, error) {
	scheme, token, _ := strings.Cut(strings.TrimSpace(header), " ")
	token = strings.TrimLeft(token, " ")
	if !strings.EqualFold(scheme, "bearer") || token == "" {
		return "", fmt.Errorf("%w: no bearer token", ErrTokenInvalid)
	}
	return token, nil
}
