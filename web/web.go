package web

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"time"
)

//go:embed static
var static embed.FS

// Config says which service the page talks to, as which partner.
type Config struct {
	BaseURL   string // ends in /api/v1
	PartnerID string
	Secret    string
	APIKey    string
	Language  string       // X-Language at login; "" for the partner's default
	Client    *http.Client // nil for one with a timeout of 25 s
	Secure    bool         // the page is served over TLS, so the cookie is marked secure
}

// maxBody bounds what the back end reads of a request or a reply, in bytes.
const maxBody = 1 << 20

// server holds what the handlers share.
type server struct {
	cfg      Config
	sessions *sessions
}

// Handler serves the page at / and its back end.
func Handler(cfg Config) (http.Handler, error) {
	if cfg.BaseURL == "" || cfg.APIKey == "" {
		return nil, errors.New("web: the base address and the api key are required")
	}
	if cfg.Client == nil {
		cfg.Client = &http.Client{Timeout: 25 * time.Second}
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	s := &server{cfg: cfg, sessions: newSessions(time.Now)}
	mux := http.NewServeMux()
	mux.Handle("GET /", headers(http.FileServerFS(files)))
	mux.HandleFunc("POST /session", s.own(s.start))
	mux.HandleFunc("POST /session/accept", s.own(s.accept))
	for _, route := range passed {
		mux.HandleFunc(route, s.own(s.pass))
	}
	return mux, nil
}

// passed are the calls that go on to the service with the token put in.
var passed = []string{
	"POST /app/initial", "POST /app/chat", "GET /app/chat", "POST /app/step-back", "GET /app/report",
	"GET /app/symptom-search", "GET /app/article/{id}", "POST /app/analytics", "POST /app/analytics/feedback",
}

// headers keeps the page to what it brings along.
func headers(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		h.ServeHTTP(w, r)
	})
}

// own lets through only what the page itself sends: a header that no foreign form can set.
func (s *server) own(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Anamnesis") != "web" {
			fail(w, http.StatusForbidden, "this address belongs to the page")
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		next(w, r)
	}
}

func fail(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	b, _ := json.Marshal(map[string]string{"error": text})
	w.Write(b)
}

// call sends one request to the service and gives status and body.
func (s *server) call(ctx context.Context, method, path, token string, body []byte, key string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.cfg.BaseURL+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("x-api-key", s.cfg.APIKey)
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	} else if s.cfg.Language != "" {
		req.Header.Set("X-Language", s.cfg.Language)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := s.cfg.Client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxBody))
	return resp.StatusCode, b, err
}

func answer(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}

// pass sends a call on under the session's token.
func (s *server) pass(w http.ResponseWriter, r *http.Request) {
	ses := s.sessions.of(r)
	if ses == nil || ses.token == "" {
		fail(w, http.StatusUnauthorized, "the session has ended")
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		fail(w, http.StatusBadRequest, "the request is too large")
		return
	}
	path := r.URL.EscapedPath()[len("/app"):]
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	status, b, err := s.call(r.Context(), r.Method, path, ses.token, body, r.Header.Get("Idempotency-Key"))
	if err != nil {
		fail(w, http.StatusBadGateway, "the service cannot be reached")
		return
	}
	answer(w, status, b)
}
