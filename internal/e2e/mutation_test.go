package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"anamnesis/api"

	"github.com/getkin/kin-openapi/openapi3"
)

// hostile are values that no field is made for, each of which some field takes.
func hostile() []any {
	return []any{
		nil, true, false, 0, -1, 1, 1e308, -1e308, 0.5, json.Number("9223372036854775808"), json.Number("1e400"), json.Number("-0"), "", " ", "true", "0", "\x00", "\u202e\u200b", "é", "'; DROP TABLE partners; --", "../../etc/passwd",
		"<script>alert(1)</script>", "${jndi:ldap://x}", "%00%n%s", strings.Repeat("a", 501), strings.Repeat("熱", 1001), strings.Repeat("x", 70_000), []any{}, []any{nil}, []any{1, "a", []any{}}, []any{"a", "a"},
		map[string]any{}, map[string]any{"a": map[string]any{"b": nil}}, nested(200), make([]any, 300),
	}
}

// nested is a list in a list in a list.
func nested(depth int) any {
	var v any = []any{}
	for range depth {
		v = []any{v}
	}
	return v
}

// TestEveryFieldMutated sends every operation of the document with each of its fields missing, twice, and of every
// hostile value, and each of its parameters so. No answer is a 5xx, each is valid against the document, and what is
// refused with 400 changes nothing.
func TestEveryFieldMutated(t *testing.T) {
	s := startFor(t)
	c := s.caller()
	cl, _ := clientOf(t, s, c)
	held, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		t.Fatal(err)
	}
	m := &mutator{t: t, caller: c, contract: held, rand: rand.New(rand.NewPCG(1, 2))}
	m.begin()
	m.portal = portalToken(t, c)
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if strings.HasPrefix(path, v1) || strings.HasPrefix(path, "/v4") {
				m.operation(method, path, append(item.Parameters, op.Parameters...), op)
			}
		}
	}
	if m.sent < 1000 || m.refused < m.sent/3 || m.checked < 100 {
		t.Errorf("%d requests, %d refused, %d looks at the state: too few to show anything", m.sent, m.refused, m.checked)
	}
	t.Logf("%d requests, %d refused with 400, %d other refusals, %d taken; state looked at %d times", m.sent, m.refused, m.other, m.taken, m.checked)
	if _, err := cl.Login(t.Context()); err != nil {
		t.Errorf("the service is not well: %v", err)
	}
}

type mutator struct {
	t *testing.T
	*caller
	*contract
	rand                                 *rand.Rand
	first, token, portal                 string
	sent, refused, other, taken, checked int
}

// begin opens a consultation to mutate requests of.
func (m *mutator) begin() {
	m.first, m.token = m.initialToken(m.t), m.caller.token(m.t)
	var out json.RawMessage
	m.must(m.t, "POST", v1+"/initial", m.token, api.InitialRequest{Gender: "female", Age: 40, InitialQuery: "headache, nausea and trouble with my stomach"}, &out)
}

// operation mutates one operation's body field by field, and its parameters.
func (m *mutator) operation(method, path string, params openapi3.Parameters, op *openapi3.Operation) {
	target := strings.NewReplacer("{id}", "common-cold", "{sid}", sid(m.token)).Replace(path)
	if op.RequestBody != nil {
		for kind, media := range op.RequestBody.Value.Content {
			if kind == "application/json" {
				m.bodies(method, target, path, media.Schema.Value)
			}
		}
	}
	for _, p := range params {
		for _, v := range hostile() {
			text := fmt.Sprint(v)
			if s, ok := v.(string); ok {
				text = s
			}
			text = text[:min(len(text), 3000)]
			switch p.Value.In {
			case "query":
				m.send1(method, path, target+"?"+p.Value.Name+"="+url.QueryEscape(text), "", nil)
			case "path":
				if text != "" {
					m.send1(method, path, strings.Replace(path, "{"+p.Value.Name+"}", url.PathEscape(text), 1), "", nil)
				}
			case "header":
				if !strings.ContainsAny(text, "\x00\r\n") {
					m.send1(method, path, target, "{}", []string{p.Value.Name, text})
				}
			}
		}
	}
}

