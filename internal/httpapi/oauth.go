package httpapi

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"net/url"

	"anamnesis/api"
	"anamnesis/internal/audit"
	"anamnesis/internal/auth"
	"anamnesis/internal/ratelimit"
)

// oauthError is an error of the token endpoint in the words of RFC 6749 section 5.2.
type oauthError struct {
	code   string
	faults []string
}

func (e *oauthError) Error() string { return e.code }

func (e *oauthError) describe() (int, api.Error, http.Header) {
	if e.code == "invalid_client" {
		return http.StatusUnauthorized, api.Error{Error: e.code}, http.Header{"Www-Authenticate": {`Basic realm="anamnesis"`}}
	}
	return http.StatusBadRequest, api.Error{Error: e.code, ValidationErrors: e.faults}, nil
}

// oauthToken issues the bearer token of retrieval: OAuth 2.0 client credentials (RFC 6749 section 4.4).
func (s *server) oauthToken(ctx context.Context, c *call) (any, error) {
	form, err := tokenForm(c)
	if err != nil {
		return nil, err
	}
	id, secret, err := clientCredentials(c.r, form)
	if err != nil {
		return nil, err
	}
	session, err := s.Auth.PortalLogin(ctx, id, secret)
	if errors.Is(err, auth.ErrBadCredentials) {
		if err := s.auditRefused(ctx); err != nil {
			return nil, err
		}
		return nil, &oauthError{code: "invalid_client"}
	}
	if err != nil {
		return nil, err
	}
	c.claims = session.Claims
	if err := s.audit(ctx, c, audit.PortalLogin, "", nil); err != nil {
		return nil, err
	}
	return issued{session}, nil
}

// refusals is how often wrong credentials get into the audit log, which nobody can so fill; the request log has each.
var refusals = ratelimit.Policy{Rate: 0.1, Burst: 50}

// auditRefused logs that somebody came with wrong credentials.
func (s *server) auditRefused(ctx context.Context) error {
	if s.Audit == nil || !s.Limiter.Allow(ctx, "audit of refusals", refusals, s.Now()).Allowed {
		return nil
	}
	return s.Audit.Record(ctx, audit.Entry{Actor: "somebody", Action: audit.PortalRefused})
}

func tokenForm(c *call) (url.Values, error) {
	kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	form, err := url.ParseQuery(string(c.body))
	var faults []string
	switch {
	case kind != "application/x-www-form-urlencoded":
		faults = append(faults, "body: must be application/x-www-form-urlencoded")
	case err != nil:
		faults = append(faults, "body: malformed form")
	case len(form["grant_type"]) == 0:
		faults = append(faults, "grant_type: must be given")
	}
	for name, values := range form {
		if len(values) > 1 && (name == "grant_type" || name == "client_id" || name == "client_secret") {
			faults = append(faults, name+": given more than once")
		}
	}
	switch {
	case len(faults) > 0:
		return nil, &oauthError{"invalid_request", faults}
	case form.Get("grant_type") != "client_credentials":
		return nil, &oauthError{"unsupported_grant_type", []string{"grant_type: must be client_credentials"}}
	}
	return form, nil
}

// clientCredentials come by Basic, encoded as in a form (RFC 6749 section 2.3.1), or in the form; not by both.
func clientCredentials(r *http.Request, form url.Values) (id, secret string, err error) {
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = form.Get("client_id"), form.Get("client_secret")
		if id == "" || secret == "" {
			return "", "", &oauthError{code: "invalid_client"}
		}
		return id, secret, nil
	}
	if form.Has("client_secret") {
		return "", "", &oauthError{"invalid_request", []string{"client_secret: credentials by Basic and in the form"}}
	}
	id, err1 := url.QueryUnescape(id)
	secret, err2 := url.QueryUnescape(secret)
	if err1 != nil || err2 != nil {
		return "", "", &oauthError{code: "invalid_client"}
	}
	return id, secret, nil
}
