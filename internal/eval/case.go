package eval

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"anamnesis/internal/clinical"
)

// Case is one vignette, mapped: what the patient would say and what is known of the truth.
type Case struct {
	ID       string   `yaml:"id"`
	Source   string   `yaml:"source"`
	Age      int      `yaml:"age"` // years; under 18 is run at 18
	Sex      string   `yaml:"sex"`
	Opening  string   `yaml:"opening"` // 3 to 500 characters, our own lay words
	Present  []string `yaml:"present"` // concept ids, the chief complaint first
	Absent   []string `yaml:"absent,omitempty"`
	Duration string   `yaml:"duration,omitempty"` // bucket
	// Expect are the conditions that count as right; empty for a case about triage alone.
	Expect []string `yaml:"expect,omitempty"`
	// Diagnosis is the source's own word for it, shown where the base lacks the condition.
	Diagnosis string `yaml:"diagnosis,omitempty"`
	// Triage are the levels that count as right: emergency, urgent, routine, self_care.
	Triage []string `yaml:"triage,omitempty"`
}

// LoadCases reads one suite.
func LoadCases(fsys fs.FS, file string) ([]Case, error) {
	b, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("read cases: %w", err)
	}
	return ParseCases(path.Base(file), b)
}

// ParseCases reads a suite's YAML, strictly; name stands in the errors.
func ParseCases(name string, b []byte) ([]Case, error) {
	var out []Case
	dec, err := yaml.NewLoader(strings.NewReader(string(b)), yaml.WithKnownFields())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := dec.Load(&out); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i := range out {
		if err := out[i].check(); err != nil {
			return nil, fmt.Errorf("%s: case %q: %w", name, out[i].ID, err)
		}
	}
	return out, nil
}

func (c *Case) check() error {
	if _, ok := clinical.ParseSex(c.Sex); !ok {
		return fmt.Errorf("sex %q is not female or male", c.Sex)
	}
	if n := len([]rune(c.Opening)); n < 3 || n > 500 {
		return fmt.Errorf("the opening has %d characters, not 3 to 500", n)
	}
	if c.Duration != "" {
		if _, ok := clinical.ParseBucket(c.Duration); !ok {
			return fmt.Errorf("duration %q is not a bucket", c.Duration)
		}
	}
	for _, t := range c.Triage {
		if !slices.Contains(fourLevels, t) {
			return fmt.Errorf("triage %q is none of %s", t, strings.Join(fourLevels, ", "))
		}
	}
	return nil
}

// Locked says whether a public vignette belongs to the third that is kept out of sight while the base and
// the engine are worked on, and run at the end of it, so that the project sees its own over-fitting. It
// depends on the id alone, so that the third is the same on every machine and for ever.
func Locked(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()%3 == 0
}

// Part keeps the open two thirds of a suite ("open"), the locked third ("locked") or all of it ("all").
func Part(cases []Case, part string) []Case {
	if part == "all" {
		return cases
	}
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return Locked(c.ID) != (part == "locked") })
}

// fourLevels are the levels of published vignettes, most urgent first.
var fourLevels = []string{"emergency", "urgent", "routine", "self_care"}

// four maps our levels to those of published vignettes; the index into fourLevels.
func four(level string) int {
	l, ok := clinical.ParseLevel(level)
	switch {
	case !ok || l >= clinical.NoOutcome:
		return len(fourLevels)
	case l <= clinical.Emergency:
		return 0
	case l <= clinical.Urgent48h:
		return 1
	case l == clinical.Routine2w:
		return 2
	}
	return 3
}
