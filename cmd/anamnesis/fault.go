package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"anamnesis/client"
	"anamnesis/internal/store"
)

// fault says in one line what went wrong and, where it is plain, what to do about it.
func fault(err error) string {
	var e *client.Error
	var u *url.Error
	switch {
	case errors.As(err, &e):
		return refusal(e)
	case errors.As(err, &u):
		return "the service at " + host(u.URL) + " cannot be reached: " + cause(u)
	}
	text := oneLine(err.Error())
	if errors.Is(err, syscall.EADDRINUSE) {
		text += "; choose another with --listen"
	}
	return text
}

// errPartner and the others stand for store.ErrNotFound where a command names a thing that there is not. They do not repeat
// what was typed: it may be a key.
var (
	errPartner      = errors.New(`partner not found; "anamnesis partner list" shows all`)
	errAPIKey       = errors.New("api key not found")
	errConsultation = errors.New("consultation not found: it was erased, is older than its partner's retention, or the id is another")
)

// unknown is err, or what where err says that something is not there.
func unknown(err, what error) error {
	if errors.Is(err, store.ErrNotFound) {
		return what
	}
	return err
}

// utcDay is a day on the command line.
type utcDay struct{ time.Time }

// UnmarshalText reads 2006-01-02.
func (d *utcDay) UnmarshalText(text []byte) (err error) {
	if d.Time, err = time.Parse(time.DateOnly, string(text)); err != nil {
		return errors.New("want a day such as 2026-11-22")
	}
	return nil
}

// moment is a time on the command line.
type moment struct{ time.Time }

// UnmarshalText reads RFC 3339.
func (m *moment) UnmarshalText(text []byte) (err error) {
	if m.Time, err = time.Parse(time.RFC3339, string(text)); err != nil {
		return errors.New("want a time such as 2026-11-22T09:00:00Z")
	}
	return nil
}

// oneLine joins lines and says each once.
func oneLine(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}

// refusal is an answer of the service that is not a success.
func refusal(e *client.Error) string {
	switch e.Status {
	case http.StatusUnauthorized:
		return "the service does not accept this login or token: wrong, or expired (401 " + e.Message + ")"
	case http.StatusForbidden:
		return "the service does not accept this api key (403 " + e.Message + ")"
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return fmt.Sprintf("nothing is there: check that the address ends in /api/v1, and that the consultation has begun (%d %s)", e.Status, e.Message)
	case http.StatusBadRequest:
		return "the service refuses this: " + oneLine(strings.Join(append(e.ValidationErrors, e.Message), "\n"))
	case http.StatusTooManyRequests:
		return "too many requests: try again later (429 " + e.Message + ")"
	}
	return oneLine(e.Error())
}

// host is the address without what may be secret in it.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "this address"
	}
	return u.Scheme + "://" + u.Host
}

// cause is the innermost reason, without the addresses of the machine's own side.
func cause(u *url.Error) string {
	var op *net.OpError
	switch {
	case u.Timeout():
		return "no answer in time"
	case errors.As(u, &op) && op.Err != nil:
		return op.Err.Error()
	}
	return u.Err.Error()
}
