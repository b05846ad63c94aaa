package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/httpapi"
	"anamnesis/internal/kb"
	"anamnesis/internal/ratelimit"
	"anamnesis/internal/store"
	"anamnesis/internal/store/sqlite"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// fixture is the interface on a real store and real credentials, with a consultation made up.
type fixture struct {
	t      *testing.T
	url    string
	store  *sqlite.Store
	creds  auth.Credentials
	calls  *fakeCalls
	search *fakeSearch
	auth   *auth.Authenticator
	signer *auth.Signer
	log    *syncBuffer
	router routers.Router
}

// syncBuffer is a log that can be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func testBase() *kb.Base {
	b := &kb.Base{
		Edition:    "abc",
		Conditions: []kb.Condition{{ID: "cold", Code: "C0009443", Name: "Common cold"}},
		Groups:     []kb.Group{{ID: "airways", Code: "CM900102", Name: "Airways"}},
		Sources:    []kb.Source{{ID: "nhs-cold", Title: "NHS: Common cold", URL: "https://www.nhs.uk/conditions/common-cold/", Year: 2024}},
		Articles: []kb.Article{
			{ID: "common-cold", Title: "Common cold", Snippet: "A cold.", Conditions: []kb.ConditionID{0}, Related: []string{"influenza"}, Sources: []string{"nhs-cold"},
				Sections: []kb.Section{{Title: "What it is", Text: "Milder than [influenza](article:influenza). Call {emergency} if you cannot breathe."}}},
			{ID: "influenza", Title: "Influenza", Snippet: "The flu.", Sections: []kb.Section{{Title: "What it is", Text: "The flu."}}},
		},
		Messages: map[string]map[string]string{
			"en-US": {"age.text": "How old are you?", "age.hint": "Years", "gender.text": "Sex?", "gender.why": "Why", "gender.female": "Female", "gender.male": "Male",
				"symptoms.text": "What troubles you?", "symptoms.hint": "For example", "number.emergency": "911", "number.crisis": "988"},
			"en-GB": {"number.emergency": "999"},
		},
		Terms: map[string]kb.Terms{
			"en-US": {Messages: []kb.TermsMessage{{Type: "HEADER", Text: "Before"}, {Type: "BULLET_POINT", Text: "Call {emergency}."}}, CheckboxPolicies: []string{"Read."}, FooterPolicies: []string{"Foot."}},
		},
	}
	b.Index()
	return b
}

func newFixture(t *testing.T, change func(*httpapi.Config, *store.Partner)) *fixture {
	t.Helper()
	ctx := context.Background()
	st, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "test.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	signer, err := auth.NewSigner(ctx, auth.SignerConfig{Keys: st.Keys()})
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{
		t: t, store: st, creds: auth.NewCredentials(), calls: newFakeCalls(), search: &fakeSearch{},
		auth: auth.NewAuthenticator(st.Partners(), signer), signer: signer, log: &syncBuffer{},
	}
	c := httpapi.Config{
		Auth: f.auth, Limiter: ratelimit.NewMemory(0), Consultations: f.calls, Consents: st.Consents(), Events: st.Events(), Records: st.Consultations(),
		Recorder: fakeRecorder{}, Reviews: fakeReviews{}, Base: testBase(), Search: f.search, Ready: st.Ping, Log: slog.New(slog.NewJSONHandler(f.log, nil)),
	}
	p := store.Partner{ID: f.creds.PartnerID, Name: "test", Languages: []string{"en-US", "en-GB"}}
	if change != nil {
		change(&c, &p)
	}
	f.partner(p, f.creds)
	h, err := httpapi.New(c)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	f.url = srv.URL
	f.router = documentRouter(t)
	return f
}

func (f *fixture) partner(p store.Partner, c auth.Credentials) {
	f.t.Helper()
	p.SecretHash, p.Created = auth.HashSecret(c.Secret), time.Now()
	err := f.store.Partners().Create(context.Background(), p, store.APIKey{Hash: auth.HashAPIKey(c.APIKey), PartnerID: p.ID, Created: time.Now()})
	if err != nil {
		f.t.Fatal(err)
	}
}

