package httpapi_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/consult"

	"github.com/google/go-cmp/cmp"
)

// TestEveryFaultIsNamed lists what a body can do wrong and all that must be said of it.
func TestEveryFaultIsNamed(t *testing.T) {
	f := newFixture(t, nil)
	token := f.started()
	long := strings.Repeat("x", 1001)
	for _, c := range []struct {
		path, body string
		want       []string
	}{
		{"/initial", ``, []string{"body: a JSON object must be given"}},
		{"/initial", `   `, []string{"body: a JSON object must be given"}},
		{"/initial", `[]`, []string{"body: must be a JSON object"}},
		{"/initial", `null`, []string{"body: must be a JSON object"}},
		{"/initial", `{"age":`, []string{"body: malformed JSON, or more than one value"}},
		{"/initial", goodInitial + `{}`, []string{"body: malformed JSON, or more than one value"}},
		{"/initial", "\xef\xbb\xbf" + goodInitial, []string{"body: malformed JSON, or more than one value"}},
		{"/initial", `{"gender":"` + "\xff" + `"}`, []string{"body: not valid UTF-8"}},
		{"/initial", `{}`, []string{"gender: must be given", "age: must be given", "initial_query: must be given"}},
		{"/initial", `{"gender":"other","age":17,"initial_query":" \u0000ab\u202e "}`,
			[]string{"gender: must be one of female, male", "age: must be between 18 and 125", "initial_query: must have 3 to 500 characters"}},
		{"/initial", `{"gender":1,"age":"34","initial_query":{}}`, []string{"gender: must be a string", "age: must be an integer", "initial_query: must be a string"}},
		{"/initial", `{"gender":"male","age":30.0,"initial_query":"` + strings.Repeat("é", 501) + `"}`,
			[]string{"age: must be an integer", "initial_query: must have 3 to 500 characters"}},
		{"/initial", `{"gender":"male","age":3e1,"initial_query":"abc","age":5}`, []string{"age: given more than once"}},
		{"/initial", `{"gender":"male","age":99999999999999999999,"initial_query":"abc"}`, []string{"age: must be between 18 and 125"}},
		{"/initial", `{"gender":"male","age":-18,"initial_query":"abc"}`, []string{"age: must be between 18 and 125"}},
		{"/initial", `{"gender":null,"age":true,"initial_query":"abc"}`, []string{"gender: must be given", "age: must be an integer"}},
		{"/chat", `{}`, []string{"type: must be given", "included, excluded: at least one of them must be non-empty"}},
		{"/chat", `{"type":"banana","included":[],"excluded":null}`,
			[]string{"type: must be one of generic, symptom, symptoms, symptoms_choose_one, symptom_choose_one, factor, health_background, autocomplete",
				"included, excluded: at least one of them must be non-empty"}},
		{"/chat", `{"type":"symptoms","included":["a",1,null],"excluded":"b"}`,
			[]string{"included[1]: must be a string", "included[2]: must be a string", "excluded: must be an array of strings"}},
		{"/chat", `{"type":"symptoms","included":["C0010200"]}`, []string{"Selection mismatch: choices are missing"}},
		{"/step-back", `{`, []string{"body: malformed JSON, or more than one value"}},
		{"/analytics", `{}`, []string{"event: must be given"}},
		{"/analytics", `{"event":"a","name":"b","value":"` + long + `"}`,
			[]string{"event, name: exactly one of them may be given", "value: must have at most 1000 characters as compact JSON"}},
		{"/analytics", `{"name":7}`, []string{"name: must be a string"}},
		{"/analytics", `{"event":"` + long + `"}`, []string{"event: must have 1 to 200 characters"}},
		{"/analytics/feedback", `{"stars":6,"labels":["1","2","3","4","5","6","7","8",9],"message":"` + long + `"}`,
			[]string{"stars: must be between 1 and 5", "labels[8]: must be a string", "message: must have at most 1000 characters", "labels: at most 8"}},
		{"/analytics/feedback", `{"labels":{},"message":[]}`, []string{"stars: must be given", "labels: must be an array of strings", "message: must be a string"}},
	} {
		r := f.do(request{method: "POST", path: base + c.path, token: token, body: c.body})
		if r.status != 400 {
			t.Errorf("%s %.80s: %d", c.path, c.body, r.status)
			continue
		}
		if diff := cmp.Diff(c.want, r.fault(t).ValidationErrors); diff != "" {
			t.Errorf("%s %.80s (-want +got):\n%s", c.path, c.body, diff)
		}
	}
	var turn api.ChatResponse
	f.do(request{method: "GET", path: base + "/chat", token: token}).into(t, &turn)
	if turn.ConversationDetails.StepBackPossible {
		t.Error("a refused answer was applied")
	}
}

