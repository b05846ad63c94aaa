package httpapi_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/consult"
	"anamnesis/internal/httpapi"
	"anamnesis/internal/ratelimit"
	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
)

func TestForbidden(t *testing.T) {
	f := newFixture(t, func(_ *httpapi.Config, p *store.Partner) { p.Origins = []string{"https://clinic.example"} })
	token := f.session()
	for name, header := range map[string]map[string]string{
		"missing": {"X-Api-Key": ""}, "unknown": {"X-Api-Key": auth.NewAPIKey()}, "origin": {"Origin": "https://evil.example"}, "null origin": {"Origin": "null"},
	} {
		r := f.do(request{method: "GET", path: base + "/chat", token: token, header: header})
		if r.status != 403 || len(r.fault(t).ValidationErrors) != 0 {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	if r := f.do(request{method: "GET", path: base + "/terms", token: token, header: map[string]string{"Origin": "https://clinic.example"}}); r.status != 200 {
		t.Errorf("allowed origin: %d", r.status)
	}
	if err := f.store.Partners().RevokeKey(context.Background(), auth.HashAPIKey(f.creds.APIKey), time.Now()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2100 * time.Millisecond)
	if r := f.do(request{method: "GET", path: base + "/terms", token: token}); r.status != 403 || r.fault(t).Error != "api key revoked" {
		t.Errorf("revoked: %d %s", r.status, r.body)
	}
}

func TestUnauthorized(t *testing.T) {
	f := newFixture(t, nil)
	initial, upgraded := f.login(), f.session()
	other := auth.NewCredentials()
	f.partner(store.Partner{ID: other.PartnerID, Name: "other"}, other)
	b64 := base64.RawURLEncoding.EncodeToString
	none := b64([]byte(`{"alg":"none","typ":"JWT","kid":"k1"}`)) + "." + strings.Split(upgraded, ".")[1] + "."
	portal := f.portalToken()
	expired, err := f.signer.Issue(context.Background(), auth.Claims{Kind: auth.KindUpgraded, PartnerID: f.creds.PartnerID, Session: "s", Expires: time.Now().Add(-time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		token, key, want string
	}{
		"missing":  {"", "", "token not valid"},
		"garbage":  {"a.b.c", "", "token not valid"},
		"alg none": {none, "", "token not valid"},
		"forged":   {upgraded[:len(upgraded)-3] + "AAA", "", "token not valid"},
		"initial":  {initial, "", "terms and conditions are not accepted"},
		"expired":  {expired.Token, "", "token expired"},
		"portal":   {portal, "", "token not valid"},
		"foreign":  {upgraded, other.APIKey, "token does not belong to this api key"},
		"huge":     {strings.Repeat("a", 5000), "", "token not valid"},
	} {
		header := map[string]string{}
		if c.key != "" {
			header["X-Api-Key"] = c.key
		}
		r := f.do(request{method: "POST", path: base + "/chat", token: c.token, header: header, body: `{`})
		if r.status != 401 || r.fault(t).Error != c.want || r.header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	if f.calls.arrived != 0 {
		t.Errorf("%d turns arrived without a token", f.calls.arrived)
	}
	for name, token := range map[string]string{"consultation token": upgraded, "initial": initial, "none": ""} {
		if r := f.do(request{method: "POST", path: "/v4/analytics/query", token: token, body: `{"start_date":"2026-01-01","end_date":"2026-01-01"}`}); r.status != 401 || r.fault(t).Error != "token not valid" {
			t.Errorf("%s at retrieval: %d %s", name, r.status, r.body)
		}
	}
	lower := map[string]string{"Authorization": "bEARER " + upgraded}
	if r := f.do(request{method: "GET", path: base + "/chat", header: lower}); r.status != 404 {
		t.Errorf("scheme in another case: %d", r.status)
	}
}

func TestLoginFaultsInOrder(t *testing.T) {
	f := newFixture(t, nil)
	for name, c := range map[string]struct {
		body, language string
		status         int
		faults         []string
	}{
		"nothing":         {`{}`, "xx-XX-?", 400, []string{"partner_id: must be given", "secret: must be given"}},
		"types":           {`{"partner_id":1,"secret":[]}`, "", 400, []string{"partner_id: must be a string", "secret: must be a string"}},
		"empty and null":  {`{"partner_id":"","secret":null}`, "", 400, []string{"partner_id: must not be empty", "secret: must be given"}},
		"bad credentials": {`{"partner_id":"p","secret":"s"}`, "fr-FR", 401, nil},
		"language":        {f.credentials(), "fr-FR", 400, []string{"X-Language: language not allowed"}},
		"good language":   {f.credentials(), "EN-gb", 200, nil},
	} {
		r := f.do(request{method: "POST", path: base + "/login", body: c.body, header: map[string]string{"X-Language": c.language}})
		var e api.Error
		r.into(t, &e)
		if diff := cmp.Diff(c.faults, e.ValidationErrors); r.status != c.status || diff != "" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
}

func TestRateLimit(t *testing.T) {
	f := newFixture(t, func(_ *httpapi.Config, p *store.Partner) { p.Rate, p.Burst, p.DailyQuota = 0.01, 2, 100 })
	f.login()
	r := f.do(request{method: "GET", path: base + "/terms"})
	if r.status != 401 || r.header.Get("RateLimit") == "" {
		t.Errorf("second: %d %v", r.status, r.header)
	}
	r = f.do(request{method: "GET", path: base + "/terms"})
	if r.status != 429 || r.header.Get("Retry-After") == "" || r.header.Get("RateLimit-Policy") == "" {
		t.Errorf("third: %d %s %v", r.status, r.body, r.header)
	}
}

func TestPortalLimits(t *testing.T) {
	f := newFixture(t, func(c *httpapi.Config, _ *store.Partner) {
		c.Portal, c.PortalLogins = ratelimit.Policy{Rate: 0.01, Burst: 2}, ratelimit.Policy{Rate: 0.01, Burst: 4}
	})
	token := f.portalToken()
	query := request{method: "POST", path: "/v4/analytics/query", token: token, body: `{"start_date":"2026-01-01","end_date":"2026-01-01"}`}
	for i, want := range []int{200, 200, 429} {
		if r := f.do(query); r.status != want {
			t.Errorf("query %d: %d %s", i+1, r.status, r.body)
		}
	}
	guess := request{
		method: "POST", path: "/v4/oauth/token", body: "grant_type=client_credentials&client_id=a&client_secret=b",
		header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
	}
	for i, want := range []int{401, 401, 429} {
		if r := f.do(guess); r.status != want || want == 429 && r.header.Get("Retry-After") == "" {
			t.Errorf("guess %d: %d %s", i+1, r.status, r.body)
		}
	}
	// A trusted proxy tells of another client; the fixture stands for one, as nothing strips its fields.
	guess.header["X-Forwarded-For"] = "198.51.100.9, 203.0.113.7"
	if r := f.do(guess); r.status != 401 {
		t.Errorf("another address: %d %s", r.status, r.body)
	}
}

func TestNotStartedAndUnknown(t *testing.T) {
	f := newFixture(t, nil)
	token := f.session()
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", base + "/chat", "", 404},
		{"POST", base + "/chat", goodAnswer, 404},
		{"POST", base + "/chat", `{"type":"symptoms"}`, 400}, // content before state
		{"POST", base + "/step-back", "", 404},
		{"GET", base + "/report", "", 400},
		{"GET", base + "/nothing", "", 404},
		{"GET", "/api", "", 404},
		{"GET", "/", "", 404},
		{"GET", "/api/v1//chat", "", 404},
		{"GET", "/docs/../etc/passwd", "", 404},
		{"GET", "/docs/x.js", "", 404},
		{"DELETE", base + "/chat", "", 405},
		{"OPTIONS", base + "/login", "", 405},
		{"HEAD", base + "/report", "", 405},
		{"POST", base + "/report", "", 405},
		{"PUT", "/v4/analytics/query", "{}", 405},
		{"BREW", base + "/chat", "", 405},
	} {
		r := f.do(request{method: c.method, path: c.path, token: token, body: c.body})
		if r.status != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, r.status, c.status)
		}
		if c.method != "HEAD" {
			r.fault(t)
		}
		if c.status == 405 && r.header.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.path)
		}
	}
	f.do(request{method: "POST", path: base + "/initial", token: token, body: goodInitial})
	if r := f.do(request{method: "POST", path: base + "/initial", token: token, body: goodInitial}); r.status != 400 || len(r.fault(t).ValidationErrors) != 0 {
		t.Errorf("second initial: %d %s", r.status, r.body)
	}
}

func TestBudgetAndPanic(t *testing.T) {
	f := newFixture(t, func(c *httpapi.Config, _ *store.Partner) {
		c.Budget = func(d time.Duration) time.Duration {
			if d == api.BudgetTurn {
				return 300 * time.Millisecond
			}
			return d
		}
	})
	token := f.session()
	f.calls.hook = func(_ context.Context, in consult.Start) error {
		if in.Age == 40 {
			panic("what the patient wrote")
		}
		time.Sleep(600 * time.Millisecond) // deaf to its context
		return nil
	}
	start := time.Now()
	r := f.do(request{method: "POST", path: base + "/initial", token: token, body: goodInitial})
	if r.status != http.StatusGatewayTimeout || time.Since(start) > 500*time.Millisecond {
		t.Errorf("slow: %d %s after %v", r.status, r.body, time.Since(start))
	}
	r = f.do(request{method: "POST", path: base + "/initial", token: token, body: strings.Replace(goodInitial, "34", "40", 1)})
	if r.status != 500 || r.fault(t).Error != "internal error" {
		t.Errorf("panic: %d %s", r.status, r.body)
	}
	if strings.Contains(f.log.String(), "what the patient wrote") || !strings.Contains(f.log.String(), `"msg":"panic"`) {
		t.Errorf("log: %s", f.log.String())
	}
}

func TestBrokenRecordIsNotAnsweredInPart(t *testing.T) {
	f := newFixture(t, nil)
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	err := f.store.Consultations().Create(context.Background(), store.Consultation{SID: "s", PartnerID: f.creds.PartnerID, Started: day, Updated: day, State: []byte("broken")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := f.do(request{method: "POST", path: "/v4/analytics/query", token: f.portalToken(), body: `{"start_date":"2026-01-01","end_date":"2026-01-01"}`})
	if r.status != 500 || strings.Contains(string(r.body), "secret detail") {
		t.Errorf("%d %s", r.status, r.body)
	}
}

func TestOAuthFaults(t *testing.T) {
	f := newFixture(t, nil)
	form := "application/x-www-form-urlencoded"
	for name, c := range map[string]struct {
		kind, body, want string
		status           int
	}{
		"json":           {"application/json", `{}`, "invalid_request", 400},
		"no grant":       {form, "client_id=a&client_secret=b", "invalid_request", 400},
		"twice":          {form, "grant_type=client_credentials&grant_type=x", "invalid_request", 400},
		"malformed":      {form, "grant_type=%zz", "invalid_request", 400},
		"password grant": {form, "grant_type=password", "unsupported_grant_type", 400},
		"none":           {form, "grant_type=client_credentials", "invalid_client", 401},
		"wrong":          {form, "grant_type=client_credentials&client_id=a&client_secret=b", "invalid_client", 401},
		"NUL":            {form, "grant_type=client_credentials&client_id=%00&client_secret=b", "invalid_client", 401},
	} {
		r := f.do(request{method: "POST", path: "/v4/oauth/token", body: c.body, header: map[string]string{"Content-Type": c.kind}})
		if r.status != c.status || r.fault(t).Error != c.want {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
}

func TestOperation(t *testing.T) {
	f := newFixture(t, nil)
	for _, path := range []string{"/healthz", "/readyz", "/openapi.yaml", "/docs", "/docs/docs.css", "/docs/docs.js", "/metrics"} {
		if r := f.do(request{method: "GET", path: path, header: map[string]string{"X-Api-Key": ""}}); r.status != 200 || len(r.body) == 0 {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	r := f.do(request{method: "GET", path: "/docs"})
	if !strings.Contains(r.header.Get("Content-Security-Policy"), "default-src 'none'") || strings.Contains(string(r.body), "http://") {
		t.Errorf("docs: %v", r.header)
	}
	if err := f.store.Close(); err != nil {
		t.Fatal(err)
	}
	if r := f.do(request{method: "GET", path: "/readyz"}); r.status != 503 {
		t.Errorf("readyz on a closed store: %d", r.status)
	}
}

func TestOverload(t *testing.T) {
	f := newFixture(t, func(c *httpapi.Config, _ *store.Partner) { c.MaxWorking = 1 })
	busy, free := f.session(), f.session()
	arrived, let := make(chan struct{}), make(chan struct{})
	f.calls.hook = func(context.Context, consult.Start) error {
		close(arrived)
		<-let
		return nil
	}
	first := make(chan int)
	go func() {
		first <- f.do(request{method: "POST", path: base + "/initial", token: busy, body: goodInitial}).status
	}()
	<-arrived
	r := f.do(request{method: "GET", path: base + "/terms", token: free})
	if r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" {
		t.Errorf("beyond the limit: %d %s", r.status, r.body)
	}
	if r := f.do(request{method: "GET", path: "/healthz"}); r.status != http.StatusOK {
		t.Errorf("healthz: %d", r.status)
	}
	close(let)
	if status := <-first; status != http.StatusOK {
		t.Errorf("the request within the limit: %d", status)
	}
	if r := f.do(request{method: "GET", path: base + "/terms", token: free}); r.status != http.StatusOK {
		t.Errorf("afterwards: %d %s", r.status, r.body)
	}
}
