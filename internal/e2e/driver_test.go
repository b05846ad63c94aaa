package e2e

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"strings"
	"time"

	"anamnesis/api"
)

// driver is somebody in a consultation, who knows what was acknowledged. A service that dies under
// a call leaves the call's fate open; settle finds it out from the next service.
type driver struct {
	*caller
	rand     *mrand.Rand
	token    string
	state    []byte   // the last acknowledged state; nil before POST /initial
	before   [][]byte // the states before each answer that stands
	open     *call    // sent, not acknowledged
	fetching bool     // the report was asked for, and may have ended the consultation
	report   []byte
	rounds   map[string]int // answers that stand, by sid
	tokens   []string       // of all consultations
	applied  int            // calls of open fate that had been applied
	dropped  int            // calls of open fate that had not
	finished int            // consultations whose report was fetched
	patient  bool           // sends again, for a minute, what the interface lets it
	limited  []time.Time    // when an answer was 429
	answered int            // acknowledged answers and steps back
}

// call is one change: initial, chat or step-back.
type call struct{ path, body, key string }

// errDead says that the service is gone.
var errDead = errors.New("the service is gone")

func (d *driver) do(method, path, body, key string) ([]byte, error) {
	begin := time.Now()
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		got, err := d.doOnce(method, path, body, key)
		if !d.patient || method != "GET" && key == "" || !unanswered(err) || time.Since(begin) > time.Minute {
			return got, err
		}
		time.Sleep(wait + time.Duration(d.rand.Int64N(int64(wait))))
	}
}

// unanswered reports an error after which a client goes on by section 7 of the interface.
func unanswered(err error) bool {
	var r *refusal
	return errors.Is(err, errDead) || errors.As(err, &r) && r.status >= http.StatusInternalServerError
}

func (d *driver) doOnce(method, path, body, key string) ([]byte, error) {
	var header []string
	if key != "" {
		header = []string{api.HeaderIdempotencyKey, key}
	}
	r, err := d.send(method, v1+path, d.token, body, header...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDead, err)
	}
	if r.status != http.StatusOK {
		return nil, &refusal{r.status, string(r.body)}
	}
	return r.body, nil
}

type refusal struct {
	status int
	body   string
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.status, r.body) }

// turn does the next thing: begin, answer, step back, or fetch the report and begin anew.
func (d *driver) turn() error {
	if d.token == "" {
		return d.login()
	}
	c := &call{path: "/initial", body: `{"gender":"female","age":40,"initial_query":"headache, nausea and trouble with my stomach"}`}
	if d.state != nil {
		s := decode(d.state)
		if s.ConversationDetails.ReportPossible {
			return d.finish()
		}
		c = &call{path: "/chat", body: encode(d.answer(s.Question))}
		if s.ConversationDetails.StepBackPossible && d.rand.IntN(8) == 0 {
			c = &call{path: "/step-back"}
		}
	}
	if d.rand.IntN(2) == 0 {
		c.key = rand.Text()
	}
	d.open = c
	got, err := d.do("POST", c.path, c.body, c.key)
	if err == nil {
		d.acknowledge(got)
	}
	return err
}

// acknowledge takes over what the open call led to.
func (d *driver) acknowledge(got []byte) {
	switch d.open.path {
	case "/chat":
		d.before = append(d.before, d.state)
	case "/step-back":
		d.before = d.before[:len(d.before)-1]
	}
	d.answered++
	d.state, d.open = got, nil
	d.rounds[sid(d.token)] = len(d.before)
}

// login gets a token and accepts the terms.
func (d *driver) login() error {
	var (
		first    api.LoginResponse
		terms    api.TermsResponse
		accepted api.AcceptResponse
	)
	err := d.into(&first, "POST", "/login", encode(api.LoginRequest{PartnerID: d.creds.PartnerID, Secret: d.creds.Secret}))
	d.token = first.AccessToken
	if err == nil {
		err = d.into(&terms, "GET", "/terms", "")
	}
	if err == nil {
		err = d.into(&accepted, "POST", "/terms", encode(api.AcceptRequest{ContentVersion: terms.ContentVersion, AllPoliciesAccepted: true}))
	}
	d.token = accepted.LoginResponse.AccessToken // none after an error
	if d.token != "" {
		d.tokens = append(d.tokens, d.token)
	}
	return err
}

func (d *driver) into(v any, method, path, body string) error {
	got, err := d.do(method, path, body, "")
	if err != nil {
		return err
	}
	return json.Unmarshal(got, v)
}

