package e2e

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
	"anamnesis/internal/webhook"
)

// receiver is a partner's end of a webhook.
type receiver struct {
	t      *testing.T
	server *httptest.Server
	mu     sync.Mutex
	secret []byte
	status int
	got    map[string]int // messages by id
	events map[string]int // of messages that were taken, by event and sid
	bodies []string
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{t: t, status: http.StatusOK, got: map[string]int{}, events: map[string]int{}}
	r.server = httptest.NewServer(r)
	t.Cleanup(r.server.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	id, stamp := req.Header.Get("Webhook-Id"), req.Header.Get("Webhook-Timestamp")
	seconds, _ := strconv.ParseInt(stamp, 10, 64)
	if want := webhook.Sign(r.secret, id, time.Unix(seconds, 0), body); req.Header.Get("Webhook-Signature") != want || time.Since(time.Unix(seconds, 0)).Abs() > time.Minute {
		r.t.Errorf("signature or time of %s are wrong", id)
	}
	var m struct {
		Type string `json:"type"`
		Data struct {
			SID, Level string
			Stars      int
		} `json:"data"`
	}
	if json.Unmarshal(body, &m) != nil {
		r.t.Errorf("no JSON: %s", body)
	}
	r.got[id]++
	r.bodies = append(r.bodies, string(body))
	if r.status == http.StatusOK {
		r.events[m.Type+" "+m.Data.SID+" "+m.Data.Level]++
	}
	w.WriteHeader(r.status)
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// await waits until ok holds.
func (r *receiver) await(what string, limit time.Duration, ok func() bool) {
	r.t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		r.mu.Lock()
		done := ok()
		r.mu.Unlock()
		if done {
			return
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.t.Fatalf("%s did not come: %v %v", what, r.events, r.got)
}

func (r *receiver) listen(t *testing.T, dsn, partner string) {
	t.Helper()
	cfg := app.Config{Database: dsn, DatabaseTimeout: patience, EncryptionKey: masterKey}
	st, err := app.OpenStoreWith(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	text, err := app.SetWebhook(t.Context(), st, partner, r.server.URL+"/hook", true, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.secret, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_")); err != nil || len(r.secret) != 32 {
		t.Fatalf("secret of %d bytes: %v", len(r.secret), err)
	}
}

// A message that the partner did not take survives kill -9 and comes again with the same id; nothing that a person said
// is in any; a replay sends it once more; a partner without a webhook is told nothing.
func TestWebhooksSurviveKill(t *testing.T) {
	dsn, creds := newDatabase(t)
	r := newReceiver(t)
	c := startChild(t, ownChild(dsn))
	silent, _ := begun(t, newCaller(c.url, creds))
	r.listen(t, dsn, creds.PartnerID)
	r.answer(http.StatusServiceUnavailable)
	d := &driver{caller: newCaller(c.url, creds), rand: rand.New(rand.NewPCG(3, 3)), rounds: map[string]int{}}
	for d.report == nil {
		if err := d.turn(); err != nil {
			t.Fatal(err)
		}
	}
	id := sid(d.token)
	var out json.RawMessage
	d.must(t, "POST", v1+"/analytics/feedback", d.token, api.FeedbackRequest{Stars: 2, Message: "Zaubernuss"}, &out)
	var rep api.ReportResponse
	if err := json.Unmarshal(d.report, &rep); err != nil {
		t.Fatal(err)
	}
	ended := webhook.EventEnded + " " + id + " " + rep.Report.OverallOutcome.SubdomainTriageLevel.ID
	r.await("a first attempt", 15*time.Second, func() bool { return len(r.got) >= 2 })
	c.kill()
	r.answer(http.StatusOK)
	c = startChild(t, ownChild(dsn))
	defer c.kill()
	r.await("the message after the kill", 90*time.Second, func() bool { return r.events[ended] == 1 && r.events[webhook.EventFeedback+" "+id+" "] == 1 })
	twice := 0
	for _, n := range r.got {
		if n > 1 {
			twice++
		}
	}
	if twice < 2 {
		t.Errorf("ids changed between attempts: %v", r.got)
	}
	st, err := app.OpenStore(t.Context(), dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if n, err := app.ReplayWebhooks(t.Context(), st, "", time.Now().Add(-time.Hour), time.Now()); err != nil || n < 2 {
		t.Errorf("%d messages are sent again: %v", n, err)
	}
	r.await("the replay", 15*time.Second, func() bool { return r.events[ended] == 2 })
	for _, body := range r.bodies {
		for _, word := range []string{"Zaubernuss", "headache", "stomach", sid(silent)} {
			if strings.Contains(body, word) {
				t.Errorf("a message holds %q: %s", word, body)
			}
		}
	}
}
