package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/kb"
)

// unmet tells what a script expects and the transcript does not show.
//
//	expect level A B     the triage level is one of these
//	expect end E         report, emergency (an ambulance, without any further question), information, no_outcome
//	expect cause A B     one of these conditions is among the first three
//	expect rule A B      each of these red flags fired
//	expect type A B      each of these question types occurred
//	expect selected A B  each of these concepts is taken to be present at the end
//	expect excluded A B  ... absent
//	expect untaken A B   none of these is taken to be present
//	expect most N        at most so many answers
//	expect least N       at least so many answers
//	expect words TEXT    the service said TEXT, as whole words (the last of an id or a URL is none)
//	expect silence TEXT  the service never said TEXT
func (s *script) unmet(b *kb.Base, tr *transcript) []error {
	var out []error
	v := verdict{&person{base: b}, tr}
	for _, e := range s.expects {
		if len(e) < 2 {
			out = append(out, fmt.Errorf("expect %v: a word and what it expects", e))
		} else if got := v.judge(e[0], e[1:]); got != "" {
			out = append(out, fmt.Errorf("expect %s: %s", strings.Join(e, " "), got))
		}
	}
	return out
}

type verdict struct {
	*person
	*transcript
}

// judge gives "" where the expectation is met, and otherwise what is so instead.
func (v verdict) judge(word string, want []string) string {
	phrase := strings.Join(want, " ")
	switch word {
	case "level":
		return unless(slices.Contains(want, v.level()), "it is "+v.level())
	case "end":
		return unless(v.end() == phrase, "it is "+v.end())
	case "cause":
		return v.cause(want)
	case "rule":
		return missing(want, v.rules())
	case "type":
		return missing(want, v.types())
	case "selected", "excluded", "untaken":
		return v.taken(word, want)
	case "most", "least":
		n, err := strconv.Atoi(phrase)
		ok := err == nil && (word == "most" && v.answers() <= n || word == "least" && v.answers() >= n)
		return unless(ok, fmt.Sprintf("%d answers", v.answers()))
	case "words", "silence":
		said := regexp.MustCompile(`(^|[^-.\w])` + regexp.QuoteMeta(phrase) + `($|[^-\w])`).Match(v.received)
		return unless(said == (word == "words"), fmt.Sprintf("said: %v", said))
	}
	return "not known"
}

func unless(ok bool, otherwise string) string {
	if ok {
		return ""
	}
	return otherwise
}

func missing(want, got []string) string {
	for _, w := range want {
		if !slices.Contains(got, w) {
			return fmt.Sprintf("%s is not among %v", w, got)
		}
	}
	return ""
}

func (v verdict) cause(want []string) string {
	var names []string
	for i, c := range v.report.Summary.RankedCauses {
		if i == firstCauses {
			break
		}
		names = append(names, c.Name)
		if slices.ContainsFunc(want, func(id string) bool { return v.condition(id) == c.CUI }) {
			return ""
		}
	}
	return fmt.Sprintf("they are %q", names)
}

// condition is the code of a condition alone: a concept may have the same id.
func (v verdict) condition(id string) string {
	d, ok := v.base.Condition(id)
	if !ok {
		return "unknown"
	}
	return v.base.Conditions[d].Code
}

func (v verdict) rules() []string {
	var out []string
	for _, r := range v.report.Rules {
		out = append(out, r.ID)
	}
	return out
}

func (v verdict) types() []string {
	var out []string
	for _, st := range v.steps {
		if !slices.Contains(out, st.question.Type) {
			out = append(out, st.question.Type)
		}
	}
	return out
}

func (v verdict) taken(word string, want []string) string {
	var list []api.Concept
	if s := v.last.ConversationDetails.SymptomsSummary; s != nil {
		list = s.Selected
		if word == "excluded" {
			list = s.Excluded
		}
	}
	for _, id := range want {
		in := slices.ContainsFunc(list, func(c api.Concept) bool { return c.CUI == v.code(id) })
		if in == (word == "untaken") {
			return fmt.Sprintf("%s among them: %v, %v", id, in, list)
		}
	}
	return ""
}

func (tr *transcript) level() string { return tr.report.OverallOutcome.SubdomainTriageLevel.ID }

// answers counts those that stand.
func (tr *transcript) answers() int {
	n := 0
	for _, st := range tr.steps {
		if st.back {
			n--
		} else {
			n++
		}
	}
	return n
}

// end is how the consultation ended. A sure ambulance rule ends it at once, before the usual questions are asked.
func (tr *transcript) end() string {
	level := tr.level()
	switch {
	case tr.last.Report != nil && level == api.TriageInformation:
		return "information"
	case tr.last.Report != nil && level == api.TriageNoOutcome:
		return "no_outcome"
	case tr.last.Report != nil:
		return "early " + level
	case level == api.TriageAmbulance && slices.ContainsFunc(tr.report.Rules, func(r api.Rule) bool {
		return r.Level.ID == api.TriageAmbulance && !r.Unsure
	}):
		return "emergency"
	}
	return "report"
}
