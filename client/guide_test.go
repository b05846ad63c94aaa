package client_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
)

// serve runs a service with a partner and gives the environment that the guide's programs read.
func serve(t *testing.T) []string {
	t.Helper()
	s, err := app.New(t.Context(), app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + t.TempDir() + "/guide.db"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := app.CreatePartner(t.Context(), s.Store(), app.NewPartner{Name: "guide"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return append(os.Environ(), "ANAMNESIS_URL="+s.URL()+api.BasePath, "ANAMNESIS_PARTNER_ID="+p.PartnerID,
		"ANAMNESIS_SECRET="+p.Secret, "ANAMNESIS_API_KEY="+p.APIKey)
}

// program is the guide's only block of a language.
func program(t *testing.T, language string) string {
	t.Helper()
	guide, err := os.ReadFile("../docs/integrate.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(guide, -1)
	if len(found) != 1 {
		t.Fatalf("%d blocks of %s in the guide", len(found), language)
	}
	return string(found[0][1])
}

func execute(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// need skips where a program is not installed, and fails with CI=true.
func need(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is not installed; `make test` installs what is missing", name)
		}
		t.Skipf("%s is not installed", name)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestGuideCurl(t *testing.T) {
	need(t, "curl")
	need(t, "bash")
	out := execute(t, t.TempDir(), serve(t), "bash", "-euo", "pipefail", "-c", program(t, "bash"))
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], `"assessment_C0242429"`) || strings.Contains(out, `"error"`) {
		t.Errorf("the session printed\n%s", out)
	}
	if lines[1] != lines[2] {
		t.Errorf("GET /chat gives\n%s\nafter\n%s", lines[2], lines[1])
	}
}

func TestGuideGo(t *testing.T) {
	dir := filepath.Join("testdata", "guide") // inside the module, as the example belongs to it
	write(t, filepath.Join(dir, "main.go"), program(t, "go"))
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	checkOutcome(t, execute(t, ".", serve(t), "go", "run", "./testdata/guide"))
}

// checkOutcome wants a recommendation and at least five causes with their shares.
func checkOutcome(t *testing.T, out string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) < 6 || lines[0] == "" || !regexp.MustCompile(` [01]\.\d\d$`).MatchString(lines[1]) {
		t.Errorf("the program printed\n%s", out)
	}
}

// typescript installs the client's tools once and gives its folder.
func typescript(t *testing.T) string {
	t.Helper()
	need(t, "npm")
	if _, err := os.Stat("typescript/node_modules/.package-lock.json"); err != nil {
		execute(t, "typescript", os.Environ(), "npm", "ci", "--no-audit", "--no-fund", "--silent")
	}
	return "typescript"
}

func TestTypeScriptClient(t *testing.T) {
	out := execute(t, typescript(t), serve(t), "npm", "test", "--silent")
	if !strings.Contains(out, "# fail 0") || strings.Contains(out, "# pass 0") {
		t.Errorf("node printed\n%s", out)
	}
}

// The types are made from the OpenAPI document; `npm run schema` in client/typescript makes them again.
func TestTypeScriptTypesAreFresh(t *testing.T) {
	dir, file := typescript(t), filepath.Join(t.TempDir(), "schema.ts")
	execute(t, dir, os.Environ(), "npx", "openapi-typescript", "../../api/openapi.yaml", "-o", file)
	got, err := os.ReadFile("typescript/src/schema.ts")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("client/typescript/src/schema.ts is out of date; run npm run schema there")
	}
}

func TestGuideTypeScript(t *testing.T) {
	dir := typescript(t)
	work, err := filepath.Abs(filepath.Join(dir, "dist", "guide"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(program(t, "ts"), `"anamnesis-client"`, `"../src/index.js"`)
	write(t, filepath.Join(dir, "test", "guide.ts"), text)
	t.Cleanup(func() { _ = os.Remove(filepath.Join(dir, "test", "guide.ts")) })
	execute(t, dir, os.Environ(), "npx", "tsc", "--outDir", work)
	checkOutcome(t, execute(t, dir, serve(t), "node", filepath.Join(work, "test", "guide.js")))
}
