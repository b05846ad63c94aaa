// Package archtest holds the import rules of ARCHITECTURE.md.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// levels says how high each package stands; a package imports only lower ones.
var levels = map[string]int{
	"internal/clinical": 0, "internal/jsontext": 0, "internal/text": 0, "knowledge": 0, "internal/store": 0, "internal/ratelimit": 0, "internal/obs": 0, "api": 0,
	"internal/kb": 1, "internal/document": 1, "internal/audit": 1, "internal/webhook": 1,
	"internal/engine": 2, "internal/recognize": 2, "internal/suggest": 2, "internal/store/storetest": 2, "internal/store/sealed": 2, "internal/store/postgres/pgtest": 2, "internal/ratelimit/ratelimittest": 2, "internal/ratelimit/redistest": 2, "internal/ratelimit/redislimit": 2,
	"internal/report": 3, "internal/analytics": 3,
	"internal/consult": 4, "internal/auth": 4, "internal/store/sqlite": 4, "internal/store/postgres": 4,
	"internal/httpapi": 5, "client": 5, "web": 5,
	"internal/app": 6, "internal/agent": 6, "internal/terminal": 6, "internal/eval": 6, "internal/bench": 6,
	"cmd/anamnesis": 7, "internal/e2e": 7, "internal/archtest": 7,
}

// pure packages give the same output for the same input.
var pure = []string{"internal/clinical", "internal/kb", "internal/engine", "internal/recognize", "internal/suggest", "internal/report"}

// impure imports are forbidden to them.
var impure = []string{"net/http", "database/sql", "math/rand", "math/rand/v2", "log/slog", "os/exec"}

type pkg struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "anamnesis/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func TestImportsGoDown(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "anamnesis/")
		own, ok := levels[name]
		if !ok {
			t.Errorf("%s has no level: give it one here and in ARCHITECTURE.md", name)
			continue
		}
		for _, i := range p.Imports {
			dep, inside := strings.CutPrefix(i, "anamnesis/")
			if inside && levels[dep] >= own {
				t.Errorf("%s (level %d) imports %s (level %d)", name, own, dep, levels[dep])
			}
		}
	}
}

func TestMedicineIsPure(t *testing.T) {
	for _, p := range packages(t) {
		if !slices.Contains(pure, strings.TrimPrefix(p.ImportPath, "anamnesis/")) {
			continue
		}
		for _, i := range p.Imports {
			if slices.Contains(impure, i) {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
		}
	}
}

func TestOnlyAppNamesBackends(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, "anamnesis/")
		for _, backend := range []string{"anamnesis/internal/store/sqlite", "anamnesis/internal/store/postgres"} {
			if slices.Contains(p.Imports, backend) && name != "internal/app" {
				t.Errorf("%s names a concrete store", name)
			}
		}
	}
}
