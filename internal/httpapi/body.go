package httpapi

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"anamnesis/api"
)

// A client that sends a body too large, or one that nobody wants, often reads no answer before all
// is sent. So some of the rest is taken in and thrown away first; more than that ends the connection.
const (
	drainBytes = 32 << 20
	drainTime  = 10 * time.Second
)

// readBody reads the body up to the limit, in the connection's own goroutine: a read that hangs in
// another one would hold the connection after the answer.
func (c *call) readBody(deadline time.Time) error {
	if c.r.Body == nil || c.r.Body == http.NoBody {
		c.bodyRead = true
		return nil
	}
	if c.r.ContentLength > api.MaxBody {
		return errBodyTooLarge
	}
	rc := http.NewResponseController(c.w)
	_ = rc.SetReadDeadline(deadline)
	b, err := readAll(c.r)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errBudget
	case err != nil:
		return errBodyBroken
	case len(b) > api.MaxBody:
		return errBodyTooLarge
	}
	_ = rc.SetReadDeadline(time.Time{})
	c.body, c.bodyRead = b, true
	return nil
}

// readAll reads up to one byte more than a body may have, at once where its length is known.
func readAll(r *http.Request) ([]byte, error) {
	if r.ContentLength < 0 {
		return io.ReadAll(io.LimitReader(r.Body, api.MaxBody+1))
	}
	b := make([]byte, r.ContentLength)
	_, err := io.ReadFull(r.Body, b)
	return b, err
}

// drain takes in what is left of the body. A client that waits to be told to go on has nothing under way.
func (c *call) drain() {
	if c.bodyRead || c.r.Body == nil || c.r.Body == http.NoBody {
		return
	}
	if c.r.Header.Get("Expect") != "" {
		c.w.Header().Set("Connection", "close")
		return
	}
	rc := http.NewResponseController(c.w)
	_ = rc.SetReadDeadline(time.Now().Add(drainTime))
	n, err := io.Copy(io.Discard, io.LimitReader(c.r.Body, drainBytes))
	if err != nil || n == drainBytes {
		c.w.Header().Set("Connection", "close")
		return
	}
	_ = rc.SetReadDeadline(time.Time{})
}