// finish fetches the report, which must not change, and forgets the consultation.
func (d *driver) finish() error {
	d.fetching = true
	got, err := d.do("GET", "/report", "", "")
	if err != nil {
		return err
	}
	if d.report == nil {
		d.report = got
		return nil
	}
	if !bytes.Equal(got, d.report) {
		return fmt.Errorf("the report changed:\n%.300s\n%.300s", d.report, got)
	}
	d.finished++
	d.token, d.state, d.before, d.report, d.fetching = "", nil, nil, nil, false
	return nil
}

// settle finds out on a new service what became of the open call, and that nothing else changed.
func (d *driver) settle() error {
	if d.token == "" || d.state == nil && d.open == nil || d.fetching {
		return nil
	}
	now, err := d.do("GET", "/chat", "", "")
	var r *refusal
	if errors.As(err, &r) && r.status == http.StatusNotFound && d.state == nil {
		now, err = nil, nil
	}
	if err != nil {
		return err
	}
	untouched := bytes.Equal(now, d.state)
	if d.open == nil {
		if !untouched {
			return fmt.Errorf("acknowledged:\n%.400s\nkept:\n%.400s", d.state, now)
		}
		return nil
	}
	if untouched {
		d.dropped++
	} else {
		d.applied++
	}
	if d.open.key != "" {
		return d.again(now, untouched)
	}
	if untouched {
		d.open = nil // the person answers once more
		return nil
	}
	return d.once(now)
}

// again sends the open call with its key: it is applied now or was before, and never twice.
func (d *driver) again(now []byte, untouched bool) error {
	got, err := d.do("POST", d.open.path, d.open.body, d.open.key)
	if err != nil {
		return fmt.Errorf("with the key again: %w", err)
	}
	if !untouched && !bytes.Equal(got, now) {
		return fmt.Errorf("applied twice: %.300s\n%.300s", now, got)
	}
	twice, err := d.do("POST", d.open.path, d.open.body, d.open.key)
	if err == nil && !bytes.Equal(got, twice) {
		return fmt.Errorf("the key gives another answer: %.300s\n%.300s", got, twice)
	}
	if err != nil {
		return err
	}
	return d.once(got)
}

// once takes over a state that the open call led to and proves that it was applied once: a step
// back gives the state before.
func (d *driver) once(now []byte) error {
	path, last, body := d.open.path, d.state, d.open.body
	d.acknowledge(now)
	if path == "/step-back" {
		return nil
	}
	if path != "/chat" || !decode(now).ConversationDetails.StepBackPossible {
		return nil
	}
	back, err := d.do("POST", "/step-back", "", rand.Text())
	if err == nil && !bytes.Equal(back, last) {
		err = fmt.Errorf("applied more than once: a step back gives\n%.400s\nnot\n%.400s", back, last)
	}
	if err != nil {
		return err
	}
	forth, err := d.do("POST", "/chat", body, rand.Text())
	if err == nil && !bytes.Equal(forth, now) {
		err = fmt.Errorf("the same answer gives\n%.400s\nnot\n%.400s", forth, now)
	}
	return err
}

// answer affirms any number of choices that the question allows.
func (d *driver) answer(q *api.Question) api.Answer {
	if q.Type == api.QuestionAutocomplete {
		return api.Answer{Type: q.Type, Included: []string{api.ChoiceSkip}}
	}
	least, most := 0, len(q.Choices)
	if c := q.Constraints; c != nil && c.MinSelections != nil {
		least = *c.MinSelections
	}
	if c := q.Constraints; c != nil && c.MaxSelections != nil {
		most = min(most, *c.MaxSelections)
	}
	var in []string
	for _, i := range d.rand.Perm(len(q.Choices))[:min(most, max(least, d.rand.IntN(3)))] {
		in = append(in, q.Choices[i].ID)
	}
	return pick(q, in...)
}

func decode(state []byte) *api.ChatResponse {
	s := new(api.ChatResponse)
	_ = json.Unmarshal(state, s)
	return s
}

// sid is the consultation's id, from the token's claims.
func sid(token string) string {
	var claims struct{ Sid string }
	if parts := strings.Split(token, "."); len(parts) == 3 {
		b, _ := base64.RawURLEncoding.DecodeString(parts[1])
		_ = json.Unmarshal(b, &claims)
	}
	return claims.Sid
}
