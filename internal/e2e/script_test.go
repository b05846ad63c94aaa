package e2e

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// script is one testdata/<name>.script. Each line is a word and what belongs to it; # begins a comment.
//
//	who female 34 [en-GB]        sex, age, language
//	query sore throat and fever  the first text
//	lasting day                  duration bucket
//	has fever cough.severe ...   concepts that are present, the chief complaint first
//	not rash ...                 factors that are surely absent; other factors are "not sure", other findings "no"
//	search bely ache => abdominal_pain   at a search: the text typed, the concept chosen; without one the search is skipped
//	add itchy rash => rash       at "continue": another symptom is announced, then searched so
//	back 4                       after 4 answers: step back, and answer the same again
//	back fever has fever         after the question that asks about fever: step back, answer with concepts added
//	back fever not fever         ... or taken away
//	expect ...                   see expect_test.go
type script struct {
	name, sex, language, query, lasting string
	age                                 int
	has, not                            []string
	searches, adds                      []search
	changes                             []change
	expects                             [][]string
}

type search struct{ text, concept string }

// change is a step back after so many answers, or after what was asked about a concept.
type change struct {
	after   int
	concept string
	add     bool
	ids     []string
}

func readScript(file, name string) (*script, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := &script{name: name, language: "en-US"}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if err := s.line(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	if s.sex == "" || s.query == "" || len(s.expects) == 0 {
		return nil, fmt.Errorf("%s: who, query and expect are needed", file)
	}
	return s, lines.Err()
}

func (s *script) line(line string) (err error) {
	if line == "" {
		return nil
	}
	word, rest, _ := strings.Cut(line, " ")
	fields := strings.Fields(rest)
	switch word {
	case "who":
		if len(fields) < 2 {
			return fmt.Errorf("who needs sex and age")
		}
		s.sex = fields[0]
		if len(fields) > 2 {
			s.language = fields[2]
		}
		s.age, err = strconv.Atoi(fields[1])
	case "query":
		s.query = strings.TrimSpace(rest)
	case "lasting":
		s.lasting = rest
	case "has":
		s.has = append(s.has, fields...)
	case "not":
		s.not = append(s.not, fields...)
	case "search", "add":
		text, concept, ok := strings.Cut(rest, "=>")
		if !ok {
			return fmt.Errorf("%s needs text => concept", word)
		}
		to := &s.searches
		if word == "add" {
			to = &s.adds
		}
		*to = append(*to, search{strings.TrimSpace(text), strings.TrimSpace(concept)})
	case "back":
		return s.back(fields)
	case "expect":
		s.expects = append(s.expects, fields)
	default:
		return fmt.Errorf("%q is not known", word)
	}
	return err
}

func (s *script) back(fields []string) error {
	if len(fields) == 0 {
		return fmt.Errorf("back needs a number of answers or a concept")
	}
	c := change{}
	n, err := strconv.Atoi(fields[0])
	if c.after = n; err != nil {
		c.concept = fields[0]
	}
	if len(fields) > 1 {
		c.add, c.ids = fields[1] == "has", fields[2:]
	}
	s.changes = append(s.changes, c)
	return nil
}

// apply gives what is present after a change.
func (c change) apply(has []string) []string {
	if c.add {
		return append(slices.Clone(has), c.ids...)
	}
	return slices.DeleteFunc(slices.Clone(has), func(id string) bool { return slices.Contains(c.ids, id) })
}
