package app_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// checked holds every exchange against the OpenAPI document.
type checked struct {
	t      *testing.T
	router routers.Router
}

func newChecked(t *testing.T) *checked {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return &checked{t, router}
}

func (c *checked) RoundTrip(req *http.Request) (*http.Response, error) {
	var sent []byte
	if req.Body != nil {
		sent, _ = io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	c.check(req, sent, res, got)
	return res, nil
}

func (c *checked) check(req *http.Request, sent []byte, res *http.Response, got []byte) {
	c.t.Helper()
	plain := req.Clone(context.Background())
	plain.URL.Scheme, plain.URL.Host = "", ""
	plain.Body = io.NopCloser(bytes.NewReader(sent))
	route, params, err := c.router.FindRoute(plain)
	if err != nil {
		c.t.Errorf("%s %s: %v", req.Method, req.URL.Path, err)
		return
	}
	in := &openapi3filter.RequestValidationInput{Request: plain, PathParams: params, Route: route, Options: &openapi3filter.Options{
		IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
	}}
	if err := openapi3filter.ValidateRequest(context.Background(), in); err != nil {
		c.t.Errorf("request %s %s: %v", req.Method, req.URL.Path, err)
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: res.StatusCode, Header: res.Header, Options: in.Options}
	if err := openapi3filter.ValidateResponse(context.Background(), out.SetBodyBytes(got)); err != nil {
		c.t.Errorf("response %s %s: %.1500v", req.Method, req.URL.Path, err)
	}
}

// running is a service with one partner, and a client of it.
func running(t *testing.T) (*app.Service, *client.Client) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	service, err := app.New(ctx, app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + filepath.Join(t.TempDir(), "test.db")})
	if err != nil {
		t.Fatal(err)
	}
	creds, err := app.CreatePartner(ctx, service.Store(), app.NewPartner{Name: "test", Languages: []string{"en-US", "en-GB"}, Debug: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- service.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	c, err := client.New(client.Config{
		BaseURL: service.URL() + api.BasePath, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey,
		HTTP: &http.Client{Transport: newChecked(t)}, Retries: -1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return service, c
}

// TestConsultations conducts a few, each with another manner of answering, and checks every exchange.
func TestConsultations(t *testing.T) {
	service, c := running(t)
	ctx := context.Background()
	for _, query := range []string{
		"sore throat and fever since yesterday", "crushing chest pain and short of breath", "what is asthma?", "xyzzy plugh", "I feel dizzy, no headache", "my back hurts",
	} {
		for choose := range 3 {
			consultation(t, c, query, choose)
		}
	}
	n := 0
	today := time.Now().UTC()
	if err := c.Records(ctx, today, today, func(api.Record) error { n++; return nil }); err != nil || n != 18 {
		t.Errorf("%d records, %v", n, err)
	}
	res, err := http.Get(service.URL() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if !strings.Contains(string(b), "anamnesis_consultations_started_total 18") {
		t.Error("metrics do not count consultations")
	}
	for _, want := range []string{
		"\nanamnesis_engine_duration_seconds_count{call=\"turn\"} ",
		"\nanamnesis_store_operation_duration_seconds_count{op=\"create\",result=\"ok\"} 18\n", "\nanamnesis_store_operation_duration_seconds_count{op=\"update\",result=\"ok\"} ",
		"\nanamnesis_store_queue{of=\"writes\"} ", "\nanamnesis_store_queue{of=\"loads\"} ",
		"\nanamnesis_store_connections{state=\"used\"} ", "\nanamnesis_store_connections{state=\"most\"} ",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("metrics lack %q", want)
		}
	}
}

func consultation(t *testing.T, c *client.Client, query string, choose int) {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	s, err := c.Login(ctx)
	must(err)
	terms, err := s.Terms(ctx)
	must(err)
	_, err = s.Accept(ctx, terms.ContentVersion)
	must(err)
	state, err := s.Initial(ctx, api.InitialRequest{Gender: []string{"female", "male"}[choose%2], Age: 20 + 30*choose, InitialQuery: query})
	must(err)
	for turn := 0; !state.ConversationDetails.ReportPossible; turn++ {
		if turn > 60 {
			t.Fatalf("%s: no end", query)
		}
		state, err = s.Chat(ctx, reply(t, s, state.Question, choose))
		must(err)
		if turn == 3 && state.ConversationDetails.StepBackPossible {
			_, err = s.StepBack(ctx)
			must(err)
			state, err = s.State(ctx)
			must(err)
		}
	}
	must(s.Event(ctx, api.EventRequest{Event: "end", Value: []byte(`[1]`)}))
	must(s.Feedback(ctx, api.FeedbackRequest{Stars: 5, Labels: []string{"clear"}}))
	r, err := s.Report(ctx)
	must(err)
	if r.Report.InformationArticles == nil {
		return
	}
	for _, a := range r.Report.InformationArticles.InformationArticles {
		_, err = s.Article(ctx, a.ID)
		must(err)
	}
}

// reply affirms what a manner says: nothing that need not be, the first, or all.
func reply(t *testing.T, s *client.Session, q *api.Question, choose int) api.Answer {
	t.Helper()
	a := api.Answer{Type: q.Type}
	if q.Type == api.QuestionAutocomplete {
		a.Included = []string{api.ChoiceSkip}
		if found, err := s.Search(context.Background(), "head", ""); err != nil {
			t.Error(err)
		} else if choose > 0 && len(found.Autocomplete) > 0 {
			a.Included = []string{found.Autocomplete[0].ID}
		}
		return a
	}
	least, most := 0, len(q.Choices)
	if c := q.Constraints; c != nil && c.MinSelections != nil {
		least = *c.MinSelections
	}
	if c := q.Constraints; c != nil && c.MaxSelections != nil {
		most = *c.MaxSelections
	}
	n := min(most, max(least, choose*choose))
	for i, choice := range q.Choices {
		if i < n {
			a.Included = append(a.Included, choice.ID)
		} else {
			a.Excluded = append(a.Excluded, choice.ID)
		}
	}
	return a
}

// TestEqualAnswersAtOnce: of twelve, one is applied, and the others are refused and never taken for the next question.
func TestEqualAnswersAtOnce(t *testing.T) {
	_, c := running(t)
	ctx := context.Background()
	s, err := c.Login(ctx)
	if err != nil {
		t.Fatal(err)
	}
	terms, err := s.Terms(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = s.Accept(ctx, terms.ContentVersion); err != nil {
		t.Fatal(err)
	}
	state, err := s.Initial(ctx, api.InitialRequest{Gender: "female", Age: 30, InitialQuery: "cough, fever and headache"})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 5 {
		a := reply(t, s, state.Question, 1)
		token, expires := s.Token()
		var wg sync.WaitGroup
		var applied, refused atomic.Int32
		for range 12 {
			wg.Go(func() { // a session each, since turns of one wait for each other
				_, err := c.Resume(token, expires).Chat(ctx, a)
				var e *client.Error
				switch {
				case err == nil:
					applied.Add(1)
				case errors.As(err, &e) && e.Status == http.StatusBadRequest:
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if applied.Load() != 1 || refused.Load() != 11 {
			t.Errorf("round %d: %d applied, %d refused", round, applied.Load(), refused.Load())
		}
		if state, err = s.State(ctx); err != nil || state.Question == nil {
			t.Fatal(state, err)
		}
	}
}

func TestConfigNamesEveryFault(t *testing.T) {
	_, err := app.New(context.Background(), app.Config{
		Listen: "nowhere", Database: "postgres://u:secret@h:port/d", RateLimits: "redis://:secret@a,b", SessionTTL: time.Second,
	})
	if !errors.Is(err, app.ErrConfig) {
		t.Fatal(err)
	}
	for _, want := range []string{"listen:", "not a PostgreSQL URL", "rate-limits: not a Redis URL", "session-ttl:"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in %q", want, err)
		}
	}
	if c := (app.Config{Database: "postgres://u:secret@h/d?password=secret", RateLimits: "redis://:secret@h"}); strings.Contains(c.String(), "secret") {
		t.Errorf("printed: %s", c)
	}
}

func TestPartnerNamesEveryFault(t *testing.T) {
	_, err := app.CreatePartner(context.Background(), nil, app.NewPartner{
		Languages: []string{"fr-FR", "?"}, Origins: []string{"clinic"}, Rate: -1, Retention: -1,
	}, time.Now())
	for _, want := range []string{"name:", "fr-FR", `"?"`, `"clinic"`, "rate -1", "retention:"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in %v", want, err)
		}
	}
	for _, name := range []string{"two\nlines", "\x1b[31mred", strings.Repeat("n", 201)} {
		if _, err := app.CreatePartner(context.Background(), nil, app.NewPartner{Name: name}, time.Now()); err == nil || !strings.Contains(err.Error(), "name:") {
			t.Errorf("a partner of the name %q: %v", name, err)
		}
	}
}

func TestAddressInUse(t *testing.T) {
	service, _ := running(t)
	_, err := app.New(context.Background(), app.Config{Listen: service.Addr(), Database: "sqlite:" + filepath.Join(t.TempDir(), "x.db")})
	if err == nil {
		t.Error("two services on one address")
	}
}
