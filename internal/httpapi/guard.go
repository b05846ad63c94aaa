package httpapi

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/ratelimit"
	"anamnesis/internal/store"
)

// guard lets a call pass, or says why not.
type guard func(context.Context, *call) error

// apiKey finds the partner by x-api-key and Origin.
func (s *server) apiKey(ctx context.Context, c *call) error {
	p, err := s.Auth.KeyCheck(ctx, c.r.Header.Get(api.HeaderAPIKey), c.r.Header.Get("Origin"))
	c.partner = p
	return err
}

// limit counts the request against the limits of the api key. Keys of one partner do not share them.
func (s *server) limit(ctx context.Context, c *call) error {
	policy := policyOf(c.partner)
	if policy.Unlimited() {
		return nil
	}
	return s.allow(ctx, c, string(auth.HashAPIKey(c.r.Header.Get(api.HeaderAPIKey))), policy)
}

// limitPortal counts a call under /v4 against the limit that all partners have there.
func (s *server) limitPortal(ctx context.Context, c *call) error {
	return s.allow(ctx, c, "portal "+c.claims.PartnerID, s.Portal)
}

// limitAddress counts a request for a token of /v4 by the address that it comes from, so that secrets cannot be guessed
// at the speed of the line.
func (s *server) limitAddress(ctx context.Context, c *call) error {
	return s.allow(ctx, c, "address "+addressOf(c.r), s.PortalLogins)
}

func (s *server) allow(ctx context.Context, c *call, key string, policy ratelimit.Policy) error {
	d := s.Limiter.Allow(ctx, key, policy, s.Now())
	d.SetHeader(c.w.Header(), policy)
	if d.Allowed {
		return nil
	}
	s.Metrics.RateLimited(d.Rejection())
	return errRateLimited
}

// addressOf is the address of a request's client: what the nearest proxy saw, which is only believed where that proxy
// is trusted; from others the header does not get here.
func addressOf(r *http.Request) string {
	if via := r.Header.Values("X-Forwarded-For"); len(via) > 0 {
		hops := strings.Split(via[len(via)-1], ",")
		return strings.TrimSpace(hops[len(hops)-1])
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func policyOf(p *store.Partner) ratelimit.Policy {
	return ratelimit.Policy{Rate: p.Rate, Burst: p.Burst, DailyQuota: p.DailyQuota}
}

// token verifies the bearer token: of one of these kinds, and of the api key's partner.
func (s *server) token(kinds ...auth.Kind) guard {
	return func(ctx context.Context, c *call) error {
		claims, err := s.verify(ctx, c, kinds...)
		if err != nil {
			return err
		}
		c.claims = claims
		return claims.Of(c.partner)
	}
}

func (s *server) verify(ctx context.Context, c *call, kinds ...auth.Kind) (*auth.Claims, error) {
	bearer, err := auth.BearerToken(c.r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	return s.Auth.Verify(ctx, bearer, kinds...)
}

// arrive notes that a turn has come, before its body is read: a turn is judged against the
// question that stood then.
func (s *server) arrive(_ context.Context, c *call) error {
	c.ticket = s.Consultations.Arrive(c.claims.Session)
	return nil
}

// portal verifies the bearer token of retrieval. There is no api key under /v4.
func (s *server) portal(ctx context.Context, c *call) error {
	claims, err := s.verify(ctx, c, auth.KindPortal)
	c.claims = claims
	if errors.Is(err, auth.ErrTermsNotAccepted) || errors.Is(err, auth.ErrTermsAccepted) {
		return auth.ErrTokenInvalid
	}
	return err
}
