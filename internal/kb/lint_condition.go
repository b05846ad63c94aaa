package kb

import (
	"math"
	"path"

	"anamnesis/internal/clinical"
)

var relationKinds = []string{relationForm, "subtype", "complication", "flare", "mimics"}

func (l *linter) condition(c *conditionSource) {
	f := c.file
	l.required(f, "", "name", c.Name, "lay", c.Lay, "article", c.Article, "review", c.Review)
	if path.Base(f) != c.ID+".yaml" {
		l.add(f, "id", "%q is not the file's name", c.ID)
	}
	l.known(f, "group", "group", c.Group, l.s.groupAt)
	if c.Service != "" {
		l.known(f, "service", "service", c.Service, l.s.serviceAt)
	}
	for _, code := range c.ICD10 {
		if !icd10Shape.MatchString(code) {
			l.add(f, "icd10", "%q is no ICD-10 code", code)
		}
	}
	l.sex(f, "sex", c.Sex)
	l.ages(f, "ages", c.Ages)
	l.oneOf(f, "course", c.Course, "acute", "recurrent", "chronic")
	if c.Figures != "" {
		l.oneOf(f, "figures", c.Figures, "estimate")
	}
	for _, r := range c.Relations {
		l.oneOf(f, "relations.kind", r.Kind, relationKinds...)
		l.known(f, "relations.of", "condition", r.Of, l.s.conditionAt)
		l.form(c, r)
	}
	l.rate(c)
	l.duration(c)
	l.findings(c)
	l.factors(c)
	l.triage(c)
	l.conditionTexts(c)
}

// form looks that the illness of a form is no form itself: shares are summed over one step only.
func (l *linter) form(c *conditionSource, r relationSource) {
	of, ok := l.s.conditionAt[r.Of]
	if r.Kind != relationForm || !ok {
		return
	}
	if r.Of == c.ID {
		l.add(c.file, "relations", "is a form of itself")
	}
	for _, o := range l.s.conditions[of].Relations {
		if o.Kind == relationForm {
			l.add(c.file, "relations", "is a form of %s, which is itself a form of %s", r.Of, o.Of)
		}
	}
}

func (l *linter) rate(c *conditionSource) {
	if r := c.Rate.Per10000; !(r > 0 && r <= 2000) {
		l.add(c.file, "rate.per_10000", "%v is outside (0,2000]", r)
	}
	ratios := func(field string, list []float64, n int) {
		if len(list) != 0 && len(list) != n {
			l.add(c.file, field, "has %d ratios, not %d", len(list), n)
		}
		top := 0.0
		for _, r := range list {
			l.within(c.file, field, r, 0, 50)
			top = max(top, r)
		}
		if len(list) > 0 && top <= 0 {
			l.add(c.file, field, "all ratios are zero")
		}
	}
	ratios("rate.age", c.Rate.Age, clinical.AgeBands)
	ratios("rate.sex", c.Rate.Sex, 2)
	if len(c.Rate.Sex) == 2 && (c.Sex == "female" && c.Rate.Sex[1] <= 0 || c.Sex == "male" && c.Rate.Sex[0] <= 0) {
		l.add(c.file, "rate.sex", "is zero for the only sex that has the condition; the order is male, female")
	}
	l.source(c.file, "rate.source", c.Rate.Source)
}

// source checks a reference to a cited work, which may be absent.
func (l *linter) source(file, field, id string) {
	if id != "" {
		l.known(file, field, "source", id, l.s.workAt)
	}
}

func (l *linter) duration(c *conditionSource) {
	if len(c.Duration) != clinical.Buckets {
		l.add(c.file, "duration", "has %d shares, not %d", len(c.Duration), clinical.Buckets)
		return
	}
	sum := 0.0
	for _, d := range c.Duration {
		l.within(c.file, "duration", d, 0, 1)
		sum += d
	}
	if math.Abs(sum-1) > .0200001 {
		l.add(c.file, "duration", "sums to %.3g, not 1", sum)
	}
}

func (l *linter) triage(c *conditionSource) {
	level, ok := careLevel(c.Triage.Level)
	if !ok {
		l.add(c.file, "triage.level", "unknown level %q", c.Triage.Level)
	}
	if c.Triage.Threshold != 0 {
		l.within(c.file, "triage.threshold", c.Triage.Threshold, .001, .995)
	}
	for _, r := range c.Triage.Raise {
		to, known := careLevel(r.Level)
		switch {
		case !known:
			l.add(c.file, "triage.raise.level", "unknown level %q", r.Level)
		case ok && to >= level:
			l.add(c.file, "triage.raise.level", "%s is not more urgent than %s", r.Level, c.Triage.Level)
		}
		l.expr(c.file, "triage.raise.when", r.When)
	}
	if c.RuleOut != 0 {
		l.within(c.file, "rule_out", c.RuleOut, .001, .995)
	}
}

// careLevel reads a level that says how soon care is needed.
func careLevel(s string) (clinical.Level, bool) {
	v, ok := clinical.ParseLevel(s)
	return v, ok && v < clinical.Levels
}

func (l *linter) conditionTexts(c *conditionSource) {
	if len(c.Sources) == 0 {
		l.add(c.file, "sources", "names no source")
	}
	for _, id := range c.Sources {
		l.known(c.file, "sources", "source", id, l.s.workAt)
	}
	if len(c.WatchFor) == 0 {
		l.warn(c.file, "watch_for", "is empty")
	}
	if c.Article == "" || !l.known(c.file, "article", "article", c.Article, l.s.articleAt) {
		return
	}
	a := &l.s.articles[l.s.articleAt[c.Article]]
	if !contains(a.Conditions, c.ID) {
		l.add(c.file, "article", "%s does not list %s among its conditions", c.Article, c.ID)
	}
}
