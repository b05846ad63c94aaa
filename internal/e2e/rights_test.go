package e2e

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"
	"anamnesis/internal/audit"
	"anamnesis/internal/store"
)

// clientOf is a client of a partner that holds every exchange against the contract.
func clientOf(t *testing.T, s *server, c *caller) (*client.Client, *wire) {
	t.Helper()
	doc, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{contract: doc}
	cl, err := client.New(client.Config{
		BaseURL: s.URL() + v1, PartnerID: c.creds.PartnerID, Secret: c.creds.Secret, APIKey: c.creds.APIKey, HTTP: &http.Client{Transport: w},
	})
	if err != nil {
		t.Fatal(err)
	}
	return cl, w
}

// sidOf reads the claim sid.
func sidOf(t *testing.T, token string) string {
	t.Helper()
	var c struct {
		Session string `json:"sid"`
	}
	b, err := decodePart(strings.Split(token, ".")[1])
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || c.Session == "" {
		t.Fatalf("no sid: %v", err)
	}
	return c.Session
}

// begun is a session with one of everything.
func begun(t *testing.T, c *caller) (token, sid string) {
	t.Helper()
	token = c.token(t)
	var out json.RawMessage
	c.must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "female", Age: 34, InitialQuery: "sore throat and fever since yesterday"}, &out)
	c.must(t, "POST", v1+"/analytics", token, map[string]any{"event": "opened", "value": map[string]string{"room": "7"}}, &out)
	c.must(t, "POST", v1+"/analytics/feedback", token, api.FeedbackRequest{Stars: 4, Labels: []string{"clear"}, Message: "thank you"}, &out)
	return token, sidOf(t, token)
}

func TestExportAndErase(t *testing.T) {
	s := startFor(t)
	mine := s.caller()
	other, err := app.CreatePartner(t.Context(), s.Store(), newPartner("other"), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	token, sid := begun(t, mine)
	_, stays := begun(t, mine)
	me, wire1 := clientOf(t, s, mine)
	them, wire2 := clientOf(t, s, newCaller(s.URL(), other))
	notFound := func(what string, err error) {
		t.Helper()
		var e *client.Error
		if !errors.As(err, &e) || e.Status != http.StatusNotFound {
			t.Errorf("%s: %v, want 404", what, err)
		}
	}
	for _, id := range []string{sid, "019aa7d4-5c7b-7c62-8f2e-3f0d5a3f9b11", "x", "a\x00b", "'; DROP TABLE consultations; --", strings.Repeat("9", 3000)} {
		_, err := them.Export(t.Context(), id)
		notFound("foreign export", err)
		notFound("foreign erase", them.Erase(t.Context(), id))
	}
	out, err := me.Export(t.Context(), sid)
	if err != nil {
		t.Fatal(err)
	}
	if out.Record == nil || !strings.HasSuffix(out.Record.UserInput, "sore throat and fever since yesterday") || out.Replay == nil ||
		out.Feedback == nil || out.Feedback.Message != "thank you" || len(out.Events) != 1 || string(out.Events[0].Value) != `{"room":"7"}` || len(out.Consents) != 1 {
		t.Errorf("%+v", out)
	}
	if byCommand, err := app.ExportConsultation(t.Context(), s.Store(), sid); err != nil || encode(byCommand) != encode(out) {
		t.Errorf("the command exports something else: %v\n%s\n%s", err, encode(byCommand), encode(out))
	}
	if err := me.Erase(t.Context(), sid); err != nil {
		t.Fatal(err)
	}
	_, err = me.Export(t.Context(), sid)
	notFound("export after erasure", err)
	notFound("second erasure", me.Erase(t.Context(), sid))
	if r, err := mine.send("GET", v1+"/chat", token, ""); err != nil || r.status != http.StatusNotFound {
		t.Errorf("the consultation goes on: %d %v", r.status, err)
	}
	if left := tracesOf(t, s.Store(), sid); left != 0 {
		t.Errorf("%d traces are left", left)
	}
	if _, err := me.Export(t.Context(), stays); err != nil {
		t.Errorf("another session: %v", err)
	}
	if err := app.EraseConsultation(t.Context(), s.Store(), stays); err != nil || tracesOf(t, s.Store(), stays) != 0 {
		t.Errorf("by command: %v", err)
	}
	for _, w := range []*wire{wire1, wire2} {
		for _, fault := range w.faults {
			t.Error(fault)
		}
	}
	acts(t, s, "partner "+mine.creds.PartnerID, map[string]int{audit.PortalLogin: 1, audit.ConsultationExport: 2, audit.ConsultationErase: 1})
	if r, err := mine.send("POST", "/v4/oauth/token", "", "grant_type=client_credentials&client_id="+mine.creds.PartnerID+"&client_secret=wrong", "Content-Type", "application/x-www-form-urlencoded"); err != nil || r.status != http.StatusUnauthorized {
		t.Errorf("wrong secret: %d %v", r.status, err)
	}
	acts(t, s, "somebody", map[string]int{audit.PortalRefused: 1})
	acts(t, s, "partner "+other.PartnerID, map[string]int{audit.PortalLogin: 1})
}

// tracesOf counts what is kept of a session.
func tracesOf(t *testing.T, st store.Store, sid string) (n int) {
	t.Helper()
	ctx := context.Background()
	if _, err := st.Consultations().Get(ctx, sid); err == nil {
		n++
	}
	events, err1 := st.Events().Events(ctx, sid)
	consents, err2 := st.Consents().Consents(ctx, sid)
	if _, err := st.Events().Feedback(ctx, sid); err == nil {
		n++
	}
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return n + len(events) + len(consents)
}

// acts compares what the audit log says of an actor, and verifies the log.
func acts(t *testing.T, s *server, actor string, want map[string]int) {
	t.Helper()
	l := audit.New(s.Store().Audit(), nil, nil)
	if _, err := l.Verify(t.Context(), ""); err != nil {
		t.Error(err)
	}
	got := map[string]int{}
	err := l.Each(t.Context(), func(e store.AuditEntry) error {
		if e.Actor == actor {
			got[e.Action]++
		}
		return nil
	})
	if err != nil || encode(got) != encode(want) {
		t.Errorf("acts of %s: %v, want %v (%v)", actor, got, want, err)
	}
}

// A partner's consultations go when they are older than it keeps them; another's stay.
func TestRetention(t *testing.T) {
	now := time.Now().Add(-10 * 24 * time.Hour)
	s, err := startWith(app.Config{Database: database(t), DatabaseTimeout: patience, Now: func() time.Time { return now }, Upkeep: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	short := newPartner("short")
	short.Retention = 7
	creds, err := app.CreatePartner(t.Context(), s.Store(), short, now)
	if err != nil {
		t.Fatal(err)
	}
	_, gone := begun(t, newCaller(s.URL(), creds))
	_, stays := begun(t, s.caller())
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	later, err := startWith(app.Config{Database: s.dsn, DatabaseTimeout: patience, Upkeep: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = later.stop() }()
	for range 100 {
		if tracesOf(t, later.Store(), gone) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if n := tracesOf(t, later.Store(), gone); n != 0 {
		t.Errorf("%d traces are left after the time of keeping", n)
	}
	if n := tracesOf(t, later.Store(), stays); n != 4 {
		t.Errorf("%d traces of another partner, want 4", n)
	}
}

func decodePart(part string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(part) }
