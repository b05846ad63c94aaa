package report

import (
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// builder carries what every part of a report needs.
type builder struct {
	base *kb.Base
	lang string
	p    *engine.Posterior
}

func newBuilder(p *engine.Posterior, lang string) *builder {
	return &builder{base: p.Model().Base.In(lang), lang: lang, p: p}
}

func (b *builder) text(s string) string { return b.base.Text(b.lang, s) }

func (b *builder) texts(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = b.text(s)
	}
	return out
}

func (b *builder) message(key string) string { return b.base.Message(b.lang, key) }

func (b *builder) fill(key, name string) string {
	return strings.ReplaceAll(b.message(key), "{name}", name)
}

func (b *builder) level(l clinical.Level) Level {
	return Level{l.String(), b.message("level." + l.String())}
}

func (b *builder) service(s *kb.Service) Service {
	lang := b.lang
	if s.Name[lang] == "" {
		lang = kb.Language
	}
	return Service{s.ID, s.Name[lang], s.Contact[lang], s.Text[lang]} // no number of another country's service
}

// serviceFor is where to go at a level: the emergency services at the top whatever the
// condition's own service; below that the condition's own where it serves the level.
func (b *builder) serviceFor(l clinical.Level, own *kb.Service) Service {
	switch l {
	case clinical.EmergencyAmbulance:
		return b.named("ambulance")
	case clinical.Emergency:
		if own != nil && own.ID == "crisis_line" {
			return b.service(own)
		}
		return b.named("emergency_department")
	}
	if own != nil {
		for _, sl := range own.Levels {
			if sl == l {
				return b.service(own)
			}
		}
	}
	switch l {
	case clinical.Urgent12h:
		return b.named("urgent_care")
	case clinical.SelfCare:
		return b.named("pharmacy")
	}
	return b.named("doctor")
}

func (b *builder) named(id string) Service {
	i, ok := b.base.Service(id)
	if !ok {
		return Service{ID: id, Name: id}
	}
	return b.service(&b.base.Services[i])
}

func paragraph(s string) Message { return Message{s, "PARAGRAPH", "PLAIN_TEXT"} }

// Facts are the parts of the summary that only the consultation knows.
type Facts struct {
	Duration                                     clinical.Bucket
	Initial, Additional, Excluded, Unsure        []kb.ConceptID
	FactorsPresent, FactorsAbsent, FactorsUnsure []kb.ConceptID
}

// Build makes the report of a finished consultation.
func Build(p *engine.Posterior, d Decision, f Facts, lang string) *Report {
	b := newBuilder(p, lang)
	c := sortCauses(p, d.Flags)
	r := &Report{
		Level: b.level(d.Level), MainRecommendation: b.message("main." + d.Level.String()),
		Emergency: d.Level <= clinical.Emergency, Edition: b.base.Edition,
		Categories: b.categories(c), Rules: b.rules(d),
	}
	r.MainService = b.mainService(d, c)
	r.Messages = b.messages(d, r)
	r.Instructions = b.instructions()
	r.Options = b.options(d.Level, r.MainService.ID)
	r.Summary = b.summary(f)
	if len(p.Case().Complaints()) > 0 {
		r.Summary.Ranked = b.ranked(c)
	}
	b.advice(r, c)
	r.Disclaimer = b.disclaimer()
	return r
}

// Early makes the report of a consultation that could not go on: information asked for, or
// nothing recognised. An emergency found by then leads all the same.
func Early(p *engine.Posterior, d Decision, f Facts, lang string, end clinical.Level) *Report {
	if d.Level <= clinical.Emergency && len(d.Flags) > 0 {
		return Build(p, d, f, lang)
	}
	b := newBuilder(p, lang)
	r := &Report{Level: b.level(end), MainRecommendation: b.message("main." + end.String()), Edition: b.base.Edition}
	r.MainService = b.named("doctor")
	r.Messages = []Message{paragraph(b.message("text." + end.String()))}
	r.Instructions = b.instructions()
	r.Summary = b.summary(f)
	r.Disclaimer = b.disclaimer()
	return r
}

func (b *builder) instructions() []Message {
	return []Message{paragraph(b.message("instruction.use")), paragraph(b.message("instruction.worse"))}
}

func (b *builder) disclaimer() []Message { return []Message{paragraph(b.message("disclaimer.text"))} }

func (b *builder) rules(d Decision) []Rule {
	var out []Rule
	for _, f := range d.Flags {
		r := &b.base.RedFlags[f.Rule]
		out = append(out, Rule{r.ID, b.text(r.Reason), b.level(f.Level), f.Unsure})
	}
	return out
}

