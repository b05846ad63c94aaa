package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// Bounds of what the back end reads, in bytes.
const (
	maxBody  = 64 << 10
	maxReply = 4 << 20
)

// request is one call to the service.
type request struct {
	method, path string
	token        string
	language     string // X-Language, at login
	key          string // Idempotency-Key
	body         []byte
}

// reply is what came of it; status 0 means that the service could not be reached.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r reply) ok() bool { return r.status == http.StatusOK }

// read decodes a success into v.
func (r reply) read(v any) bool { return r.ok() && json.Unmarshal(r.body, v) == nil }

// write passes the reply on; one that cannot be used is a 502.
func (r reply) write(w http.ResponseWriter) {
	if r.status == 0 || r.status == http.StatusOK && len(r.body) == 0 {
		fail(w, http.StatusBadGateway, "the service cannot be reached")
		return
	}
	for _, name := range []string{"Content-Type", "Content-Disposition", "Retry-After"} {
		if v := r.header.Get(name); v != "" {
			w.Header().Set(name, v)
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(r.status)
	w.Write(r.body)
}

// worthGzip is from how many bytes on a reply is sent compressed: below, it fits into one packet anyway.
const worthGzip = 1400

// smaller compresses a long reply for a browser that takes it so: a report is a quarter then.
func (r reply) smaller(w http.ResponseWriter, to *http.Request) reply {
	if !takesGzip(to) || len(r.body) < worthGzip || r.header.Get("Content-Type") == "application/pdf" {
		return r
	}
	b, err := compress(r.body, gzip.BestSpeed)
	if err != nil || len(b) >= len(r.body) {
		return r
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Vary", "Accept-Encoding")
	r.body = b
	return r
}

// call sends a request to the consultation interface.
func (s *server) call(ctx context.Context, in request) reply {
	req, err := http.NewRequestWithContext(ctx, in.method, s.cfg.BaseURL+in.path, bytes.NewReader(in.body))
	if err != nil {
		return reply{}
	}
	set := func(name, value string) {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	set("X-Api-Key", s.cfg.APIKey)
	set("X-Language", in.language)
	set("Idempotency-Key", in.key)
	if in.token != "" {
		set("Authorization", "Bearer "+in.token)
	}
	if len(in.body) > 0 {
		set("Content-Type", "application/json")
	}
	return take(s.cfg.Client.Do(req))
}

// take reads an answer to its end.
func take(resp *http.Response, err error) reply {
	if err != nil {
		return reply{}
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxReply))
	if err != nil {
		return reply{}
	}
	return reply{resp.StatusCode, resp.Header, b}
}

// pass sends a call on under the session's token.
func (s *server) pass(w http.ResponseWriter, r *http.Request) {
	ses, ok := s.current(w, r)
	if !ok {
		return
	}
	if ses.Token == "" {
		fail(w, http.StatusUnauthorized, "the terms are not accepted")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		fail(w, http.StatusBadRequest, "the request is too large")
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet // the service answers HEAD for documents only
	}
	path := r.URL.EscapedPath()[len("/app"):]
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	in := request{method: method, path: path, token: ses.Token, body: body, key: r.Header.Get("Idempotency-Key")}
	s.call(r.Context(), in).smaller(w, r).write(w)
}

// decode reads the page's own small bodies; an empty one leaves v as it is.
func decode(w http.ResponseWriter, r *http.Request, v any) bool {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err == nil && len(bytes.TrimSpace(b)) > 0 {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		fail(w, http.StatusBadRequest, "the request cannot be read")
	}
	return err == nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		status, b = http.StatusBadGateway, []byte(`{"error":"the service gave an answer that cannot be read"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(b)
}

func fail(w http.ResponseWriter, status int, text string) {
	writeJSON(w, status, map[string]string{"error": text})
}
