package web_test

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"anamnesis/web"

	"github.com/google/go-cmp/cmp"
)

// service is a stand-in for the API: it notes what it was sent and answers the few calls of these tests. Its partner
// has en-US and es-ES.
func service(t *testing.T, seen *[]string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*seen = append(*seen, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+r.Header.Get("x-api-key")+" "+r.Header.Get("Authorization")+" "+r.Header.Get("X-Language")))
		switch r.URL.Path {
		case "/api/v1/login":
			language := r.Header.Get("X-Language")
			if language == "" {
				language = "en-US"
			}
			if language != "en-US" {
				w.WriteHeader(http.StatusBadRequest)
				io.WriteString(w, `{"error":"language not allowed"}`)
				return
			}
			claims := base64.RawURLEncoding.EncodeToString([]byte(`{"language":"` + language + `"}`))
			io.WriteString(w, `{"access_token":"first.`+claims+`.x","token_type":"bearer","expires_in":60}`)
		case "/api/v1/terms":
			if r.Method == http.MethodGet {
				io.WriteString(w, `{"content_version":"v"}`)
				return
			}
			io.WriteString(w, `{"login_response":{"access_token":"second","token_type":"bearer","expires_in":59},"onboarding_response":{"age_question":{}}}`)
		case "/api/v1/report":
			io.WriteString(w, `{"report":"`+strings.Repeat("rest and drink ", 200)+`"}`)
		default:
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, `{"error":"nothing yet"}`)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func page(t *testing.T, seen *[]string, change func(*web.Config)) (*httptest.Server, *http.Client) {
	t.Helper()
	cfg := web.Config{BaseURL: service(t, seen).URL + "/api/v1", PartnerID: "p", Secret: "the-secret", APIKey: "the-key"}
	if change != nil {
		change(&cfg)
	}
	h, err := web.Handler(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	jar, _ := cookiejar.New(nil)
	return s, &http.Client{Jar: jar}
}

func send(t *testing.T, c *http.Client, method, url, body string, header ...string) (int, string, http.Header) {
	t.Helper()
	req, _ := http.NewRequest(method, url, strings.NewReader(body))
	req.Header.Set("X-Anamnesis", "web")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
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
	s, c := page(t, &seen, nil)
	_, start, h := send(t, c, "POST", s.URL+"/session", "")
	_, accept, h2 := send(t, c, "POST", s.URL+"/session/accept", `{"content_version":"v"}`)
	status, _, _ := send(t, c, "GET", s.URL+"/app/chat", "")
	if status != http.StatusNotFound {
		t.Errorf("the service's 404 arrived as %d", status)
	}
	shown := start + accept + h.Get("Set-Cookie") + h2.Get("Set-Cookie")
	for _, secret := range []string{"first", "second", "the-secret", "the-key"} {
		if strings.Contains(shown, secret) || strings.Contains(shown, strings.TrimRight(base64.RawURLEncoding.EncodeToString([]byte(secret)), "=")) {
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
	for _, want := range []string{"HttpOnly", "SameSite=Strict"} {
		if !strings.Contains(h2.Get("Set-Cookie"), want) {
			t.Errorf("the cookie %q is not %s", h2.Get("Set-Cookie"), want)
		}
	}
}

func TestCookieIsSecureOverTLS(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	if _, _, h := send(t, c, "POST", s.URL+"/session", "", "X-Forwarded-Proto", "https"); !strings.Contains(h.Get("Set-Cookie"), "Secure") {
		t.Errorf("behind TLS the cookie is %q", h.Get("Set-Cookie"))
	}
}

func TestForeignPagesAreRefused(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	resp, err := http.Post(s.URL+"/session", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("a foreign form got %d", resp.StatusCode)
	}
	if status, _, _ := send(t, c, "POST", s.URL+"/session", "", "Origin", "https://evil.example"); status != http.StatusForbidden {
		t.Errorf("a foreign origin got %d", status)
	}
	if len(seen) != 0 {
		t.Errorf("calls went through: %q", seen)
	}
}

func TestWithoutASession(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	if status, _, _ := send(t, c, "POST", s.URL+"/app/chat", "{}"); status != http.StatusUnauthorized {
		t.Errorf("a call without a session got %d", status)
	}
	if status, _, _ := send(t, c, "GET", s.URL+"/app/terms", ""); status == http.StatusOK || len(seen) != 0 {
		t.Errorf("a call that is not the page's went through: %d", status)
	}
}

// A cookie from another key, or changed by one letter, opens nothing.
func TestForgedCookies(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	_, _, h := send(t, c, "POST", s.URL+"/session", "")
	value := strings.TrimPrefix(strings.Split(h.Get("Set-Cookie"), ";")[0], "anamnesis_session=")
	other, _ := page(t, &seen, func(c *web.Config) { c.Secret = "another" })
	for name, try := range map[string]struct{ url, value string }{
		"changed": {s.URL, value[:20] + string(value[20]^1) + value[21:]}, "cut": {s.URL, value[:30]}, "foreign": {other.URL, value}, "empty": {s.URL, ""},
	} {
		if status, body, _ := send(t, http.DefaultClient, "GET", try.url+"/session", "", "Cookie", "anamnesis_session="+try.value); status != http.StatusNoContent {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if status, _, _ := send(t, http.DefaultClient, "GET", s.URL+"/session", "", "Cookie", "anamnesis_session="+value); status != http.StatusOK {
		t.Errorf("the cookie itself got %d", status)
	}
}

// TestSessionsSurviveARestart: any replica with the same credentials takes a session on, until it expires.
func TestSessionsSurviveARestart(t *testing.T) {
	var seen []string
	now := time.Now()
	clock := func(c *web.Config) { c.Now = func() time.Time { return now } }
	s, c := page(t, &seen, clock)
	_, start, h := send(t, c, "POST", s.URL+"/session", "")
	cookie := strings.Split(h.Get("Set-Cookie"), ";")[0]
	again, _ := page(t, &seen, clock)
	status, resumed, _ := send(t, http.DefaultClient, "GET", again.URL+"/session", "", "Cookie", cookie)
	var before, after map[string]any
	if json.Unmarshal([]byte(start), &before) != nil || json.Unmarshal([]byte(resumed), &after) != nil || status != http.StatusOK {
		t.Fatalf("%d %s %s", status, start, resumed)
	}
	delete(before, "terms")
	delete(before, "languages")
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("resumed session (-started +resumed):\n%s", diff)
	}
	now = now.Add(61 * time.Second)
	if status, _, _ := send(t, http.DefaultClient, "GET", again.URL+"/session", "", "Cookie", cookie); status != http.StatusNoContent {
		t.Errorf("an expired session got %d", status)
	}
}

// TestOlderPageIsStopped: a page from an earlier session of the same browser cannot answer the later one's questions.
func TestOlderPageIsStopped(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	tag := func(body string) string {
		var in struct{ Session string }
		if err := json.Unmarshal([]byte(body), &in); err != nil || in.Session == "" {
			t.Fatal(body, err)
		}
		return in.Session
	}
	_, first, _ := send(t, c, "POST", s.URL+"/session", "")
	_, second, _ := send(t, c, "POST", s.URL+"/session", "")
	send(t, c, "POST", s.URL+"/session/accept", `{"content_version":"v"}`)
	calls := len(seen)
	if status, _, _ := send(t, c, "POST", s.URL+"/app/chat", "{}", "X-Session", tag(first)); status != http.StatusConflict || len(seen) != calls {
		t.Errorf("the older page got %d after %d calls", status, len(seen)-calls)
	}
	if status, _, _ := send(t, c, "POST", s.URL+"/app/chat", "{}", "X-Session", tag(second)); status != http.StatusNotFound {
		t.Errorf("the later page got %d", status)
	}
}

func TestLanguages(t *testing.T) {
	for _, tt := range []struct {
		wished, configured string
		logins             []string
		got                string
	}{
		{`[]`, "", []string{""}, "en-US"},
		{`["en-US","en-GB"]`, "", []string{"en-US"}, "en-US"},
		{`["fr-FR"]`, "", []string{""}, "en-US"},
		{`["en-GB"]`, "", []string{"en-GB", "en-US"}, "en-US"},
		{`["EN-au"]`, "en-US", []string{"en-US"}, "en-US"},
		{`["xx"]`, "tlh", []string{"tlh", ""}, "en-US"},
	} {
		var seen []string
		s, c := page(t, &seen, func(c *web.Config) { c.Language = tt.configured })
		_, body, _ := send(t, c, "POST", s.URL+"/session", `{"languages":`+tt.wished+`}`)
		var logins []string
		for _, call := range seen {
			if strings.HasPrefix(call, "GET ") {
				break // the terms; after them each language is asked for, to be offered
			}
			if rest, ok := strings.CutPrefix(call, "POST /api/v1/login the-key"); ok {
				logins = append(logins, strings.TrimSpace(rest))
			}
		}
		if diff := cmp.Diff(tt.logins, logins); diff != "" || !strings.Contains(body, `"language":"`+tt.got+`"`) {
			t.Errorf("%s, configured %q: %s\nlogins (-want +got):\n%s", tt.wished, tt.configured, body, diff)
		}
	}
}

func TestThePageAsksNobodyElse(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	for _, path := range []string{"/", "/embed.html"} {
		_, body, h := send(t, c, "GET", s.URL+path, "")
		policy := h.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: the policy is %q", path, policy)
		}
		if strings.Contains(body, "http://") || strings.Contains(body, "https://") || strings.Contains(body, "style=") || strings.Contains(body, "<style") {
			t.Errorf("%s names another address, or has a style inline", path)
		}
	}
}

// TestFiles: each file once, small on the way, and again only where it has changed.
func TestFiles(t *testing.T) {
	var seen []string
	s, _ := page(t, &seen, nil)
	c := &http.Client{Transport: &http.Transport{DisableCompression: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	status, plain, h := send(t, c, "GET", s.URL+"/assessment.js", "")
	if status != 200 || h.Get("Content-Type") != "text/javascript; charset=utf-8" || h.Get("Content-Encoding") != "" {
		t.Errorf("%d %v", status, h)
	}
	status, tiny, h := send(t, c, "GET", s.URL+"/assessment.js", "", "Accept-Encoding", "br, gzip")
	if status != 200 || h.Get("Content-Encoding") != "gzip" || len(tiny)*2 > len(plain) {
		t.Errorf("%d %v: %d bytes of %d", status, h, len(tiny), len(plain))
	}
	if status, body, _ := send(t, c, "GET", s.URL+"/assessment.js", "", "If-None-Match", h.Get("ETag")); status != http.StatusNotModified || body != "" {
		t.Errorf("unchanged: %d %q", status, body)
	}
	for path, want := range map[string]int{"/": 200, "/index.html": 200, "/console": 301, "/console/": 200, "/console/none": 404, "/messages/en-US.json": 200, "/none.js": 404} {
		if status, _, _ := send(t, c, "GET", s.URL+path, ""); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

// TestLongRepliesAreCompressed, for browsers that take it, and arrive whole.
func TestLongRepliesAreCompressed(t *testing.T) {
	var seen []string
	s, c := page(t, &seen, nil)
	send(t, c, "POST", s.URL+"/session", "")
	send(t, c, "POST", s.URL+"/session/accept", `{"content_version":"v"}`)
	_, whole, _ := send(t, c, "GET", s.URL+"/app/report", "")
	c.Transport = &http.Transport{DisableCompression: true}
	for accept, want := range map[string]string{"": "", "br": "", "gzip, br": "gzip"} {
		status, body, h := send(t, c, "GET", s.URL+"/app/report", "", "Accept-Encoding", accept)
		if status != http.StatusOK || h.Get("Content-Encoding") != want {
			t.Fatalf("%q: %d %v", accept, status, h)
		}
		if want == "" {
			if body != whole {
				t.Errorf("%q: %d bytes, want %d", accept, len(body), len(whole))
			}
			continue
		}
		z, err := gzip.NewReader(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(z); err != nil || string(b) != whole || len(body)*4 > len(whole) {
			t.Errorf("%d bytes hold %d of %d: %v", len(body), len(b), len(whole), err)
		}
	}
	if _, _, h := send(t, c, "GET", s.URL+"/app/chat", "", "Accept-Encoding", "gzip"); h.Get("Content-Encoding") != "" {
		t.Error("a short reply was compressed")
	}
}

// TestScript: what the browser loads stays small, and never takes a text as HTML.
func TestScript(t *testing.T) {
	files, err := filepath.Glob("static/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	total := 0
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		total += len(b)
		for _, sink := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(", "new Function"} {
			if strings.Contains(string(b), sink) {
				t.Errorf("%s uses %s", name, sink)
			}
		}
	}
	if total > 60<<10 {
		t.Errorf("%d bytes of script, at most %d are wanted", total, 60<<10)
	}
}

// TestMessagesAreComplete: every language has every key, each key that the script names is there, and fields agree.
func TestMessagesAreComplete(t *testing.T) {
	files, _ := filepath.Glob("static/messages/*.json")
	read := func(name string) map[string]string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := map[string]string{}
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return m
	}
	want := read("static/messages/en-US.json")
	scripts, _ := filepath.Glob("static/*.js")
	for _, name := range scripts {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\bt\('([a-z.]+)'`).FindAllStringSubmatch(string(b), -1) {
			if want[m[1]] == "" && want[m[1]+".other"] == "" && !strings.HasSuffix(m[1], ".") {
				t.Errorf("%s says %s, which en-US has not", name, m[1])
			}
		}
	}
	for _, name := range files {
		have := read(name)
		for key, text := range want {
			if diff := cmp.Diff(fields(text), fields(have[key])); diff != "" || have[key] == "" {
				t.Errorf("%s: %s is missing or has other fields: %q", name, key, have[key])
			}
		}
		for key := range have {
			if _, ok := want[key]; !ok && !strings.Contains(key, ".few") && !strings.Contains(key, ".many") && !strings.Contains(key, ".two") {
				t.Errorf("%s: %s is not in en-US", name, key)
			}
		}
	}
}

// fields are the {names} in a text, in order of name.
func fields(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "{")[1:] {
		name, _, ok := strings.Cut(part, "}")
		if ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
