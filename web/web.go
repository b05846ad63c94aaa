package web

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
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
	Language  string           // language where the browser wants none that there is; "" for the partner's default
	Client    *http.Client     // nil for one with a timeout of 25 s, a little above the service's budgets
	Now       func() time.Time // nil is time.Now
	Secure    bool             // mark the cookie secure even where the request does not look like TLS
}

// server holds what the handlers share.
type server struct {
	cfg       Config
	seal      sealer
	languages []string // of the client's own words
	offered   offered
}

// Handler serves the page at / and its back end, and the console of any partner at /console/.
func Handler(cfg Config) (http.Handler, error) {
	if cfg.BaseURL == "" || cfg.APIKey == "" || cfg.Secret == "" {
		return nil, errors.New("web: the base address, the secret and the api key are required")
	}
	if cfg.Client == nil {
		cfg.Client = &http.Client{Timeout: 25 * time.Second}
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	folder, err := fs.Sub(static, "static")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	pages, err := loadFiles(folder)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	s := &server{cfg: cfg}
	if s.seal, err = newSealer(cfg.Secret, cfg.PartnerID); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if s.languages, err = messageFiles(folder); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return s.routes(pages), nil
}

// messageFiles are the languages that the client's own words come in.
func messageFiles(folder fs.FS) ([]string, error) {
	names, err := fs.Glob(folder, "messages/*.json")
	for i, name := range names {
		names[i] = strings.TrimSuffix(path.Base(name), ".json")
	}
	slices.Sort(names)
	return names, err
}

// routes are all addresses of the page. What changes something or tells something is for the page alone.
func (s *server) routes(pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", pages)
	mux.HandleFunc("GET /session", own(s.resume))
	mux.HandleFunc("POST /session", own(s.start))
	mux.HandleFunc("POST /session/accept", own(s.accept))
	mux.HandleFunc("DELETE /session", own(s.end))
	for _, route := range passed {
		mux.HandleFunc(route, own(s.pass))
	}
	s.console(mux)
	// A document is opened by a link, which can set no header; the cookie is for this site alone.
	mux.HandleFunc("GET /app/report.pdf", s.pass)
	return http.NewCrossOriginProtection().Handler(mux)
}

// passed are the calls that go on to the service with the token put in.
var passed = []string{
	"POST /app/initial", "POST /app/chat", "GET /app/chat", "POST /app/step-back",
	"GET /app/report", "GET /app/report/reasons",
	"GET /app/symptom-search", "GET /app/articles", "GET /app/article/{id}",
	"POST /app/analytics", "POST /app/analytics/feedback",
}

// policy keeps the page to what it brings along.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

// own lets through only what the page itself sends: a header that no foreign form can set.
func own(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Anamnesis") != "web" {
			fail(w, http.StatusForbidden, "this address belongs to the page")
			return
		}
		next(w, r)
	}
}
