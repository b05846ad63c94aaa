package kb

import (
	"io/fs"
	"regexp"
	"slices"
)

// LintOptions switches on the checks that need more than the sources.
type LintOptions struct {
	// VerifyCodes is a folder with doid.tsv.gz, hpo.tsv.gz and symp.tsv; nil leaves
	// unchecked whether CUIs occur in a published vocabulary.
	VerifyCodes fs.FS
	// VerifyTexts is a folder that may hold psytar.jsonl.gz (Zolnoori et al. 2019), a further vocabulary; nil for none.
	VerifyTexts fs.FS
	// Draft leaves out the freshness of generated files.
	Draft bool
}

// Lint finds everything that FORMAT.md forbids. The sources can be compiled where
// Problems.Errors is empty.
func Lint(s *Sources, opt LintOptions) Problems {
	l := &linter{s: s}
	l.lists()
	l.ids()
	l.codes()
	l.also()
	for i := range s.concepts {
		l.concept(&s.concepts[i])
	}
	l.cycles()
	for i := range s.conditions {
		l.condition(&s.conditions[i])
	}
	l.conditionNames()
	for i := range s.redFlags {
		l.redFlag(&s.redFlags[i])
	}
	l.dangers()
	for i := range s.clarifications {
		l.clarification(&s.clarifications[i])
	}
	for i := range s.articles {
		l.article(&s.articles[i])
	}
	l.phrases()
	l.orphans()
	l.languages()
	for _, t := range l.s.translations {
		l.translation(t)
	}
	if !opt.Draft {
		l.page()
	}
	if opt.VerifyCodes != nil {
		l.verifyCodes(opt.VerifyCodes, opt.VerifyTexts)
	}
	return l.sorted()
}

// LintFolder loads and lints the knowledge folder.
func LintFolder(fsys fs.FS, opt LintOptions) (*Sources, Problems) {
	s, problems := Load(fsys)
	return s, append(problems, Lint(s, opt)...).sorted()
}

type linter struct {
	s *Sources
	Problems
}

var (
	idShape      = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	slugShape    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	workShape    = regexp.MustCompile(`^[a-z0-9]+([-_][a-z0-9]+)*$`)
	codeShape    = regexp.MustCompile(`^(C\d{7}|CM\d{6})$`)
	cuiShape     = regexp.MustCompile(`^C\d{7}$`)
	codesShape   = regexp.MustCompile(`^CM\d{4}$`)
	icd10Shape   = regexp.MustCompile(`^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$`)
	urlShape     = regexp.MustCompile(`^https?://\S+$`)
	digitsShape  = regexp.MustCompile(`^\d{2}$`)
	digits3Shape = regexp.MustCompile(`^\d{3}$`)
)

// required reports the empty ones among pairs of field and value.
func (l *linter) required(file, at string, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			l.add(file, at+pairs[i], "is missing")
		}
	}
}

func (l *linter) oneOf(file, field, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		l.add(file, field, "%q is not one of %s", value, join(allowed))
	}
}

func (l *linter) within(file, field string, v, low, high float64) {
	if !(v >= low && v <= high) {
		l.add(file, field, "%v is outside [%v,%v]", v, low, high)
	}
}

// known reports a reference that is not in the index.
func (l *linter) known(file, field, what, id string, index map[string]int) bool {
	_, ok := index[id]
	if !ok {
		l.add(file, field, "unknown %s %s%s", what, id, suggestion(id, index))
	}
	return ok
}

func (l *linter) names() Names { return Names{Concept: l.s.concept, Condition: l.s.condition} }

// expr parses an expression and checks the sex of its leaves where it belongs to a condition.
func (l *linter) expr(file, field, text string) *Expr {
	e, err := ParseExpr(text, l.names())
	if err != nil {
		l.add(file, field, "%v", err)
	}
	return e
}

func (l *linter) ages(file, field string, ages []int) {
	if len(ages) != 0 && (len(ages) != 2 || ages[0] < 0 || ages[0] >= ages[1] || ages[1] > 125) {
		l.add(file, field, "%v is not [youngest, oldest] in years", ages)
	}
}

func (l *linter) sex(file, field, sex string) {
	if sex != "" && sex != "female" && sex != "male" {
		l.add(file, field, "%q is neither female nor male", sex)
	}
}
