package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
	"anamnesis/internal/auth"
	"anamnesis/internal/obs"
)

// today is the clock of the transcripts: a Tuesday.
var today = time.Date(2026, 3, 10, 9, 30, 0, 0, time.UTC)

// server is a service with one partner and its log.
type server struct {
	*app.Service
	dsn   string // of its database
	front string // the address of what stands before it, if anything does
	creds auth.Credentials
	log   *logBuffer
	stop  func() error
}

// URL is where to call.
func (s *server) URL() string {
	if s.front != "" {
		return s.front
	}
	return s.Service.URL()
}

// logBuffer can be read while it is written.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// masterKey is what records are encrypted with. It is no file, so that a database can be moved about alone.
const masterKey = "pBW3FwHX0i5wGmvlKf8YkbdKrZbnQWR3kE2bnHyIzKs="

// patience is how long a request waits for the database in tests: a busy machine is no outage.
const patience = 15 * time.Second

// start serves on a database and makes a partner; now may be nil.
func start(dsn string, now func() time.Time) (*server, error) {
	return startWith(app.Config{Database: dsn, DatabaseTimeout: patience, Now: now})
}

// startWith serves as cfg says, on a free port and with a log of its own.
func startWith(cfg app.Config) (*server, error) {
	s := &server{dsn: cfg.Database, log: &logBuffer{}}
	log, err := obs.NewLogger(s.log, obs.LogConfig{Level: slog.LevelDebug.String()})
	if err != nil {
		return nil, err
	}
	cfg.Listen, cfg.Log = "127.0.0.1:0", log
	if cfg.EncryptionKey == "" {
		cfg.EncryptionKey = masterKey
	}
	ctx, cancel := context.WithCancel(context.Background())
	if s.Service, err = app.New(ctx, cfg); err != nil {
		cancel()
		return nil, err
	}
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	s.stop = func() error { cancel(); return <-done }
	now := time.Now
	if cfg.Now != nil {
		now = cfg.Now
	}
	s.creds, err = app.CreatePartner(ctx, s.Store(), newPartner("e2e"), now())
	return s, err
}

func newPartner(name string) app.NewPartner {
	return app.NewPartner{Name: name, Languages: []string{"en-US", "en-GB", "es-ES", "de-DE"}}
}

func startFor(t testing.TB) *server {
	t.Helper()
	s, err := start(database(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// caller calls a service without any help: no retries, no keys of its own.
type caller struct {
	url   string
	creds auth.Credentials
	http  *http.Client
}

func (s *server) caller() *caller { return newCaller(s.URL(), s.creds) }

func newCaller(url string, c auth.Credentials) *caller {
	return &caller{url, c, &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}, Timeout: 30 * time.Second}}
}

// reply is what came back.
type reply struct {
	status int
	body   []byte
	header http.Header
}

// send makes one call; header is pairs.
func (c *caller) send(method, path, token, body string, header ...string) (reply, error) {
	req, err := http.NewRequestWithContext(context.Background(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	req.GetBody = nil // no second try by the transport
	req.Header.Set(api.HeaderAPIKey, c.creds.APIKey)
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := c.http.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, b, res.Header}, err
}

// must makes a call that has to succeed and decodes its answer into v.
func (c *caller) must(t testing.TB, method, path, token string, body, v any) {
	t.Helper()
	r, err := c.send(method, path, token, encode(body))
	if err != nil || r.status != http.StatusOK {
		t.Fatalf("%s %s: %d %s %v", method, path, r.status, r.body, err)
	}
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
}

func encode(v any) string {
	if v == nil {
		return ""
	}
	b, _ := json.Marshal(v)
	return string(b)
}

func (c *caller) initialToken(t testing.TB) string {
	t.Helper()
	var l api.LoginResponse
	c.must(t, "POST", v1+"/login", "", api.LoginRequest{PartnerID: c.creds.PartnerID, Secret: c.creds.Secret}, &l)
	return l.AccessToken
}

// token logs in and accepts the terms.
func (c *caller) token(t testing.TB) string {
	t.Helper()
	var (
		terms    api.TermsResponse
		accepted api.AcceptResponse
		first    = c.initialToken(t)
	)
	c.must(t, "GET", v1+"/terms", first, nil, &terms)
	c.must(t, "POST", v1+"/terms", first, api.AcceptRequest{ContentVersion: terms.ContentVersion, AllPoliciesAccepted: true}, &accepted)
	return accepted.LoginResponse.AccessToken
}

func escape(text string) string { return url.QueryEscape(text) }

const v1 = api.BasePath
