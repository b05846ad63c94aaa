package kb

import (
	"strings"

	"anamnesis/internal/clinical"
)

// Adults seeking advice by age band, our estimate. per_10000 is the rate over all of
// them, so ratios of age and sex are scaled to a weighted mean of 1 and an author may
// state them relative to whatever group is convenient.
var ageShares = [clinical.AgeBands]float64{.17, .21, .23, .24, .15}

// defaultThreshold by level is the share of the full posterior above which a
// condition may raise the level, so that a long tail of rarities does not; self-care raises nothing.
var defaultThreshold = [clinical.Levels]float64{.02, .04, .08, .10, .20, 0}

func (c *compiler) condition(d *conditionSource) Condition {
	lv := level(&d.Triage.Level)
	group := c.s.groupAt[d.Group]
	out := Condition{
		ID: d.ID, Code: d.Code, Former: d.Former, ICD10: d.ICD10, Name: d.Name, Lay: d.Lay, Synonyms: d.Synonyms, Group: group, Sex: parseSex(d.Sex),
		RateSource: d.Rate.Source, Course: d.Course, Level: lv, Threshold: d.Triage.Threshold, RuleOut: d.RuleOut, Residual: d.Residual,
		SelfCare: d.SelfCare, WatchFor: d.WatchFor, Article: d.Article, Sources: d.Sources, Review: d.Review,
	}
	out.MinAge, out.MaxAge = ageLimits(d.Ages)
	out.Rate = d.rates()
	out.Duration = shares(d.Duration)
	if out.Threshold == 0 && lv < clinical.Levels {
		out.Threshold = defaultThreshold[lv]
	}
	for _, r := range d.Relations {
		if of, ok := c.s.condition(r.Of); ok {
			out.Relations = append(out.Relations, Relation{Kind: r.Kind, Of: of})
		}
	}
	for _, r := range d.Triage.Raise {
		out.Raises = append(out.Raises, Raise{When: c.expr(r.When), Level: level(&r.Level)})
	}
	out.Service = c.service(d)
	c.evidence(d, &out)
	return out
}

// service is the condition's own, else its group's.
func (c *compiler) service(d *conditionSource) int {
	own := d.Service
	if g, ok := c.s.groupAt[d.Group]; own == "" && ok {
		own = c.s.groups[g].Service
	}
	return c.s.serviceAt[own]
}

// evidence fills findings and factors; ids are ordered as their dense ids are.
func (c *compiler) evidence(d *conditionSource, out *Condition) {
	for _, id := range sortedKeys(d.Findings) {
		f := d.Findings[id]
		k, ok := c.s.concept(id)
		if !ok {
			continue
		}
		out.Findings = append(out.Findings, Link{
			Concept: k, P: f.P, Presenting: f.Presenting, Source: f.Source,
			Modifiers: mapAll(f.Modifiers, func(m *modifierSource) Modifier { return Modifier{When: c.expr(m.When), P: m.P} }),
		})
	}
	for _, id := range sortedKeys(d.Factors) {
		f := d.Factors[id]
		if k, ok := c.s.concept(id); ok {
			role := Role(indexOr(roles, f.Role, int(RoleRisk)))
			out.Factors = append(out.Factors, Factor{Concept: k, OR: f.oddsRatio(c.s.concepts[c.s.conceptAt[id]].Background), Role: role, Source: f.Source})
		}
	}
}

// rates spreads per_10000 over sex and age band. A condition of one sex only has the
// whole of its cases in that half of the adults.
func (d *conditionSource) rates() (out [2][clinical.AgeBands]float64) {
	age := [clinical.AgeBands]float64{1, 1, 1, 1, 1}
	if len(d.Rate.Age) == clinical.AgeBands {
		copy(age[:], d.Rate.Age)
	}
	sex := [2]float64{1, 1} // female, male
	if len(d.Rate.Sex) == 2 {
		sex = [2]float64{d.Rate.Sex[1], d.Rate.Sex[0]}
	}
	switch d.Sex {
	case "female":
		sex = [2]float64{1, 0}
	case "male":
		sex = [2]float64{0, 1}
	}
	mean := 0.0
	for i, r := range age {
		mean += r * ageShares[i]
	}
	mean *= (sex[0] + sex[1]) / 2
	for s := range out {
		for i := range out[s] {
			if mean > 0 {
				out[s][i] = d.Rate.Per10000 * sex[s] * age[i] / mean
			}
		}
	}
	return out
}

// shares scales to a sum of 1.
func shares(list []float64) (out [clinical.Buckets]float64) {
	sum := 0.0
	for _, d := range list {
		sum += d
	}
	for i := range out {
		if i < len(list) && sum > 0 {
			out[i] = list[i] / sum
		}
	}
	return out
}

func (c *compiler) redFlag(r *redFlagSource) RedFlag {
	out := RedFlag{
		ID: r.ID, AskWhen: c.expr(r.AskWhen), FireIf: c.expr(r.FireIf), Unless: c.expr(r.Unless), AtLeast: level(&r.AtLeast),
		Reason: strings.TrimSpace(r.Reason), Instruction: strings.TrimSpace(r.Instruction), Conditions: c.conditions(r.Conditions), Source: r.Source,
	}
	if out.IfUnsure = level(&r.IfUnsure); r.IfUnsure == "" {
		out.IfUnsure = min(out.AtLeast+1, clinical.SelfCare)
	}
	return out
}