func documentRouter(t *testing.T) routers.Router {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	r, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// request is one exchange to come; zero fields are left out of it.
type request struct {
	method, path string
	token        string
	body         string
	header       map[string]string
}

// response is what came back.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (r response) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(r.body, v); err != nil {
		t.Fatalf("%s: %v", r.body, err)
	}
}

func (r response) fault(t *testing.T) api.Error {
	t.Helper()
	var e api.Error
	r.into(t, &e)
	if e.Error == "" {
		t.Errorf("no error in %s", r.body)
	}
	return e
}

// do sends a request with the partner's api key and holds the response against the OpenAPI document.
func (f *fixture) do(rq request) response {
	f.t.Helper()
	req, err := http.NewRequest(rq.method, f.url+rq.path, strings.NewReader(rq.body))
	if err != nil {
		f.t.Fatal(err)
	}
	req.Header.Set("X-Api-Key", f.creds.APIKey)
	if rq.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if rq.token != "" {
		req.Header.Set("Authorization", "Bearer "+rq.token)
	}
	for k, v := range rq.header {
		if req.Header.Del(k); v != "" {
			req.Header.Set(k, v)
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		f.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		f.t.Fatal(err)
	}
	f.validate(req, res, b)
	return response{res.StatusCode, res.Header, b}
}

func (f *fixture) validate(req *http.Request, res *http.Response, body []byte) {
	f.t.Helper()
	req.URL.Scheme, req.URL.Host = "", ""
	route, params, err := f.router.FindRoute(req)
	if err != nil {
		if !strings.HasPrefix(req.URL.Path, "/docs/") && res.StatusCode != http.StatusNotFound && res.StatusCode != http.StatusMethodNotAllowed {
			f.t.Errorf("%s %s is not in the document: %v", req.Method, req.URL.Path, err)
		}
		return
	}
	in := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: params, Route: route},
		Status:                 res.StatusCode, Header: res.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: res.Header.Get("Content-Type") != "application/json"},
	}
	if err := openapi3filter.ValidateResponse(context.Background(), in.SetBodyBytes(body)); err != nil {
		f.t.Errorf("%s %s: %d is not as documented: %v\n%.500s", req.Method, req.URL.Path, res.StatusCode, err, body)
	}
}

const base = api.BasePath

// login gives an initial token.
func (f *fixture) login() string {
	f.t.Helper()
	r := f.do(request{method: "POST", path: base + "/login", body: f.credentials()})
	if r.status != http.StatusOK {
		f.t.Fatalf("login: %d %s", r.status, r.body)
	}
	var l api.LoginResponse
	r.into(f.t, &l)
	return l.AccessToken
}

func (f *fixture) credentials() string {
	return `{"partner_id":"` + f.creds.PartnerID + `","secret":"` + f.creds.Secret + `"}`
}

// session gives an upgraded token.
func (f *fixture) session() string {
	f.t.Helper()
	token := f.login()
	var terms api.TermsResponse
	f.do(request{method: "GET", path: base + "/terms", token: token}).into(f.t, &terms)
	r := f.do(request{method: "POST", path: base + "/terms", token: token, body: `{"content_version":"` + terms.ContentVersion + `","all_policies_accepted":true}`})
	if r.status != http.StatusOK {
		f.t.Fatalf("terms: %d %s", r.status, r.body)
	}
	var a api.AcceptResponse
	r.into(f.t, &a)
	return a.LoginResponse.AccessToken
}

// started gives the token of a consultation with an open question.
func (f *fixture) started() string {
	f.t.Helper()
	token := f.session()
	if r := f.do(request{method: "POST", path: base + "/initial", token: token, body: goodInitial}); r.status != http.StatusOK {
		f.t.Fatalf("initial: %d %s", r.status, r.body)
	}
	return token
}

const (
	goodInitial = `{"gender":"female","age":34,"initial_query":"sore throat"}`
	goodAnswer  = `{"type":"symptoms","included":["C0010200"],"excluded":["C0018681"]}`
)
