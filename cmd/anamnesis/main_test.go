package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/obs"
)

// command runs one and gives what it printed.
func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out, diagnostics bytes.Buffer
	err := run(context.Background(), args, strings.NewReader(""), &out, &diagnostics)
	return out.String(), err
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"serve", "--help"}, {"partner", "create", "--help"}} {
		out, err := command(t, args...)
		if err != nil || !strings.Contains(out, "Usage: anamnesis") {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	if _, err := command(t, "nonsense"); err == nil || exitCode(err) != 2 {
		t.Errorf("unknown command: %v", err)
	}
}

func TestEveryFlagHasAnEnvironmentVariable(t *testing.T) {
	t.Setenv("ANAMNESIS_DATABASE", "postgres://u:p@h:nonsense/d")
	if _, err := command(t, "serve"); err == nil || !strings.Contains(err.Error(), "not a PostgreSQL URL") {
		t.Errorf("%v", err)
	}
}

func TestPartnerCommands(t *testing.T) {
	db := "sqlite:" + filepath.Join(t.TempDir(), "p.db")
	do := func(args ...string) string {
		t.Helper()
		out, err := command(t, append(append([]string{"partner"}, args...), "--database", db)...)
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	var c, next credentials
	decode := func(s string, v any) {
		t.Helper()
		if err := json.Unmarshal([]byte(s), v); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	decode(do("create", "clinic", "--json", "--language", "en-GB", "--language", "en-US", "--origin", "https://clinic.example", "--debug", "--rate", "5", "--burst", "10", "--daily-quota", "1000"), &c)
	if c.PartnerID == "" || c.Secret == "" || c.APIKey == "" {
		t.Fatalf("%+v", c)
	}
	decode(do("rotate-secret", c.PartnerID, "--json"), &next)
	if next.Secret == "" || next.Secret == c.Secret || next.APIKey != "" {
		t.Errorf("%+v", next)
	}
	do("add-key", c.PartnerID)
	if out := do("revoke-key", c.APIKey); out != "revoked 1\n" {
		t.Errorf("revoke: %q", out)
	}
	var list []listed
	decode(do("list", "--json"), &list)
	want := listed{PartnerID: c.PartnerID, Name: "clinic", Languages: []string{"en-GB", "en-US"}, Debug: true, Rate: 5, Burst: 10, DailyQuota: 1000, Keys: 1}
	if len(list) != 1 || list[0].PartnerID != want.PartnerID || list[0].Keys != 1 || list[0].Rate != 5 || list[0].Languages[0] != "en-GB" {
		t.Errorf("%+v", list)
	}
	if out := do("list"); !strings.Contains(out, "en-GB,en-US") {
		t.Errorf("%s", out)
	}
	if out := do("revoke-key", c.PartnerID); out != "revoked 1\n" {
		t.Errorf("revoke all: %q", out)
	}
	for _, bad := range [][]string{{"revoke-key", "ak_unknown"}, {"rotate-secret", "p_unknown"}, {"add-key", "p_unknown"}, {"create", "--language", "xx"}} {
		if _, err := command(t, append(append([]string{"partner"}, bad...), "--database", db)...); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

func TestDemoServesUntilStopped(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	read, write := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, []string{"demo", "--listen", "127.0.0.1:0"}, strings.NewReader(""), write, io.Discard)
		_ = write.Close()
		done <- err
	}()
	buf := make([]byte, 8192)
	n, err := read.Read(buf)
	if err != nil {
		t.Fatal(err, <-done)
	}
	printed := string(buf[:n])
	url := regexp.MustCompile(`http://[^ /]+`).FindString(printed)
	res, err := http.Get(url + "/readyz")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", res, err)
	}
	_ = res.Body.Close()
	dir := regexp.MustCompile(`Data +(\S+)`).FindStringSubmatch(printed)[1]
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is left behind: %v", dir, err)
	}
}

func TestServeDoesNotPrintSecrets(t *testing.T) {
	var diagnostics bytes.Buffer
	ctx, stop := context.WithCancel(context.Background())
	stop()
	err := run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--database", "sqlite:" + filepath.Join(t.TempDir(), "s.db"), "--web-secret", "sk_hidden"}, strings.NewReader(""), io.Discard, &diagnostics)
	if strings.Contains(diagnostics.String(), "sk_hidden") {
		t.Errorf("%v\n%s", err, diagnostics.String())
	}
	if c := (serveCommand{WebSecret: "x"}); c.WebSecret.String() != obs.Redacted {
		t.Error("secret is printed")
	}
}
