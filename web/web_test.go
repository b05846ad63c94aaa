package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"anamnesis/web"
)

// service is a stand-in for the API: it notes what it was sent and answers the few calls of these tests.
func service(t *testing.T, seen *[]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = append(*seen, r.Method+" "+r.URL.Path+" "+r.Header.Get("x-api-key")+" "+r.Header.Get("Authorization"))
		switch r.URL.Path {
		case "/api/v1/login":
			io.WriteString(w, `{"access_token":"first","token_type":"bearer","expires_in":60}`)
		case "/api/v1/terms":
			if r.Method == http.MethodGet {
				io.WriteString(w, `{"content_version":"v"}`)
				return
			}
			io.WriteString(w, `{"login_response":{"access_token":"second","token_type":"bearer","expires_in":59},"onboarding_response":{"age_question":{}}}`)
		default:
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, `{"error":"nothing yet"}`)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func page(t *testing.T, seen *[]string) (*httptest.Server, *http.Client) {
	t.Helper()
	h, err := web.Handler(web.Config{BaseURL: service(t, seen).URL + "/api/v1", PartnerID: "p", Secret: "the-secret", APIKey: "the-key"})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	jar, _ := cookiejar.New(nil)
	return s, &http.Client{Jar: jar}
}

func send(t *testing.T, c *http.Client, method, url, body string) (int, string, http.Header) {
	t.Helper()
	req, _ := http.NewRequest(method, url, strings.NewReader(body))
	req.Header.Set("X-Anamnesis", "web")
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), resp.Header
}

func TestTokensStayBehind(t *testing.T) {
	var seen []string
	s, c := page(t, &seen)
	_, start, h := send(t, c, "POST", s.URL+"/session", "")
	_, accept, _ := send(t, c, "POST", s.URL+"/session/accept", `{"content_version":"v"}`)
	status, _, _ := send(t, c, "GET", s.URL+"/app/chat", "")
	if status != http.StatusNotFound {
		t.Errorf("the service's 404 arrived as %d", status)
	}
	for _, secret := range []string{"first", "second", "the-secret", "the-key"} {
		if strings.Contains(start+accept+h.Get("Set-Cookie"), secret) {
			t.Errorf("the browser was shown %q", secret)
		}
	}
	if last := seen[len(seen)-1]; last != "GET /api/v1/chat the-key Bearer second" {
		t.Errorf("the last call was %q", last)
	}
	var reply struct {
		Onboarding map[string]any `json:"onboarding_response"`
	}
	if json.Unmarshal([]byte(accept), &reply) != nil || reply.Onboarding["age_question"] == nil {
		t.Errorf("accepting the terms gave %s", accept)
	}
	if !strings.Contains(h.Get("Set-Cookie"), "HttpOnly") || !strings.Contains(h.Get("Set-Cookie"), "SameSite=Strict") {
		t.Errorf("the cookie is %q", h.Get("Set-Cookie"))
	}
}

func TestForeignPagesAreRefused(t *testing.T) {
	var seen []string
	s, _ := page(t, &seen)
	resp, err := http.Post(s.URL+"/session", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden || len(seen) != 0 {
		t.Errorf("a foreign form got %d and %d calls went through", resp.StatusCode, len(seen))
	}
}

func TestWithoutASession(t *testing.T) {
	var seen []string
	s, c := page(t, &seen)
	if status, _, _ := send(t, c, "POST", s.URL+"/app/chat", "{}"); status != http.StatusUnauthorized {
		t.Errorf("a call without a session got %d", status)
	}
	if status, _, _ := send(t, c, "GET", s.URL+"/app/terms", ""); status == http.StatusOK || len(seen) != 0 {
		t.Errorf("a call that is not the page's went through: %d", status)
	}
}

func TestThePageAsksNobodyElse(t *testing.T) {
	var seen []string
	s, c := page(t, &seen)
	_, body, h := send(t, c, "GET", s.URL+"/", "")
	if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Error("the page has no strict content security policy")
	}
	if strings.Contains(body, "http://") || strings.Contains(body, "https://") {
		t.Error("the page names another address")
	}
}
