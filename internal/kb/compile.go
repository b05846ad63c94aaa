package kb

import (
	"slices"
	"strings"

	"anamnesis/internal/clinical"
)

// Compile turns sources without errors into a base with dense ids, ordered by
// id, and gives it its edition. Compiling sources that Lint refuses is undefined;
// what cannot be resolved is left out.
func Compile(s *Sources) (*Base, error) {
	c := &compiler{s: s, names: Names{Concept: s.concept, Condition: s.condition}}
	b := &Base{Messages: s.messages, Terms: map[string]Terms{}}
	b.Correlations = s.correlations()
	c.base = b
	b.Concepts = mapAll(s.concepts, c.concept)
	c.children()
	for i := range s.dangers {
		if id := c.conceptOrNone(s.dangers[i].Complaint); id != None {
			b.Concepts[id].Dangers = c.concepts(s.dangers[i].Ask)
		}
	}
	b.Conditions = mapAll(s.conditions, c.condition)
	b.RedFlags = mapAll(s.redFlags, c.redFlag)
	b.Clarifications = mapAll(s.clarifications, c.clarification)
	b.Groups = mapAll(s.groups, func(g *groupSource) Group {
		return Group{ID: g.ID, Code: g.Code, Name: g.Name, Service: s.serviceAt[g.Service]}
	})
	b.Services = mapAll(s.services, func(v *serviceSource) Service {
		return Service{ID: v.ID, Name: v.Name, Contact: v.Contact, Text: v.Text, Levels: mapAll(v.Levels, level)}
	})
	b.Batches = mapAll(s.batches, func(v *batchSource) Batch { return Batch{ID: v.ID, Heading: v.Heading} })
	b.Sources = mapAll(s.works, func(w *workSource) Source {
		return Source{ID: w.ID, Title: w.Title, URL: w.URL, Year: w.Year}
	})
	b.Articles = mapAll(s.articles, c.article)
	for _, american := range sortedKeys(s.spelling) {
		b.Spelling = append(b.Spelling, [2]string{american, s.spelling[american]})
	}
	for lang, t := range s.terms {
		b.Terms[lang] = t.compile()
	}
	if err := b.setEdition(); err != nil {
		return nil, err
	}
	b.Index()
	return b, nil
}

type compiler struct {
	s     *Sources
	names Names
	base  *Base
}

func mapAll[S, T any](list []S, f func(*S) T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	for i := range list {
		out[i] = f(&list[i])
	}
	return out
}

func level(s *string) clinical.Level {
	v, _ := clinical.ParseLevel(*s)
	return v
}

// expr compiles an expression; an empty one is nil.
func (c *compiler) expr(text string) *Expr {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	e, _ := ParseExpr(text, c.names)
	return e
}

func (c *compiler) concepts(ids []string) []ConceptID {
	var out []ConceptID
	for _, id := range ids {
		if k, ok := c.s.concept(id); ok {
			out = append(out, k)
		}
	}
	return out
}

func (c *compiler) conceptOrNone(id string) ConceptID {
	if k, ok := c.s.concept(id); ok {
		return k
	}
	return None
}

func (c *compiler) conditions(ids []string) []ConditionID {
	var out []ConditionID
	for _, id := range ids {
		if d, ok := c.s.condition(id); ok {
			out = append(out, d)
		}
	}
	return out
}

// correlations are the names of the groups of findings that come together, in order.
func (s *Sources) correlations() []string {
	seen := map[string]bool{}
	for i := range s.concepts {
		if name := s.concepts[i].Correlation; name != "" {
			seen[name] = true
		}
	}
	return sortedKeys(seen)
}

func (t *termsSource) compile() Terms {
	out := Terms{CheckboxPolicies: t.CheckboxPolicies, FooterPolicies: t.FooterPolicies}
	for _, m := range t.Messages {
		out.Messages = append(out.Messages, TermsMessage{Type: m.Type, Text: m.Text})
	}
	return out
}

func ageLimits(ages []int) (youngest, oldest int) {
	if len(ages) != 2 {
		return 0, 0
	}
	return ages[0], ages[1]
}

func parseSex(s string) clinical.Sex {
	sex, _ := clinical.ParseSex(s)
	return sex
}

func indexOr(list []string, s string, otherwise int) int {
	if i := slices.Index(list, s); i >= 0 {
		return i
	}
	return otherwise
}
