package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
)

// reply is a response before it is written.
type reply struct {
	status int
	header http.Header // fields beside the usual ones; may be nil
	body   []byte
	stream func(context.Context, io.Writer) error // instead of body
}

const contentJSON = "application/json"

// raw is a body that is JSON already.
type raw []byte

// success makes a reply of what an endpoint returned.
func success(v any) reply {
	switch v := v.(type) {
	case reply:
		return v
	case raw:
		return reply{status: http.StatusOK, body: v}
	}
	b, err := encode(v)
	if err != nil {
		return reply{status: http.StatusInternalServerError, body: []byte(`{"error":"internal error"}`)}
	}
	return reply{status: http.StatusOK, body: b}
}

// encode gives a value's JSON. Nothing is escaped for HTML: it is sent as JSON with nosniff, and highlights
// stay readable.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// failure makes the reply to an error.
func (s *server) failure(c *call, err error) reply {
	status, body, header := describe(err)
	if status >= http.StatusInternalServerError {
		c.err = err
	}
	b, _ := encode(body)
	return reply{status: status, header: header, body: b}
}

// respond writes a reply. Nothing else does.
func (s *server) respond(ctx context.Context, c *call, rep reply) {
	c.drain()
	h := c.w.Header()
	h.Set("Content-Type", contentJSON)
	h.Set("Cache-Control", "no-store") // health data and tokens
	h.Set("X-Content-Type-Options", "nosniff")
	for k, v := range rep.header {
		h[k] = v
	}
	if rep.stream != nil {
		s.respondStream(ctx, c, rep)
		return
	}
	c.status = rep.status
	h.Set("Content-Length", strconv.Itoa(len(rep.body)))
	c.w.WriteHeader(rep.status)
	_, _ = c.w.Write(rep.body)
}

// respondStream writes a reply of unknown length. An error before the first byte is answered as any other;
// after it the connection is broken off, so that nobody takes a part for the whole.
func (s *server) respondStream(ctx context.Context, c *call, rep reply) {
	out := &streamWriter{c: c, status: rep.status}
	err := rep.stream(ctx, out)
	if err == nil {
		err = out.flush()
	}
	switch {
	case err == nil:
	case !out.begun:
		s.respond(ctx, c, s.failure(c, err))
	default:
		c.status, c.err = http.StatusInternalServerError, err
		panic(http.ErrAbortHandler)
	}
}