func TestFaultsOfQueriesAndDates(t *testing.T) {
	f := newFixture(t, nil)
	token, portal := f.session(), f.portalToken()
	for path, want := range map[string][]string{
		"/symptom-search":                                       {"text: must be given"},
		"/symptom-search?text=&gender=x":                        {"text: must have 1 to 100 characters", "gender: must be one of female, male"},
		"/symptom-search?text=" + strings.Repeat("%C3%A9", 101): {"text: must have 1 to 100 characters"},
		"/symptom-search?text=%zz":                              {"query: malformed"},
		"/articles":                                             {"ids: must be given"},
		"/articles?ids=,,":                                      {"ids: must be given"},
		"/articles?ids=" + strings.Repeat("a,", 21):             {"ids: at most 20"},
	} {
		r := f.do(request{method: "GET", path: base + path, token: token})
		if diff := cmp.Diff(want, r.fault(t).ValidationErrors); r.status != 400 || diff != "" {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
	if r := f.do(request{method: "GET", path: base + "/symptom-search?text=" + strings.Repeat("%C3%A9", 100), token: token}); r.status != 200 {
		t.Errorf("100 characters: %d", r.status)
	}
	for body, want := range map[string][]string{
		`{}`: {"start_date: must be given", "end_date: must be given"},
		`{"start_date":"2026-02-30","end_date":1}`:             {"start_date: must be a date of the form YYYY-MM-DD", "end_date: must be a string"},
		`{"start_date":"2026-02-02","end_date":"2026-02-01"}`:  {"start_date: must not be after end_date"},
		`{"start_date":"2026-02-02 ","end_date":"2026-02-02"}`: {"start_date: must be a date of the form YYYY-MM-DD"},
	} {
		r := f.do(request{method: "POST", path: "/v4/analytics/query", token: portal, body: body})
		if diff := cmp.Diff(want, r.fault(t).ValidationErrors); r.status != 400 || diff != "" {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
}

// TestTextIsCleaned: what a person writes comes to the consultation in NFC, without control characters.
func TestTextIsCleaned(t *testing.T) {
	f := newFixture(t, nil)
	var got consult.Start
	f.calls.hook = func(_ context.Context, in consult.Start) error { got = in; return nil }
	r := f.do(request{method: "POST", path: base + "/initial", token: f.session(),
		body: `{"gender":"male","age":125,"initial_query":"  <script>cafe\u0301\u0000\u202e\u200b</script>\u0007 ","unknown":{"a":[1]}}`})
	if want := (consult.Start{Sex: "male", Age: 125, Query: "<script>café</script>"}); r.status != 200 || got != want {
		t.Errorf("%d %s: %+v", r.status, r.body, got)
	}
}

func TestLargestEventValue(t *testing.T) {
	f := newFixture(t, nil)
	token := f.session()
	for value, want := range map[string]int{
		`"` + strings.Repeat("x", 998) + `"`:        200,
		`"` + strings.Repeat("x", 999) + `"`:        400,
		`"` + strings.Repeat("é", 998) + `"`:        200,
		`"` + strings.Repeat(`\u00e9`, 998) + `"`:   200, // the same, from an encoder that escapes
		`[ ` + strings.Repeat("1 , ", 498) + ` 1 ]`: 200, // 999 characters without the spaces
		`[` + strings.Repeat("1,", 500) + `1]`:      400,
	} {
		r := f.do(request{method: "POST", path: base + "/analytics", token: token, body: `{"event":"e","value":` + value + `}`})
		if r.status != want {
			t.Errorf("%.30s… of %d bytes: %d, want %d", value, len(value), r.status, want)
		}
	}
}

// TestLargeBody sends 20 MB by several kinds of client; each must read the answer.
func TestLargeBody(t *testing.T) {
	f := newFixture(t, nil)
	token := f.started()
	const size = 20 << 20
	for name, c := range map[string]struct {
		token  string
		length bool
		want   string
	}{
		"with length": {token, true, "400"}, "chunked": {token, false, "400"}, "without a token": {"", true, "401"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(f.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
			head := "POST " + base + "/chat HTTP/1.1\r\nHost: x\r\nX-Api-Key: " + f.creds.APIKey + "\r\nAuthorization: Bearer " + c.token + "\r\n"
			if c.length {
				_, err = fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", head, size, strings.Repeat("x", size))
			} else {
				_, err = fmt.Fprintf(conn, "%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", head, size, strings.Repeat("x", size))
			}
			if err != nil {
				t.Fatalf("the whole body could not be sent: %v", err)
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			b, _ := io.ReadAll(res.Body)
			if !strings.HasPrefix(res.Status, c.want) {
				t.Errorf("%s %s", res.Status, b)
			}
		})
	}
	if r := f.do(request{method: "POST", path: base + "/chat", token: token, body: goodAnswer}); r.status != 200 {
		t.Errorf("afterwards: %d", r.status)
	}
}

func TestManyFaultsAreBounded(t *testing.T) {
	f := newFixture(t, nil)
	r := f.do(request{method: "POST", path: base + "/chat", token: f.started(), body: `{"type":"symptoms","included":[` + strings.Repeat("1,", 10000) + `1]}`})
	if faults := r.fault(t).ValidationErrors; len(faults) != 101 || faults[100] != "and 9901 more" {
		t.Errorf("%d faults, %s", len(faults), faults[len(faults)-1])
	}
}

// TestNothingOfAPatientIsLogged sends marked text wherever text can go.
func TestNothingOfAPatientIsLogged(t *testing.T) {
	f := newFixture(t, nil)
	token := f.session()
	const mark = "zxqmark"
	f.do(request{method: "POST", path: base + "/initial", token: token, body: `{"gender":"male","age":30,"initial_query":"` + mark + `"}`})
	f.do(request{method: "POST", path: base + "/chat", token: token, body: `{"type":"symptoms","included":["` + mark + `"],"excluded":["b"]}`})
	f.do(request{method: "GET", path: base + "/symptom-search?text=" + mark, token: token})
	f.do(request{method: "GET", path: base + "/article/" + mark, token: token})
	f.do(request{method: "GET", path: "/" + mark, token: mark, header: map[string]string{"X-Request-Id": mark}})
	f.do(request{method: "POST", path: base + "/analytics", token: token, body: `{"event":"` + mark + `","value":"` + mark + `"}`})
	f.do(request{method: "POST", path: base + "/login", body: `{"partner_id":"` + mark + `","secret":"` + mark + `"}`})
	log := f.log.String()
	for _, secret := range []string{mark, token, f.creds.Secret, f.creds.APIKey} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %.12s…", secret)
		}
	}
	if !strings.Contains(log, `"route":"GET /api/v1/article/{id}"`) || !strings.Contains(log, f.creds.PartnerID) {
		t.Errorf("the log says too little: %s", log)
	}
}
