package kb

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing wrong with the sources.
type Problem struct {
	File    string // path inside the knowledge folder
	Field   string // where in the file, "" for the file as a whole
	Text    string
	Warning bool // true where the base can be built all the same
}

// String gives "file: field: text".
func (p Problem) String() string {
	parts := make([]string, 0, 4)
	for _, s := range []string{p.File, p.Field} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if p.Warning {
		parts = append(parts, "warning")
	}
	return strings.Join(append(parts, p.Text), ": ")
}

// Problems is everything found wrong, ordered by file.
type Problems []Problem

func (ps *Problems) add(file, field, format string, args ...any) {
	*ps = append(*ps, Problem{File: file, Field: field, Text: fmt.Sprintf(format, args...)})
}

func (ps *Problems) warn(file, field, format string, args ...any) {
	*ps = append(*ps, Problem{File: file, Field: field, Text: fmt.Sprintf(format, args...), Warning: true})
}

func (ps Problems) sorted() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Text, b.Text))
	})
	return ps
}

// Errors leaves out the warnings.
func (ps Problems) Errors() Problems { return ps.filter(func(p Problem) bool { return !p.Warning }) }

// Warnings leaves out the errors.
func (ps Problems) Warnings() Problems { return ps.filter(func(p Problem) bool { return p.Warning }) }

// Under keeps the problems of files whose path starts with prefix.
func (ps Problems) Under(prefix string) Problems {
	return ps.filter(func(p Problem) bool { return strings.HasPrefix(p.File, prefix) })
}

func (ps Problems) filter(keep func(Problem) bool) Problems {
	var out Problems
	for _, p := range ps {
		if keep(p) {
			out = append(out, p)
		}
	}
	return out
}

// Err is nil where there is no error among ps, else one error that lists the first few.
func (ps Problems) Err() error {
	const most = 20
	wrong := ps.Errors()
	if len(wrong) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("knowledge base: %d errors", len(wrong))}
	for i, p := range wrong {
		if i == most {
			lines = append(lines, "…")
			break
		}
		lines = append(lines, p.String())
	}
	return errors.New(strings.Join(lines, "\n"))
}