func (m *mutator) bodies(method, target, path string, schema *openapi3.Schema) {
	good := m.valid(path)
	whole := func(body string) { m.send1(method, path, target, body, nil) }
	for _, v := range append(hostile(), good) {
		b, _ := json.Marshal(v)
		whole(string(b))
	}
	for _, broken := range []string{"", "{", "}", `{"a":}`, "{}{}", "\xff", "[", `{"a":1,}`, "null null"} {
		whole(broken)
	}
	for name := range schema.Properties {
		rest := map[string]any{}
		for k, v := range good {
			if k != name {
				rest[k] = v
			}
		}
		whole(encode(rest))
		b := encode(good)
		if v, ok := good[name]; ok {
			whole(b[:len(b)-1] + "," + encode(name) + ":" + encode(v) + "}") // twice
		}
		for _, v := range hostile() {
			rest[name] = v
			whole(encode(rest))
		}
	}
}

// valid is a body that is taken, or would be if it came at the right time.
func (m *mutator) valid(path string) map[string]any {
	switch strings.TrimPrefix(path, v1) {
	case "/login":
		return map[string]any{"partner_id": m.creds.PartnerID, "secret": m.creds.Secret}
	case "/terms":
		return map[string]any{"content_version": strings.Repeat("0", 40), "all_policies_accepted": true}
	case "/initial":
		return map[string]any{"gender": "female", "age": 40, "initial_query": "headache"}
	case "/chat":
		r, err := m.caller.send("GET", v1+"/chat", m.token, "")
		if err != nil {
			m.t.Fatal(err)
		}
		a := (&driver{rand: m.rand}).answer(decode(r.body).Question)
		return map[string]any{"type": a.Type, "included": a.Included, "excluded": a.Excluded}
	case "/analytics":
		return map[string]any{"event": "e", "value": map[string]any{"a": 1}}
	case "/analytics/feedback":
		return map[string]any{"stars": 3, "labels": []string{"a"}, "message": "b"}
	case "/v4/analytics/replay":
		return map[string]any{"conversation_id": sid(m.token)}
	}
	return map[string]any{"start_date": "2026-11-01", "end_date": "2026-11-30"}
}

// send1 makes one request and judges its answer.
func (m *mutator) send1(method, path, target, body string, header []string) {
	m.t.Helper()
	if method == http.MethodDelete && target == strings.Replace(path, "{sid}", sid(m.token), 1) {
		return
	}
	bearer := m.token
	switch {
	case strings.HasPrefix(path, "/v4"):
		bearer = m.portal
	case path == v1+"/terms" && method == http.MethodPost:
		bearer = m.first
	}
	before := m.state()
	req, err := http.NewRequestWithContext(m.t.Context(), method, m.url+target, strings.NewReader(body))
	if err != nil {
		return // not even a client sends this
	}
	req.Header.Set(api.HeaderAPIKey, m.creds.APIKey)
	req.Header.Set("Authorization", "Bearer "+bearer)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := m.http.Do(req)
	if err != nil {
		if strings.Contains(err.Error(), "invalid header field") {
			return
		}
		m.t.Fatalf("%s %s: %v", method, target, err)
	}
	defer res.Body.Close()
	var got bytes.Buffer
	if _, err := got.ReadFrom(res.Body); err != nil {
		m.t.Fatal(err)
	}
	m.sent++
	switch {
	case res.StatusCode >= 500:
		m.t.Errorf("%s %.200s %.200q: %d %s", method, target, body, res.StatusCode, got.String())
	case res.StatusCode == http.StatusBadRequest:
		m.refused++
		if after := m.state(); !bytes.Equal(before, after) {
			m.t.Errorf("%s %.200s %.200q was refused and changed the state", method, target, body)
		}
	case res.StatusCode >= 400:
		m.other++
	default:
		m.taken++
	}
	if err := m.answered(req, res, got.Bytes()); err != nil {
		m.t.Errorf("%s %.200s %.200q: %d %.300s: %.600v", method, target, body, res.StatusCode, got.String(), err)
	}
}

// state is the consultation as it stands.
func (m *mutator) state() []byte {
	m.checked++
	r, err := m.caller.send("GET", v1+"/chat", m.token, "")
	if err != nil || r.status != http.StatusOK {
		m.t.Fatalf("the consultation is gone: %d %s %v", r.status, r.body, err)
	}
	return r.body
}

func portalToken(t *testing.T, c *caller) string {
	t.Helper()
	r, err := c.send("POST", "/v4/oauth/token", "", "grant_type=client_credentials&client_id="+c.creds.PartnerID+"&client_secret="+c.creds.Secret, "Content-Type", "application/x-www-form-urlencoded")
	var l api.LoginResponse
	if err == nil {
		err = json.Unmarshal(r.body, &l)
	}
	if err != nil || l.AccessToken == "" {
		t.Fatalf("%d %v", r.status, err)
	}
	return l.AccessToken
}
