package client

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"anamnesis/api"
)

// Error is an answer of the service that is not a success.
type Error struct {
	Status           int           // HTTP status
	Message          string        // technical text, for logs
	ValidationErrors []string      // one for each fault of the request's content; only with status 400
	RetryAfter       time.Duration // as the service says; 0 where it says nothing
	RequestID        string        // for bug reports
}

// Error implements error. It holds no more than the service's own text.
func (e *Error) Error() string {
	if len(e.ValidationErrors) > 0 {
		return fmt.Sprintf("service: %d %s: %q", e.Status, e.Message, e.ValidationErrors)
	}
	return fmt.Sprintf("service: %d %s", e.Status, e.Message)
}

// Temporary says that the same call may succeed later.
func (e *Error) Temporary() bool {
	return e.Status == http.StatusTooManyRequests || e.Status >= http.StatusInternalServerError
}

// SessionOver says that the token is expired or invalid: log in, accept the terms and start anew.
func (e *Error) SessionOver() bool { return e.Status == http.StatusUnauthorized }

func readError(res *http.Response, body []byte) *Error {
	e := &Error{Status: res.StatusCode, RequestID: res.Header.Get(api.HeaderRequestID)}
	var told api.Error
	if json.Unmarshal(body, &told) == nil && told.Error != "" {
		e.Message, e.ValidationErrors = told.Error, told.ValidationErrors
	} else {
		e.Message = http.StatusText(res.StatusCode) // something between us and the service answered
	}
	if s, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && s > 0 {
		e.RetryAfter = time.Duration(s) * time.Second
	}
	return e
}
