package report

import (
	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// Categories of a cause.
const (
	Likely    = "LIKELY"
	ToRuleOut = "TO_RULE_OUT"
	OtherLine = "OTHER"
)

const (
	likelyShare = 0.06 // of the tempered posterior, to be shown as likely …
	likelyRatio = 0.12 // … and of the first cause's share
	maxLikely   = 5
	maxRuleOut  = 4
	maxRanked   = 10
)

// causes is the ranking and which category each cause falls in.
type causes struct {
	order    []kb.ConditionID
	category map[kb.ConditionID]string
}

// sortCauses ranks by the tempered posterior. Dangerous conditions that stay above their own
// threshold, or that a fired red flag names, are to be ruled out; that never reorders the ranking.
func sortCauses(p *engine.Posterior, flags []engine.Flag) causes {
	c := causes{order: p.Order(), category: map[kb.ConditionID]string{}}
	if len(p.Case().Complaints()) == 0 {
		return c
	}
	top := 0.0
	for i, d := range c.order {
		share := p.Named(d)
		top = max(top, share)
		if i < maxLikely && share >= likelyShare && share >= likelyRatio*top && p.Explains(d) {
			c.category[d] = Likely
		}
	}
	if len(c.category) == 0 && len(c.order) > 0 && p.Explains(c.order[0]) {
		c.category[c.order[0]] = Likely
	}
	named := map[kb.ConditionID]bool{}
	for _, f := range flags {
		for _, d := range p.Model().Base.RedFlags[f.Rule].Conditions {
			named[d] = true
		}
	}
	n := 0
	for _, d := range c.order {
		con := &p.Model().Base.Conditions[d]
		dangerous := con.RuleOut > 0 && p.LevelOf(int(d)) <= clinical.Urgent48h
		if n < maxRuleOut && c.category[d] == "" && (named[d] && p.Full[d] > 1e-4 || dangerous && max(p.Full[d], p.Ranked[d]) >= con.RuleOut) {
			c.category[d] = ToRuleOut
			n++
		}
	}
	return c
}

// ranked is the flat list, "none of these" left out.
func (b *builder) ranked(c causes) []Ranked {
	var out []Ranked
	for i, d := range c.order {
		if i >= maxRanked && c.category[d] == "" {
			continue
		}
		cat := c.category[d]
		if cat == "" {
			cat = OtherLine
		}
		con := &b.base.Conditions[d]
		out = append(out, Ranked{con.Code, b.text(con.Name), b.p.Named(d), cat})
	}
	return out
}

func (b *builder) categories(c causes) []Category {
	var out []Category
	for _, kind := range []string{Likely, ToRuleOut} {
		cat := Category{Type: kind}
		at := map[int]int{}
		for _, d := range c.order {
			if c.category[d] != kind {
				continue
			}
			g := b.base.Conditions[d].Group
			i, ok := at[g]
			if !ok {
				i = len(cat.Subdomains)
				at[g] = i
				cat.Subdomains = append(cat.Subdomains, b.subdomain(g))
			}
			s := &cat.Subdomains[i]
			con := b.condition(d, kind)
			s.Conditions = append(s.Conditions, con)
			if l := b.p.LevelOf(int(d)); len(s.Conditions) == 1 || moreUrgent(l, s.Level.ID) {
				s.Level, s.Service = con.Level, con.Service
			}
		}
		if len(cat.Subdomains) > 0 {
			out = append(out, cat)
		}
	}
	return out
}

func moreUrgent(l clinical.Level, id string) bool {
	o, ok := clinical.ParseLevel(id)
	return ok && l < o
}

func (b *builder) subdomain(g int) Subdomain {
	grp := &b.base.Groups[g]
	return Subdomain{Code: grp.Code, Name: b.text(grp.Name)}
}

func (b *builder) condition(d kb.ConditionID, kind string) Condition {
	con := &b.base.Conditions[d]
	l := b.p.LevelOf(int(d))
	out := Condition{
		Code: con.Code, Name: b.text(con.Name), Lay: b.text(con.Lay),
		Level: b.level(l), Service: b.serviceFor(l, &b.base.Services[con.Service]), ArticleID: con.Article,
		Probability: b.p.Named(d), Likelihood: b.message(likelihood(b.p.Named(d), kind)),
		ICD10: con.ICD10, SelfCare: b.texts(con.SelfCare), WatchFor: b.texts(con.WatchFor),
	}
	out.For, out.Against = b.reasons(d)
	for _, id := range con.Sources {
		if i, ok := b.base.Source(id); ok {
			out.Sources = append(out.Sources, b.base.Sources[i].Title)
		}
	}
	return out
}

func likelihood(share float64, kind string) string {
	switch {
	case kind == ToRuleOut:
		return "likelihood.rule_out"
	case share >= 0.5:
		return "likelihood.high"
	case share >= 0.15:
		return "likelihood.medium"
	}
	return "likelihood.low"
}
