package kb

import "slices"

// Bounds of what may be written as a probability and as an odds ratio.
const (
	minP, maxP   = .001, .995
	minOR, maxOR = .05, 100
	minFindings  = 8
)

func contains(list []string, s string) bool { return slices.Contains(list, s) }

func (l *linter) findings(c *conditionSource) {
	if n := len(c.Findings); n < minFindings {
		l.add(c.file, "findings", "has %d findings, fewer than %d", n, minFindings)
	}
	typical, presenting, heard := false, false, false
	for _, id := range sortedKeys(c.Findings) {
		f := c.Findings[id]
		at := "findings." + id
		l.finding(c, at, &f)
		typical = typical || f.P >= .5
		presenting = presenting || f.Presenting > 0
		if !l.known(c.file, at, "finding", id, l.s.conceptAt) {
			continue
		}
		k := l.conceptOf(id)
		l.findingFits(c, at, k)
		heard = heard || f.Presenting > 0 && len(k.Phrases) > 0
	}
	switch {
	case !presenting:
		l.add(c.file, "findings", "none has a presenting share")
	case !heard:
		l.add(c.file, "findings", "no presenting finding has phrases, so nobody can volunteer it")
	}
	if !typical {
		l.add(c.file, "findings", "none has p of 0.5 or more")
	}
}

func (l *linter) finding(c *conditionSource, at string, f *findingSource) {
	l.within(c.file, at+".p", f.P, minP, maxP)
	if f.Presenting != 0 {
		l.within(c.file, at+".presenting", f.Presenting, 0, 1)
	}
	if f.Presenting > f.P+1e-9 && f.P > 0 {
		l.warn(c.file, at+".presenting", "%v is more than p, %v", f.Presenting, f.P)
	}
	l.source(c.file, at+".source", f.Source)
	for _, m := range f.Modifiers {
		l.within(c.file, at+".modifiers.p", m.P, minP, maxP)
		l.expr(c.file, at+".modifiers.when", m.When)
	}
}

// findingFits checks a finding of a condition against kind, sex and parent.
func (l *linter) findingFits(c *conditionSource, at string, k *conceptSource) {
	if !parseKind(k.Kind).Finding() {
		l.add(c.file, at, "is a factor (%s), not a finding", k.Kind)
	}
	l.sexFits(c, at, k)
	if k.Attribute == nil {
		return
	}
	if _, ok := c.Findings[k.Attribute.Of]; !ok {
		l.warn(c.file, at, "its parent %s is not listed", k.Attribute.Of)
	}
}

func (l *linter) sexFits(c *conditionSource, at string, k *conceptSource) {
	if c.Sex != "" && k.Sex != "" && c.Sex != k.Sex {
		l.add(c.file, at, "is %s only, the condition %s only", k.Sex, c.Sex)
	}
}

func (l *linter) factors(c *conditionSource) {
	for _, id := range sortedKeys(c.Factors) {
		f := c.Factors[id]
		at := "factors." + id
		switch {
		case f.P == 0:
			l.within(c.file, at+".or", f.OR, minOR, maxOR)
		case f.OR != 0:
			l.add(c.file, at, "has both or and p")
		default:
			l.within(c.file, at+".p", f.P, minP, maxP)
		}
		if f.Role != "" {
			l.oneOf(c.file, at+".role", f.Role, roles...)
		}
		l.source(c.file, at+".source", f.Source)
		if !l.known(c.file, at, "factor", id, l.s.conceptAt) {
			continue
		}
		k := l.conceptOf(id)
		if parseKind(k.Kind).Finding() {
			l.add(c.file, at, "is a finding (%s), not a factor", k.Kind)
		}
		l.sexFits(c, at, k)
	}
}

var roles = []string{"risk", "answer", "flare", "complication"}
