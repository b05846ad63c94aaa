package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"

	"github.com/google/go-cmp/cmp"
)

// script is a service that answers each call with the next line of its script.
type script struct {
	mu    sync.Mutex
	lines []line
	calls []string // method, path and idempotency key of what came
	keys  []string
}

// line answers one call; status 0 breaks the connection.
type line struct {
	status int
	body   string
	header string // Retry-After
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls = append(s.calls, r.Method+" "+r.URL.Path)
	s.keys = append(s.keys, r.Header.Get("Idempotency-Key"))
	next := line{status: 500, body: `{"error":"script is over"}`}
	if len(s.lines) > 0 {
		next, s.lines = s.lines[0], s.lines[1:]
	}
	s.mu.Unlock()
	if next.status == 0 {
		panic(http.ErrAbortHandler)
	}
	if next.header != "" {
		w.Header().Set("Retry-After", next.header)
	}
	w.WriteHeader(next.status)
	fmt.Fprint(w, next.body)
}

const (
	login    = `{"access_token":"t","token_type":"bearer","expires_in":60}`
	question = `{"conversation_details":{"progress":{"percentage":5}},"question":{"type":"generic","id":"q1"}}`
	failed   = `{"error":"internal error"}`
)

func start(t *testing.T, lines ...line) (*client.Session, *script) {
	t.Helper()
	s := &script{lines: append([]line{{status: 200, body: login}}, lines...)}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	c, err := client.New(client.Config{BaseURL: srv.URL + "/api/v1/", PartnerID: "p", Secret: "s", APIKey: "k", Backoff: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ses, err := c.Login(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	s.calls, s.keys = nil, nil
	return ses, s
}

// TestRetries lists what is sent for each call and fate.
func TestRetries(t *testing.T) {
	chat := func(s *client.Session) error {
		r, err := s.Chat(context.Background(), api.Answer{Type: "generic", Included: []string{"a"}})
		if err == nil && r.Question.ID != "q1" {
			return errors.New("not the question of the script")
		}
		return err
	}
	state := func(s *client.Session) error { _, err := s.State(context.Background()); return err }
	initial := func(s *client.Session) error {
		_, err := s.Initial(context.Background(), api.InitialRequest{Gender: "male", Age: 30, InitialQuery: "cough"})
		return err
	}
	event := func(s *client.Session) error { return s.Event(context.Background(), api.EventRequest{Event: "e"}) }
	const post, get = "POST /api/v1/chat", "GET /api/v1/chat"
	for name, c := range map[string]struct {
		call   func(*client.Session) error
		lines  []line
		want   []string
		status int // of the error; 0 for none
	}{
		"a read is sent again":             {state, []line{{status: 503}, {status: 0}, {status: 200, body: question}}, []string{get, get, get}, 0},
		"but not for ever":                 {state, []line{{status: 500}, {status: 500}, {status: 500}, {status: 500}, {status: 200}}, []string{get, get, get, get}, 500},
		"and not where it is wrong":        {state, []line{{status: 404, body: `{"error":"no conversation exists yet"}`}}, []string{get}, 404},
		"an answer is not":                 {chat, []line{{status: 500, body: failed}, {status: 200, body: question}}, []string{post, get}, 0},
		"nor after a timeout":              {chat, []line{{status: 504, body: failed}, {status: 200, body: question}}, []string{post, get}, 0},
		"nor after a broken connection":    {chat, []line{{status: 0}, {status: 503}, {status: 200, body: question}}, []string{post, get, get}, 0},
		"a refused answer is":              {chat, []line{{status: 429}, {status: 200, body: question}}, []string{post, post}, 0},
		"a wrong answer is told":           {chat, []line{{status: 400, body: `{"error":"e","validation_errors":["x"]}`}}, []string{post}, 400},
		"a start recovers":                 {initial, []line{{status: 0}, {status: 200, body: question}}, []string{"POST /api/v1/initial", get}, 0},
		"a start that was not is repeated": {initial, []line{{status: 500}, {status: 404}, {status: 200, body: question}}, []string{"POST /api/v1/initial", get, "POST /api/v1/initial"}, 0},
		"events are":                       {event, []line{{status: 502}, {status: 200, body: `{}`}}, []string{"POST /api/v1/analytics", "POST /api/v1/analytics"}, 0},
		"a long Retry-After is not waited": {state, []line{{status: 429, header: "3600"}}, []string{get}, 429},
	} {
		t.Run(name, func(t *testing.T) {
			ses, s := start(t, c.lines...)
			err := c.call(ses)
			var e *client.Error
			if errors.As(err, &e) != (c.status != 0) || e != nil && e.Status != c.status || err != nil && c.status == 0 {
				t.Errorf("error: %v", err)
			}
			if diff := cmp.Diff(c.want, s.calls); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRepeatedTurnsCarryOneKey(t *testing.T) {
	ses, s := start(t, line{status: 429}, line{status: 200, body: question}, line{status: 200, body: question})
	for range 2 {
		if _, err := ses.StepBack(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if s.keys[0] == "" || s.keys[0] != s.keys[1] || s.keys[2] == s.keys[0] {
		t.Errorf("keys: %q", s.keys)
	}
}

func TestErrorTellsFaults(t *testing.T) {
	ses, _ := start(t, line{status: 400, body: `{"error":"request validation failed","validation_errors":["age: must be given"]}`}, line{status: 401, body: `<html>`})
	_, err := ses.Initial(context.Background(), api.InitialRequest{})
	var e *client.Error
	if !errors.As(err, &e) || e.Message != "request validation failed" || len(e.ValidationErrors) != 1 || e.Temporary() {
		t.Errorf("%v", err)
	}
	if _, err = ses.State(context.Background()); !errors.As(err, &e) || !e.SessionOver() || e.Message != "Unauthorized" {
		t.Errorf("%v", err)
	}
}

func TestTurnsOfOneSessionWait(t *testing.T) {
	var now, most int
	var mu sync.Mutex
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/login" {
			fmt.Fprint(w, login)
			return
		}
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(5 * time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		fmt.Fprint(w, question)
	}))
	defer srv.Close()
	c, _ := client.New(client.Config{BaseURL: srv.URL, PartnerID: "p", Secret: "s", APIKey: "k"})
	ses, err := c.Login(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() { _, _ = ses.Chat(context.Background(), api.Answer{Type: "generic"}) })
	}
	wg.Wait()
	if most != 1 {
		t.Errorf("%d answers at once", most)
	}
}

func TestRecordsBrokenOff(t *testing.T) {
	rec, _ := json.Marshal(api.Record{ConversationID: "c"})
	for body, want := range map[string]int{
		`{"records":[` + string(rec) + `,` + string(rec) + `]}`: 2, `{"records":[]}`: 0,
		`{"records":[` + string(rec) + `,`: -1, `{"records":[` + string(rec): -1, `{}`: -1, ``: -1,
	} {
		s := &script{lines: []line{{status: 503}, {status: 200, body: login}, {status: 401, body: `{"error":"token expired"}`}, {status: 200, body: login}, {status: 200, body: body}}}
		srv := httptest.NewServer(s)
		c, _ := client.New(client.Config{BaseURL: srv.URL, PartnerID: "p", Secret: "s", APIKey: "k", Backoff: time.Millisecond})
		n := 0
		err := c.Records(context.Background(), time.Now(), time.Now(), func(api.Record) error { n++; return nil })
		srv.Close()
		if (err != nil) != (want < 0) || want >= 0 && n != want {
			t.Errorf("%.20s…: %d records, %v", body, n, err)
		}
	}
}

func TestCanceledContextEndsRetries(t *testing.T) {
	ses, s := start(t, line{status: 500})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ses.Chat(ctx, api.Answer{Type: "generic"}); !errors.Is(err, context.Canceled) || len(s.calls) != 0 {
		t.Errorf("%v after %v", err, s.calls)
	}
}
