package e2e

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
)

// refused holds an answer to a status and the form of errors.
func refused(t *testing.T, what string, r reply, err error, status int) {
	t.Helper()
	var e api.Error
	if err != nil || r.status != status || json.Unmarshal(r.body, &e) != nil || e.Error == "" {
		t.Errorf("%s: want %d, got %d %.300s %v", what, status, r.status, r.body, err)
	}
	if status == http.StatusBadRequest && len(e.ValidationErrors) == 0 {
		t.Errorf("%s: no validation_errors: %s", what, r.body)
	}
}

func TestForeignAndForgedCredentials(t *testing.T) {
	s := startFor(t)
	c := s.caller()
	creds, err := app.CreatePartner(context.Background(), s.Store(), newPartner("other"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	other := newCaller(s.URL(), creds)
	first, token, foreign := c.initialToken(t), c.token(t), other.token(t)
	parts := strings.Split(token, ".")
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
	claims, _ := base64.RawURLEncoding.DecodeString(parts[1])
	moved := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(claims), sid(token), sid(foreign), 1)))
	for what, bad := range map[string]string{
		"initial token": first, "no token": "", "alg none": none + "." + parts[1] + ".", "alg none, signed": none + "." + parts[1] + "." + parts[2],
		"no signature": parts[0] + "." + parts[1] + ".", "another sid": parts[0] + "." + moved + "." + parts[2],
		"foreign token": foreign, "garbage": "%7f{}..", "long": strings.Repeat("a.", 5000),
	} {
		for _, call := range [][2]string{{"POST", "/initial"}, {"GET", "/chat"}, {"POST", "/chat"}, {"GET", "/report"}, {"GET", "/symptom-search?text=head"}} {
			r, err := c.send(call[0], v1+call[1], bad, "")
			refused(t, what+" at "+call[1], r, err, http.StatusUnauthorized)
		}
	}
	r, err := c.send("GET", v1+"/terms", token, "", api.HeaderAPIKey, creds.APIKey)
	refused(t, "own token, foreign key", r, err, http.StatusUnauthorized)
	r, err = c.send("GET", v1+"/terms", token, "", api.HeaderAPIKey, "nonsense")
	refused(t, "no such key", r, err, http.StatusForbidden)
}

func TestRevokedKeyEndsWithin2Seconds(t *testing.T) {
	s := startFor(t)
	c := s.caller()
	token := c.token(t)
	if err := app.RevokeKey(context.Background(), s.Store(), s.creds.APIKey, time.Now()); err != nil {
		t.Fatal(err)
	}
	revoked := time.Now()
	for {
		r, err := c.send("GET", v1+"/terms", token, "")
		if err == nil && r.status == http.StatusForbidden {
			t.Logf("after %v", time.Since(revoked))
			return
		}
		if time.Since(revoked) > 2*time.Second {
			t.Fatalf("%d %s %v", r.status, r.body, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func TestUnknownRoutesAndWrongMethods(t *testing.T) {
	c := startFor(t).caller()
	for _, path := range []string{"/nothing", v1 + "/nothing", v1, "/v4/nothing", v1 + "/chat/x", "//", v1 + "/../../etc/passwd", "/api/v2/chat"} {
		r, err := c.send("GET", path, "", "")
		refused(t, path, r, err, http.StatusNotFound)
	}
	for path, method := range map[string]string{
		v1 + "/login": "GET", v1 + "/terms": "DELETE", v1 + "/initial": "GET", v1 + "/chat": "PUT", v1 + "/step-back": "GET",
		v1 + "/report": "POST", v1 + "/symptom-search": "POST", v1 + "/articles": "PATCH", "/v4/analytics/query": "GET", v1 + "/analytics": "TRACE",
	} {
		r, err := c.send(method, path, "", "")
		refused(t, method+" "+path, r, err, http.StatusMethodNotAllowed)
		if r.header.Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", method, path)
		}
	}
}

// TestHostileText: what a person writes comes back nowhere as it was written.
func TestHostileText(t *testing.T) {
	s := startFor(t)
	c := s.caller()
	contract, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	c.http.Transport = &wire{contract: contract}
	for _, text := range []string{
		`<script>alert(1)</script> headache`, `headache"><img src=x onerror=alert(1)>`, "head\u0000ache \u202eehcadaeh\u202c \u200b", "'; DROP TABLE consultations; -- headache",
		"headache " + strings.Repeat("\u0301", 300), "{{.Secret}} ${jndi:ldap://x} %s%n headache",
	} {
		token := c.token(t)
		r, err := c.send("POST", v1+"/initial", token, encode(api.InitialRequest{Gender: "male", Age: 50, InitialQuery: text}))
		if err != nil || r.status != http.StatusOK {
			t.Errorf("%q: %d %s %v", text, r.status, r.body, err)
			continue
		}
		harmless(t, text, r)
		r, err = c.send("GET", v1+"/symptom-search?text="+escape(text[:min(len(text), 60)]), token, "")
		if err != nil || r.status != http.StatusOK {
			t.Errorf("search for %q: %d %s %v", text, r.status, r.body, err)
		}
		harmless(t, text, r)
		r, err = c.send("GET", v1+"/article/"+escape(text), token, "")
		refused(t, "article "+text, r, err, http.StatusNotFound)
		harmless(t, text, r)
	}
	r, err := c.send("POST", v1+"/initial", c.token(t), `{"gender":"male","age":30,"initial_query":"\u0000\u202e\u200b  a"}`)
	refused(t, "nothing but control characters", r, err, http.StatusBadRequest)
	for _, err := range c.http.Transport.(*wire).faults {
		t.Error(err)
	}
}

func harmless(t *testing.T, text string, r reply) {
	t.Helper()
	for _, bad := range []string{"<script", "<img", "onerror", "DROP TABLE", "\x00", "\u202e", "jndi", `\u0000`, `\u202e`, `\u003cscript`} {
		if strings.Contains(string(r.body), bad) {
			t.Errorf("%q is reflected in %.300s", text, r.body)
		}
	}
	if r.header.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
		t.Errorf("%q: headers %v", text, r.header)
	}
}

// TestLargeBodyIsAnswered sends 20 MB by a client that reads only when it has sent everything.
func TestLargeBodyIsAnswered(t *testing.T) {
	s := startFor(t)
	c := s.caller()
	token := c.token(t)
	conn, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	const size = 20 << 20
	_, err = fmt.Fprintf(conn, "POST %s/initial HTTP/1.1\r\nHost: x\r\nX-Api-Key: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		v1, s.creds.APIKey, token, size, strings.Repeat("x", size))
	if err != nil {
		t.Fatalf("the body could not be sent: %v", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(res.Body)
	refused(t, "20 MB", reply{res.StatusCode, b, res.Header}, nil, http.StatusBadRequest)
	var state api.ChatResponse
	c.must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "male", Age: 50, InitialQuery: "a headache"}, &state)
}
