package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
)

// planted is what was sent in one kind of place, and must be found in none.
type planted struct {
	mu    sync.Mutex
	words map[string]string // what it is, by the word
	bad   strings.Builder   // bodies of what was refused
	sent  int
}

func (p *planted) add(what, word string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.words[word] = what
	return word
}

// token plants the parts of a token that tell something: claims and signature.
func (p *planted) token(token string) {
	for i, part := range strings.Split(token, ".") {
		if i > 0 {
			p.add("token", part)
		}
	}
}

func (p *planted) refused(r reply) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent++
	if r.status >= http.StatusBadRequest {
		p.bad.Write(r.body)
		p.bad.WriteByte('\n')
	}
}

var longWord = regexp.MustCompile(`[A-Za-z0-9_-]{8,}`)

// leaks gives the planted words of a text, with what they are.
func (p *planted) leaks(text string) (found []string) {
	for _, word := range longWord.FindAllString(text, -1) {
		if what, ok := p.words[word]; ok {
			found = append(found, what+" "+word)
		} else if strings.Contains(word, "Zaubernuss") || code.MatchString(word) {
			found = append(found, word)
		}
	}
	return found
}

// consultation goes through one consultation with markers of its own in free text, age, symptoms, tokens and secrets,
// well-formed and not. age is a number of seven digits that nobody else has.
func (p *planted) consultation(c *caller, n int) error {
	mine := func(what string) string { return p.add(what, fmt.Sprintf("%sZ%dZ", marker(what), n)) }
	age := p.add("age", fmt.Sprint(70_000_000+n))
	d := &driver{caller: c, rand: rand.New(rand.NewPCG(41, uint64(n))), rounds: map[string]int{}}
	if err := d.login(); err != nil {
		return err
	}
	p.token(d.token)
	for _, call := range []struct {
		method, path, token, body string
		want                      int
	}{
		{"POST", "/login", "", `{"partner_id":"` + c.creds.PartnerID + `","secret":"` + mine("secret") + `"}`, 401},
		{"POST", "/initial", d.token, `{"gender":"female","age":` + age + `,"initial_query":"` + mine("refused") + `"}`, 400},
		{"POST", "/initial", d.token, `{"gender":"` + mine("gender") + `","age":"` + mine("age") + `"}`, 400},
		{"POST", "/initial", d.token, `{"gender":"female","age":40,"initial_query":"headache, fever and ` + mine("query") + `"}`, 200},
		{"GET", "/symptom-search?text=" + mine("search"), d.token, "", 200},
		{"POST", "/chat", d.token, `{"type":"` + mine("type") + `","included":["` + mine("symptom") + `"],"excluded":["` + mine("excluded") + `"]}`, 400},
		{"GET", "/chat", d.token[:len(d.token)-12] + mine("token"), "", 401},
		{"POST", "/analytics", d.token, `{"event":"e","value":{"` + mine("name") + `":"` + mine("value") + `"}}`, 200},
		{"POST", "/analytics/feedback", d.token, `{"stars":3,"labels":["` + mine("label") + `"],"message":"` + mine("message") + `"}`, 200},
	} {
		header := []string{api.HeaderIdempotencyKey, mine("idempotency"), "traceparent", "00-" + mine("trace") + "-01", "tracestate", "a=" + mine("tracestate")}
		r, err := c.send(call.method, v1+call.path, call.token, call.body, header...)
		if err != nil || r.status != call.want {
			return fmt.Errorf("%s %.20s: %d %.200s %w", call.method, call.path, r.status, r.body, err)
		}
		p.refused(r)
		if call.path == "/initial" && r.status == http.StatusOK {
			d.state = r.body
		}
	}
	for range 3 { // answers name symptoms by their codes
		if decode(d.state).ConversationDetails.ReportPossible {
			break
		}
		if err := d.turn(); err != nil {
			return err
		}
	}
	return nil
}

// TestMarkersOfManyConsultations goes through many consultations, each with markers of its own in free text, age, symptoms,
// tokens and secrets, has requests panic with a marker in their hands, and looks for all of them and for any code of a
// symptom in the log at level debug, where traces and panics are too, the metrics, and the bodies of refusals.
func TestMarkersOfManyConsultations(t *testing.T) {
	var armed atomic.Bool
	now := func() time.Time {
		if armed.Load() && strings.Contains(string(debug.Stack()), "httpapi.(*server).within") {
			panic("a panic of " + marker("panic"))
		}
		return time.Now()
	}
	web := func(string, *http.Client) (http.Handler, error) {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { panic("a page of " + r.URL.RawQuery) }), nil
	}
	s, err := startWith(app.Config{Database: database(t), DatabaseTimeout: patience, Now: now, Web: web})
	if err != nil {
		t.Fatal(err)
	}
	p := &planted{words: map[string]string{}}
	p.add("api key", s.creds.APIKey)
	p.add("secret", s.creds.Secret)
	many := howOften(30, 10_000)
	var (
		next atomic.Int64
		wg   sync.WaitGroup
	)
	for range 8 {
		c := s.caller()
		wg.Go(func() {
			for n := next.Add(1); n <= int64(many); n = next.Add(1) {
				if err := p.consultation(c, int(n)); err != nil {
					t.Errorf("consultation %d: %v", n, err)
					return
				}
			}
		})
	}
	wg.Wait()
	panics := p.panics(t, s, &armed)
	metrics := scrape(t, s.URL())
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	log := s.log.String()
	for where, text := range map[string]string{"log": log, "metrics": metrics, "error bodies": p.bad.String()} {
		if found := p.leaks(text); len(found) > 0 {
			t.Errorf("%s: %d, such as %q", where, len(found), found[:min(5, len(found))])
		}
	}
	if n := strings.Count(log, `"msg":"panic"`); n != panics {
		t.Errorf("%d panics in the log, %d were made", n, panics)
	}
	for word := range p.words { // a search that finds nothing would show nothing
		if len(p.leaks(log[:min(len(log), 1000)]+" "+word+" ")) == 0 {
			t.Errorf("%s is not found", word)
		}
	}
	t.Logf("%d consultations, %d requests with markers, %d words planted, %d panics: looked through %d MB of log, %d KB of error bodies",
		many, p.sent, len(p.words), panics, len(log)>>20, p.bad.Len()>>10)
}

// panics has requests panic while they hold markers and gives how many did.
func (p *planted) panics(t *testing.T, s *server, armed *atomic.Bool) int {
	t.Helper()
	c := s.caller()
	token := c.token(t)
	p.token(token)
	armed.Store(true)
	defer armed.Store(false)
	calls := [][3]string{
		{"POST", v1 + "/initial", `{"gender":"female","age":40,"initial_query":"headache and ` + marker("query") + `"}`},
		{"POST", v1 + "/analytics", `{"event":"e","value":{"a":"` + marker("value") + `"}}`},
		{"POST", v1 + "/analytics/feedback", `{"stars":3,"message":"` + marker("message") + `"}`},
		{"GET", "/page?said=" + marker("page"), ""},
	}
	for _, call := range calls {
		r, err := c.send(call[0], call[1], token, call[2])
		if err != nil || r.status != http.StatusInternalServerError {
			t.Errorf("%s %s: %d %v", call[0], call[1], r.status, err)
		}
		if len(r.body) > 0 && !json.Valid(r.body) {
			t.Errorf("%s", r.body)
		}
		p.refused(r)
	}
	return len(calls)
}
