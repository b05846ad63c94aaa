package httpapi

import (
	"context"
	"errors"
	"net/http"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/consult"
	"anamnesis/internal/store"
)

// Errors of this package.
var (
	// errBodyTooLarge: the body is longer than api.MaxBody.
	errBodyTooLarge = &invalidError{faults: []string{"body: larger than 64 KiB"}}
	// errBodyBroken: the body did not come whole.
	errBodyBroken = &invalidError{faults: []string{"body: could not be read to its end"}}
	// errBudget: the time of the endpoint is spent.
	errBudget = errors.New("time budget exceeded")
	// errRateLimited: a limit of the partner refuses the request.
	errRateLimited = errors.New("rate limit exceeded")
	// errNoArticle: no article has that id.
	errNoArticle = errors.New("article not found")
	// errNoConsultation: the partner has no consultation with that id.
	errNoConsultation = errors.New("consultation not found")
	// errNoRoute: nothing is served under that path.
	errNoRoute = errors.New("no such route")
	// errOverloaded: as many requests are worked on as may be.
	errOverloaded = errors.New("overloaded")
	// errNotReady: the store cannot be read.
	errNotReady = errors.New("not ready")
)

// invalidError lists every fault of a request's content.
type invalidError struct{ faults []string }

func (e *invalidError) Error() string { return "request validation failed" }

// methodError says which methods a path takes.
type methodError struct{ allow string }

func (e *methodError) Error() string { return "method not allowed" }

// problem is how an error is told. Where content, its text is the one entry of validation_errors too.
type problem struct {
	err     error
	status  int
	text    string
	content bool
}

// problems is the one table from error to status.
var problems = []problem{
	{auth.ErrKeyUnknown, http.StatusForbidden, "api key not valid", false},
	{auth.ErrKeyRevoked, http.StatusForbidden, "api key revoked", false},
	{auth.ErrOrigin, http.StatusForbidden, "domain validation failed: origin not allowed", false},
	{errRateLimited, http.StatusTooManyRequests, "rate limit exceeded", false},
	{auth.ErrBadCredentials, http.StatusUnauthorized, "bad credentials", false},
	{auth.ErrTokenExpired, http.StatusUnauthorized, "token expired", false},
	{auth.ErrTokenForeign, http.StatusUnauthorized, "token does not belong to this api key", false},
	{auth.ErrTermsNotAccepted, http.StatusUnauthorized, "terms and conditions are not accepted", false},
	{auth.ErrTermsAccepted, http.StatusUnauthorized, "terms and conditions are accepted already", false},
	{auth.ErrTokenInvalid, http.StatusUnauthorized, "token not valid", false},
	{auth.ErrLanguage, http.StatusBadRequest, "X-Language: language not allowed", true},

	{consult.ErrNotStarted, http.StatusNotFound, "no conversation exists yet", false},
	{consult.ErrStarted, http.StatusBadRequest, "the conversation has already been started", false},
	{consult.ErrEnded, http.StatusBadRequest, "no question is open", false},
	{consult.ErrNoStepBack, http.StatusBadRequest, "step back is not possible at this point", false},
	{consult.ErrReportNotReady, http.StatusBadRequest, "report generation not allowed at this point", false},
	{consult.ErrSuperseded, http.StatusBadRequest, "the question was answered by another request", false},
	{errNoArticle, http.StatusNotFound, "article not found", false},
	{errNoConsultation, http.StatusNotFound, "consultation not found", false},

	{errNoRoute, http.StatusNotFound, "no such route; the interface is described under /docs", false},
	{store.ErrUnavailable, http.StatusServiceUnavailable, "the database cannot be reached, try again soon", false},
	{errBudget, http.StatusGatewayTimeout, "time budget exceeded", false},
	{context.DeadlineExceeded, http.StatusGatewayTimeout, "time budget exceeded", false},
	{context.Canceled, http.StatusServiceUnavailable, "request canceled", false},
	{errOverloaded, http.StatusServiceUnavailable, "overloaded, try again later", false},
	{errNotReady, http.StatusServiceUnavailable, "not ready", false},
	{store.ErrClosed, http.StatusServiceUnavailable, "shutting down", false},
}

// describe gives an error's status, body and header fields.
func describe(err error) (int, api.Error, http.Header) {
	var (
		invalid  *invalidError
		answer   *consult.Invalid
		method   *methodError
		protocol *oauthError
	)
	switch {
	case errors.As(err, &invalid):
		return http.StatusBadRequest, api.Error{Error: invalid.Error(), ValidationErrors: invalid.faults}, nil
	case errors.As(err, &answer):
		return http.StatusBadRequest, api.Error{Error: answerText(answer), ValidationErrors: answer.Faults}, nil
	case errors.As(err, &method):
		return http.StatusMethodNotAllowed, api.Error{Error: method.Error()}, http.Header{"Allow": {method.allow}}
	case errors.As(err, &protocol):
		return protocol.describe()
	}
	for _, p := range problems {
		if errors.Is(err, p.err) {
			return p.describe()
		}
	}
	return http.StatusInternalServerError, api.Error{Error: "internal error"}, nil
}

func (p problem) describe() (int, api.Error, http.Header) {
	body := api.Error{Error: p.text}
	var header http.Header
	if p.content {
		body.ValidationErrors = []string{p.text}
	}
	switch p.status {
	case http.StatusUnauthorized:
		header = http.Header{"Www-Authenticate": {"Bearer"}}
	case http.StatusServiceUnavailable:
		header = http.Header{"Retry-After": {"1"}}
	}
	return p.status, body, header
}

// answerText begins with the words that the interface gives to a mismatch of choices.
func answerText(e *consult.Invalid) string {
	if e.Mismatch {
		return "Selection mismatch: the answer does not fit the current question's choices"
	}
	return "request validation failed"
}
