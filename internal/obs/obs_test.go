package obs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/obs"

	"github.com/google/go-cmp/cmp"
)

func TestSecretNeverShows(t *testing.T) {
	const text = "hunter2"
	s := obs.Secret(text)
	config := struct {
		Key  obs.Secret
		Keys map[string]*obs.Secret
	}{s, map[string]*obs.Secret{"one": &s}}
	encoded, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logger, _ := obs.NewLogger(&log, obs.LogConfig{Format: "text"})
	logger.Info("config", "config", config, "key", s, "pointer", &s)
	out := []string{string(encoded), log.String(), s.String()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%20s"} {
		out = append(out, fmt.Sprintf(verb, s), fmt.Sprintf(verb, config))
	}
	for _, o := range out {
		if strings.Contains(o, text) || strings.Contains(strings.ToLower(o), "68756e74657232") {
			t.Errorf("secret shown: %s", o)
		}
	}
	if got := s.Reveal(); got != text {
		t.Errorf("Reveal() = %q, want %q", got, text)
	}
	var decoded obs.Secret
	if err := json.Unmarshal([]byte(`"hunter2"`), &decoded); err != nil || decoded != s {
		t.Errorf("decoded %q, %v", decoded.Reveal(), err)
	}
}

func TestLoggerWritesContext(t *testing.T) {
	var out bytes.Buffer
	logger, err := obs.NewLogger(&out, obs.LogConfig{Level: "warn"})
	if err != nil {
		t.Fatal(err)
	}
	ctx := obs.With(obs.WithRequestID(t.Context(), "r1"), slog.String("partner", "p_1"))
	sibling := obs.With(ctx, slog.Int("status", 500))
	_ = obs.With(ctx, slog.Int("status", 200)) // must not write over the sibling's
	logger.InfoContext(sibling, "below the level")
	logger.With("app", "x").ErrorContext(sibling, "failed", "at", time.Date(2026, 11, 21, 1, 0, 0, 0, time.FixedZone("", 3600)))
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, out.Bytes())
	}
	if stamp, _ := got["time"].(string); !strings.HasSuffix(stamp, "Z") {
		t.Errorf("time %q is not UTC", stamp)
	}
	delete(got, "time")
	want := map[string]any{"level": "ERROR", "msg": "failed", "app": "x", "request_id": "r1", "partner": "p_1",
		"status": 500.0, "at": "2026-11-21T00:00:00Z"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}

func TestLogConfig(t *testing.T) {
	for _, c := range []obs.LogConfig{{Level: "loud"}, {Format: "xml"}} {
		if _, err := obs.NewLogger(&bytes.Buffer{}, c); !errors.Is(err, obs.ErrLogConfig) {
			t.Errorf("NewLogger(%+v) = %v, want ErrLogConfig", c, err)
		}
	}
	if got := obs.RequestID(context.Background()); got != "" {
		t.Errorf("RequestID outside a request = %q", got)
	}
}

func TestMetrics(t *testing.T) {
	m := obs.NewMetrics()
	chat := m.Route("POST", "/api/v1/chat")
	chat.Start()
	chat.Start()
	chat.Done(200, 2*time.Millisecond)
	m.Route("BREW", "unmatched").Start()
	m.Route("BREW", "unmatched").Done(404, time.Second)
	m.ConsultationStarted()
	m.ConsultationEnded("self_care")
	m.Turn()
	m.RateLimited("burst")
	m.Weighed("turn", 3*time.Millisecond)
	m.StoreOp("Partner", time.Millisecond, nil)
	m.StoreOp("Partner", time.Millisecond, errors.New("disk"))

	rec := httptest.NewRecorder()
	m.Handler().ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	lines := strings.Split(rec.Body.String(), "\n")
	for _, want := range []string{
		`anamnesis_http_requests_total{method="POST",route="/api/v1/chat",status="2xx"} 1`,
		`anamnesis_http_requests_total{method="other",route="unmatched",status="4xx"} 1`,
		`anamnesis_http_request_duration_seconds_bucket{route="/api/v1/chat",le="0.0025"} 1`,
		`anamnesis_http_requests_in_flight 1`,
		`anamnesis_consultations_started_total 1`,
		`anamnesis_consultations_ended_total{triage="self_care"} 1`,
		`anamnesis_turns_total 1`,
		`anamnesis_ratelimit_rejections_total{limit="burst"} 1`,
		`anamnesis_engine_duration_seconds_bucket{call="turn",le="0.005"} 1`,
		`anamnesis_store_operation_duration_seconds_count{op="Partner",result="ok"} 1`,
		`anamnesis_store_operation_duration_seconds_count{op="Partner",result="error"} 1`,
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %s", want)
		}
	}
}

func BenchmarkRoute(b *testing.B) {
	r := obs.NewMetrics().Route("POST", "/api/v1/chat")
	b.ReportAllocs()
	for b.Loop() {
		r.Start()
		r.Done(200, time.Millisecond)
	}
}
