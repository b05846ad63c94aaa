package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anamnesis/client"
	"anamnesis/internal/terminal"
)

// TestReportOfAFinishedConsultation fetches every format with nothing but the address, the key and the token.
func TestReportOfAFinishedConsultation(t *testing.T) {
	cfg, stop, err := inside(t.Context(), "en-GB")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	cl, err := client.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ses, err := cl.Login(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answers := "y\n64\nm\nvomiting blood, lots of it, and I feel faint\n1 2\n" + strings.Repeat("1\n", 40)
	if _, err := terminal.Run(t.Context(), ses, strings.NewReader(answers), io.Discard, os.Getenv, "en-US"); err != nil {
		t.Fatal(err)
	}
	token, _ := ses.Token()
	get := func(format string, more ...string) (string, error) {
		return command(t, append([]string{"report", "--url", cfg.BaseURL, "--api-key", cfg.APIKey, "--token", token, "--format", format}, more...)...)
	}
	for format, want := range map[string]string{
		"text": "Call 999 now", "json": `"emergency": true`, "fhir": `"resourceType":"Bundle"`, "reasons": `"least_harm"`, "pdf": "%PDF-",
	} {
		if out, err := get(format); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s: %v\n%.300s", format, err, out)
		}
	}
	file := filepath.Join(t.TempDir(), "r.pdf")
	if _, err := get("pdf", "--output", file); err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(b), "%PDF-") {
		t.Errorf("%v %.20q", err, b)
	}
	if _, err := command(t, "report", "--url", cfg.BaseURL, "--api-key", cfg.APIKey, "--token", token+"x"); err == nil || !strings.HasPrefix(fault(err), "the service does not accept this login or token") {
		t.Errorf("wrong token: %v", err)
	}
}

func TestFaultIsOneLine(t *testing.T) {
	for status, want := range map[int]string{
		http.StatusUnauthorized: "wrong, or expired", http.StatusForbidden: "api key", http.StatusNotFound: "/api/v1", http.StatusInternalServerError: "500",
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<html>\nsomething between us\n</html>")
		}))
		cl, err := client.New(client.Config{BaseURL: srv.URL, PartnerID: "p", Secret: "s", APIKey: "k", Retries: -1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = cl.Login(t.Context())
		srv.Close()
		if text := fault(err); !strings.Contains(text, want) || strings.ContainsAny(text, "\n<") {
			t.Errorf("%d: %q", status, text)
		}
	}
}
