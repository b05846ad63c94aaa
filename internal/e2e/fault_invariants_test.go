package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/auth"
)

// Every run under faults ends by checking four invariants:
//
//	I1 no acknowledged answer is missing                        driver.settle, checkRounds
//	I2 at most one unacknowledged answer a consultation applied driver.settle, checkRounds
//	I3 GET /chat shows what the store holds                     checkStored
//	I4 every response is valid against the OpenAPI document     witness

// witness is a transport that holds every response against the contract. It is safe for concurrent use.
type witness struct {
	*contract

	mu     sync.Mutex
	seen   map[int]int // responses by status
	lost   []failure
	faults []error
}

// failure is a response of 5xx, and when it was waited for.
type failure struct {
	begun, ended time.Time
	what         string
	status       int
}

func newWitness(t testing.TB) *witness {
	t.Helper()
	c, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	return &witness{contract: c, seen: map[int]int{}}
}

// watch has a caller's responses seen.
func (w *witness) watch(c *caller) *caller {
	c.http.Transport = &witnessed{w, c.http.Transport}
	return c
}

// check ends the test's run: I4.
func (w *witness) check(t testing.TB) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, err := range w.faults {
		if t.Error(err); i == 5 {
			t.Errorf("and %d more", len(w.faults)-i)
			break
		}
	}
	if len(w.seen) == 0 {
		t.Error("no response was seen")
	}
}

// statuses are the responses seen, by status.
func (w *witness) statuses() map[int]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen
}

type witnessed struct {
	*witness
	next http.RoundTripper
}

func (w *witnessed) RoundTrip(req *http.Request) (*http.Response, error) {
	begin := time.Now()
	res, err := w.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := peek(res)
	if err != nil {
		return nil, err
	}
	end := time.Now()
	fault := w.response(req, res, got)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen[res.StatusCode]++
	if res.StatusCode >= http.StatusInternalServerError {
		w.lost = append(w.lost, failure{begin, end, req.Method + " " + req.URL.Path, res.StatusCode})
	}
	if res.StatusCode == http.StatusServiceUnavailable && res.Header.Get("Retry-After") == "" {
		w.faults = append(w.faults, fmt.Errorf("%s %s: 503 without Retry-After", req.Method, req.URL.Path))
	}
	if fault != nil {
		w.faults = append(w.faults, fmt.Errorf("%s %s: %d: %.800w", req.Method, req.URL.Path, res.StatusCode, fault))
	}
	return res, nil
}

// CloseIdleConnections is for http.Client.CloseIdleConnections.
func (w *witnessed) CloseIdleConnections() {
	if c, ok := w.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// checkStored holds what a service shows of consultations against what another shows that has nothing but the store: I3.
func checkStored(t testing.TB, dsn, url string, creds auth.Credentials, tokens []string) {
	t.Helper()
	fresh, err := start(dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer fresh.stop()
	from, shown := newCaller(fresh.URL(), creds), newCaller(url, creds)
	for _, token := range tokens {
		want, err := from.send("GET", v1+"/chat", token, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := shown.send("GET", v1+"/chat", token, "")
		if err != nil || got.status != want.status || !bytes.Equal(got.body, want.body) {
			t.Errorf("consultation %s: shown %d %.300s %v\nstored %d %.300s", sid(token), got.status, got.body, err, want.status, want.body)
		}
	}
}
