// Command sbom writes the bill of materials of a Go binary as CycloneDX 1.6: every module that is linked into it, as
// the binary itself says, with its version, its checksum of go.sum and its licence as found in the module's files. It
// fails where a module has no licence that it knows, so that the list is also the licence report.
//
//	sbom -out anamnesis.cdx.json bin/anamnesis
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

type bom struct {
	Format       string      `json:"bomFormat"`
	Spec         string      `json:"specVersion"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
	Dependencies []depends   `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl,omitempty"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licenses   []license  `json:"licenses,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type license struct {
	License id `json:"license"`
}

type id struct {
	ID string `json:"id"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type depends struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

func main() {
	out := flag.String("out", "", "file to write")
	flag.Parse()
	if err := run(flag.Arg(0), *out); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(binary, out string) error {
	b, err := describe(binary)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	for _, c := range b.Components {
		var names []string
		for _, l := range c.Licenses {
			names = append(names, l.License.ID)
		}
		fmt.Printf("%s %s\t%s\n", c.Name, c.Version, strings.Join(names, ", "))
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

func describe(binary string) (*bom, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	file, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file)
	b := &bom{Format: "CycloneDX", Spec: "1.6", Version: 1}
	b.Metadata.Component = component{
		Type: "application", Ref: "anamnesis", Name: "anamnesis", Version: info.Main.Version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}, Licenses: []license{{id{"Apache-2.0"}}},
	}
	for _, s := range info.Settings {
		if slices.Contains([]string{"GOOS", "GOARCH", "CGO_ENABLED", "vcs.revision"}, s.Key) {
			b.Metadata.Component.Properties = append(b.Metadata.Component.Properties, property{"go:build:" + s.Key, s.Value})
		}
	}
	std := component{
		Type: "library", Ref: "std", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"),
		PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"), Licenses: []license{{id{"BSD-3-Clause"}}},
	}
	b.Components = append(b.Components, std)
	for _, m := range info.Deps {
		c, err := library(m)
		if err != nil {
			return nil, err
		}
		b.Components = append(b.Components, c)
	}
	all := depends{Ref: "anamnesis"}
	for _, c := range b.Components {
		all.On = append(all.On, c.Ref)
	}
	b.Dependencies = []depends{all}
	return b, nil
}

func library(m *debug.Module) (component, error) {
	if m.Replace != nil {
		m = m.Replace
	}
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", m.Path).Output()
	if err != nil {
		return c, fmt.Errorf("%s: go list: %w", m.Path, err)
	}
	names, err := licencesOf(string(bytes.TrimSpace(dir)))
	if err != nil {
		return c, fmt.Errorf("%s: %w", m.Path, err)
	}
	for _, name := range names {
		c.Licenses = append(c.Licenses, license{id{name}})
	}
	return c, nil
}

// licencesOf names the licences in the first of a module's files that is mostly licence.
func licencesOf(dir string) (names []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		base := strings.ToUpper(filepath.Base(f))
		if !strings.HasPrefix(base, "LICENSE") && !strings.HasPrefix(base, "LICENCE") && !strings.HasPrefix(base, "COPYING") && !strings.HasPrefix(base, "UNLICENSE") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		if cov := licensecheck.Scan(text); cov.Percent > 60 && len(cov.Match) > 0 {
			for _, m := range cov.Match {
				if !slices.Contains(names, m.ID) {
					names = append(names, m.ID)
				}
			}
			return names, nil
		}
	}
	return nil, fmt.Errorf("no licence known in its files")
}
