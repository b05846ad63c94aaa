package report

import (
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// CauseReasons is everything that a ranked cause owes its place to.
type CauseReasons struct {
	Code, Name, Category string
	Probability          float64 // tempered posterior, as the report ranks by
	FullProbability      float64 // with full priors, as the level is set by
	For, Against         []Reason
}

// LevelReasons is what the level owes to which rule.
type LevelReasons struct {
	Level      Level
	LeastHarm  Level // by least expected harm over all evidence, before anything raised it
	Rules      []Rule
	Conditions []CauseLevel // the level of each cause shown, by its own rules
}

// CauseLevel is the level of one cause for this person.
type CauseLevel struct {
	Code, Name string
	Level      Level
}

// Explain gives the reasons of a report built from the same posterior and decision, without the bounds of what people are shown.
func Explain(p *engine.Posterior, d Decision, lang string) (LevelReasons, []CauseReasons) {
	b := newBuilder(p, lang)
	level := LevelReasons{Level: b.level(d.Level), LeastHarm: b.level(d.Posterior), Rules: b.rules(d)}
	if len(p.Case().Complaints()) == 0 {
		return level, nil
	}
	c := sortCauses(p, d.Flags)
	var causes []CauseReasons
	for i, id := range c.order {
		if i >= maxRanked && c.category[id] == "" {
			continue
		}
		r := b.cause(id, c.category[id])
		causes = append(causes, r)
		if r.Category != OtherLine {
			level.Conditions = append(level.Conditions, CauseLevel{r.Code, r.Name, b.level(p.LevelOf(int(id)))})
		}
	}
	return level, causes
}

func (b *builder) cause(d kb.ConditionID, category string) CauseReasons {
	con := &b.base.Conditions[d]
	if category == "" {
		category = OtherLine
	}
	out := CauseReasons{Code: con.Code, Name: b.text(con.Name), Category: category, Probability: b.p.Named(d), FullProbability: b.p.Full[d]}
	for _, c := range b.p.Explain(d) {
		about := &b.base.Concepts[c.Concept]
		r := Reason{Code: about.Code, Name: b.text(about.Lay), Weight: c.Weight, Text: b.reasonText(about, c)}
		if c.Weight > 0 {
			out.For = append(out.For, r)
		} else {
			out.Against = append(out.Against, r)
		}
	}
	return out
}
