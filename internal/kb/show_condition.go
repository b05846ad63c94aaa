package kb

import (
	"cmp"
	"fmt"
	"slices"

	"anamnesis/internal/clinical"
)

func (b *Base) showCondition(id ConditionID) string {
	d, p := &b.Conditions[id], &page{}
	p.line("%s  %s  %s (%s)", d.ID, d.Code, d.Name, d.Lay)
	p.field("synonyms", d.Synonyms...)
	p.field("icd10", d.ICD10...)
	p.field("group", b.Groups[d.Group].ID)
	p.field("sex", d.Sex.String())
	p.field("ages", limits(d.MinAge, d.MaxAge))
	p.field("course", d.Course)
	p.line("rate per 10,000 seeking advice, 18-29 30-44 45-59 60-74 75+%s", cited(d.RateSource))
	p.line("  female %.3g\n  male   %.3g", d.Rate[0], d.Rate[1])
	p.field("duration", durations(d.Duration))
	b.showFindings(p, d)
	b.showFactors(p, d)
	b.showTriage(p, id)
	p.field("service", b.Services[d.Service].ID)
	p.field("article", d.Article)
	p.field("review", d.Review)
	for _, s := range d.Sources {
		p.line("  [%s] %s", s, b.work(s))
	}
	return p.String()
}

func durations(shares [clinical.Buckets]float64) string {
	out := make([]string, len(shares))
	for i, s := range shares {
		out[i] = fmt.Sprintf("%s %.2g", clinical.Bucket(i+1), s)
	}
	return join(out)
}

func (b *Base) showFindings(p *page, d *Condition) {
	p.line("findings")
	list := slices.Clone(d.Findings)
	slices.SortStableFunc(list, func(x, y Link) int { return cmp.Compare(y.P, x.P) })
	for _, f := range list {
		p.line("  %-6.3g %s%s%s", f.P, b.Concepts[f.Concept].ID, presenting(f.Presenting), cited(f.Source))
		for _, m := range f.Modifiers {
			p.line("           %.3g when %s", m.P, m.When.Text)
		}
	}
}

func (b *Base) showFactors(p *page, d *Condition) {
	if len(d.Factors) == 0 {
		return
	}
	p.line("factors")
	list := slices.Clone(d.Factors)
	slices.SortStableFunc(list, func(x, y Factor) int { return cmp.Compare(y.OR, x.OR) })
	for _, f := range list {
		p.line("  or %-6.3g %s (%s)%s", f.OR, b.Concepts[f.Concept].ID, roles[f.Role], cited(f.Source))
	}
}

func (b *Base) showTriage(p *page, id ConditionID) {
	d := &b.Conditions[id]
	p.line("triage       %s above %.3g", d.Level, d.Threshold)
	for _, r := range d.Raises {
		p.line("  %s when %s", r.Level, r.When.Text)
	}
	if d.Residual {
		p.line("  residual: named when nothing specific fits better")
	}
	if d.RuleOut > 0 {
		p.line("  to rule out from %.3g on", d.RuleOut)
	}
	for i := range b.RedFlags {
		r := &b.RedFlags[i]
		if slices.Contains(r.Conditions, id) {
			p.line("  red flag %s: %s when %s%s", r.ID, r.AtLeast, r.FireIf.Text, cited(r.Source))
		}
	}
}

func (b *Base) work(id string) string {
	for i := range b.Sources {
		if w := &b.Sources[i]; w.ID == id {
			return w.Title + " " + w.URL
		}
	}
	return ""
}
