package e2e

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"
	"anamnesis/internal/store/sealed"
)

// marker is a word that occurs nowhere else.
func marker(what string) string { return "Zaubernuss" + what + "Quendel" }

// TestMarkersAreNowhere sends a marker in every field of every request that takes text, well-formed and not, and looks
// for each, for every credential and for every token, in the log at level debug, the metrics, the error bodies, and the
// files of the database.
func TestMarkersAreNowhere(t *testing.T) {
	dsn := database(t)
	key := sealed.NewMasterKey()
	s, err := startWith(app.Config{Database: dsn, DatabaseTimeout: patience, EncryptionKey: key})
	if err != nil {
		t.Fatal(err)
	}
	c := s.caller()
	token := c.token(t)
	secrets := map[string]string{"api key": c.creds.APIKey, "secret": c.creds.Secret, "token": token, "master key": key, "signature": token[strings.LastIndex(token, ".")+1:]}
	var faults []string // bodies of what was refused
	send := func(method, path, bearer, body string, header ...string) reply {
		t.Helper()
		r, err := c.send(method, path, bearer, body, header...)
		if err != nil {
			t.Fatal(err)
		}
		if r.status >= 400 {
			faults = append(faults, string(r.body))
		}
		return r
	}
	ok := func(r reply) reply {
		t.Helper()
		if r.status != http.StatusOK {
			t.Fatalf("%d %s", r.status, r.body)
		}
		return r
	}
	ok(send("POST", v1+"/initial", token, fmt.Sprintf(`{"gender":"female","age":34,"initial_query":"sore throat and %s"}`, marker("query"))))
	ok(send("GET", v1+"/symptom-search?text="+marker("search"), token, ""))
	ok(send("POST", v1+"/analytics", token, fmt.Sprintf(`{"event":"e","value":{"%s":"%s"}}`, marker("name"), marker("value"))))
	ok(send("POST", v1+"/analytics/feedback", token, fmt.Sprintf(`{"stars":3,"labels":["%s"],"message":"%s"}`, marker("label"), marker("message"))))
	ok(send("GET", v1+"/articles?ids="+marker("article"), token, ""))
	for _, path := range []string{"/login", "/terms", "/initial", "/chat", "/analytics", "/analytics/feedback"} {
		for _, body := range []string{
			marker("plain"), `{"` + marker("field"), `{"` + marker("key") + `":"` + marker("unknown") + `"}`, `{"type":"` + marker("type") + `","included":["` + marker("id") + `"],"excluded":[]}`,
			`{"gender":"` + marker("gender") + `","age":"` + marker("age") + `","initial_query":["` + marker("list") + `"]}`, `{"partner_id":"` + marker("partner") + `","secret":"` + marker("wrong") + `"}`,
			`{"content_version":"` + marker("version") + `","all_policies_accepted":"` + marker("accepted") + `"}`, `{"stars":"` + marker("stars") + `","labels":"` + marker("labels") + `"}`,
			`{"event":"` + strings.Repeat(marker("long"), 100) + `"}`,
		} {
			send("POST", v1+path, token, body, api.HeaderIdempotencyKey, marker("idem"), api.HeaderLanguage, marker("language"), "traceparent", marker("trace"), "User-Agent", marker("agent"), "Referer", marker("referer"))
		}
	}
	send("GET", v1+"/article/"+marker("path"), token, "")
	send("GET", v1+"/"+marker("route"), token, "")
	send(marker("METHOD"), v1+"/chat", token, "")
	send("GET", v1+"/chat?"+marker("param")+"=1", marker("bearer"), "")
	send("GET", v1+"/chat", token, "", api.HeaderAPIKey, marker("apikey"))
	send("GET", v1+"/chat", token, "", "Origin", "https://"+marker("origin")+".example")
	send("POST", "/v4/oauth/token", "", "grant_type="+marker("grant")+"&client_id="+marker("client"), "Content-Type", "application/x-www-form-urlencoded")
	send("POST", "/v4/analytics/query", marker("portal"), `{"start_date":"`+marker("date")+`"}`)
	send("GET", "/v4/consultations/"+marker("sid"), token, "")
	cl, w := clientOf(t, s, c)
	if _, err := cl.Export(t.Context(), sid(token)); err != nil {
		t.Fatal(err)
	}
	var refusal *client.Error
	if _, err := cl.Export(t.Context(), marker("foreign")); !errors.As(err, &refusal) {
		t.Errorf("exported what is not there: %v", err)
	} else {
		faults = append(faults, refusal.Message)
	}
	if !strings.Contains(string(w.received), marker("query")) {
		t.Error("the export lacks what was said: the test sends nothing")
	}
	if len(faults) < 50 {
		t.Errorf("only %d requests were refused", len(faults))
	}
	metrics := scrape(t, s.URL())
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	places := map[string]string{"log": s.log.String(), "metrics": metrics, "error bodies": strings.Join(faults, "\n")}
	if path, isFile := strings.CutPrefix(dsn, "sqlite:"); isFile {
		files, _ := filepath.Glob(path + "*")
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			places[filepath.Base(file)] = string(b)
		}
	}
	for where, text := range places {
		if i := strings.Index(text, "Zaubernuss"); i >= 0 {
			t.Errorf("%s: %.80q", where, text[i:])
		}
		if i := strings.Index(text, base64.StdEncoding.EncodeToString([]byte("Zaubernuss"))[:12]); i >= 0 {
			t.Errorf("%s, in base64: %.80q", where, text[i:])
		}
		for what, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s: the %s", where, what)
			}
		}
	}
	if !strings.Contains(places["log"], sid(token)) {
		t.Error("the log does not name the session: the test looks in the wrong place")
	}
}