// messages leads with the level, then with why: the reasons of the red flags that are as urgent as it.
func (b *builder) messages(d Decision, r *Report) []Message {
	out := []Message{{r.MainRecommendation, "HEADER", "PLAIN_TEXT"}, paragraph(b.message("text." + d.Level.String()))}
	seen := map[string]bool{}
	for _, f := range d.Flags {
		rule := &b.base.RedFlags[f.Rule]
		if f.Level != d.Level || seen[rule.Reason] {
			continue
		}
		seen[rule.Reason] = true
		out = append(out, Message{b.text(rule.Reason), "BULLET_POINT", "PLAIN_TEXT"})
		if rule.Instruction != "" && !seen[rule.Instruction] && !b.saysMore(d, rule.Instruction) {
			seen[rule.Instruction] = true
			out = append(out, Message{b.text(rule.Instruction), "BULLET_POINT", "PLAIN_TEXT"})
		}
		if f.Unsure && !seen["?"] {
			seen["?"] = true
			out = append(out, paragraph(b.message("text.unsure_raised")))
		}
	}
	return out
}

// saysMore tells an instruction that another of the same urgency begins with: in an emergency nothing is said twice.
func (b *builder) saysMore(d Decision, instruction string) bool {
	text := b.text(instruction)
	return slices.ContainsFunc(d.Flags, func(f engine.Flag) bool {
		other := b.text(b.base.RedFlags[f.Rule].Instruction)
		return f.Level == d.Level && len(other) > len(text) && strings.HasPrefix(other, text)
	})
}

// mainService is that of the likeliest cause where it serves the level.
func (b *builder) mainService(d Decision, c causes) Service {
	var own *kb.Service
	for _, id := range c.order {
		if c.category[id] == Likely {
			own = &b.base.Services[b.base.Conditions[id].Service]
			break
		}
	}
	for _, f := range d.Flags {
		if f.Level > clinical.Emergency || f.Level != d.Level {
			continue
		}
		for _, id := range b.base.RedFlags[f.Rule].Conditions {
			if sv := &b.base.Services[b.base.Conditions[id].Service]; sv.ID == "crisis_line" {
				own = sv
			}
		}
	}
	if own == nil {
		if i, ok := b.base.Service("doctor"); ok {
			own = &b.base.Services[i]
		}
	}
	return b.serviceFor(d.Level, own)
}

// options are the other services that serve the level or the one below it; looking after it alone is none where a
// doctor is advised.
func (b *builder) options(l clinical.Level, main string) []Option {
	var out []Option
	special := map[string]bool{"eye_care": true, "dentist": true, "maternity": true, "sexual_health": true, "mental_health": true, "physiotherapy": true, "crisis_line": true, "poison_line": true}
	for i := range b.base.Services {
		s := &b.base.Services[i]
		if s.ID == main || special[s.ID] || s.ID == "self_care" && l != clinical.SelfCare {
			continue
		}
		for _, sl := range s.Levels {
			if sl == l || l > clinical.Emergency && sl == l+1 || l == clinical.EmergencyAmbulance && sl == clinical.Emergency {
				sv := b.service(s)
				out = append(out, Option{sv, []Message{{sv.Name, "HEADER", "PLAIN_TEXT"}, paragraph(sv.Text)}})
				break
			}
		}
	}
	return out
}

// advice collects articles, self-care and what to watch for from the causes shown.
func (b *builder) advice(r *Report, c causes) {
	seen := map[string]bool{}
	add := func(to *[]string, s string, most int) {
		if s != "" && !seen[s] && len(*to) < most {
			seen[s] = true
			*to = append(*to, s)
		}
	}
	for _, d := range c.order {
		if c.category[d] == "" {
			continue
		}
		con := &b.base.Conditions[d]
		add(&r.Articles, con.Article, 8)
		for _, w := range con.WatchFor {
			add(&r.WatchFor, b.text(w), 8)
		}
		if c.category[d] == Likely && !r.Emergency {
			for _, s := range con.SelfCare {
				add(&r.SelfCare, b.text(s), 6)
			}
		}
	}
}

func (b *builder) summary(f Facts) Summary {
	c := b.p.Case()
	return Summary{
		Age: c.Age, Gender: c.Sex.String(), Duration: f.Duration.String(),
		InitialSymptoms: b.facts(f.Initial, "yes"), AdditionalSymptoms: b.facts(f.Additional, "yes"),
		ExcludedSymptoms: b.facts(f.Excluded, "no"), UnsureSymptoms: b.facts(f.Unsure, "unsure"),
		Factors: b.facts(f.FactorsPresent, "yes"), ExcludedFactors: b.facts(f.FactorsAbsent, "no"),
	}
}

func (b *builder) facts(ids []kb.ConceptID, value string) []Fact {
	out := make([]Fact, len(ids))
	for i, id := range ids {
		con := &b.base.Concepts[id]
		out[i] = Fact{con.Code, b.text(con.Name), value, b.text(con.Lay)}
	}
	return out
}
