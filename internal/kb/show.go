package kb

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Show gives the readable text of one condition or concept, by code or id; a
// condition goes before a concept of the same name. It is false where b has neither.
func Show(b *Base, key string) (string, bool) {
	if d, ok := firstOf(key, b.ConditionByCode, b.Condition); ok {
		return b.showCondition(d), true
	}
	if k, ok := firstOf(key, b.ConceptByCode, b.Concept, b.ConceptByAlso); ok {
		return b.showConcept(k), true
	}
	return "", false
}

func firstOf[T any](key string, finders ...func(string) (T, bool)) (v T, ok bool) {
	for _, find := range finders {
		if v, ok = find(key); ok {
			return v, true
		}
	}
	return v, false
}

// page collects lines and leaves out empty values.
type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) field(name string, values ...string) {
	if text := join(slices.DeleteFunc(slices.Clone(values), func(s string) bool { return s == "" })); text != "" {
		p.line("%-12s %s", name, text)
	}
}

func limits(low, high int) string {
	if low == 0 && high == 0 {
		return ""
	}
	return fmt.Sprintf("%d to %d", low, high)
}

func (b *Base) showConcept(k ConceptID) string {
	c, p := &b.Concepts[k], &page{}
	p.line("%s  %s  %s (%s)", c.ID, c.Code, c.Name, kinds[c.Kind-1])
	p.field("lay", c.Lay)
	p.field("synonyms", c.Synonyms...)
	for i := range c.Also {
		a := &c.Also[i]
		p.line("%-12s %s %s [%s]%s", "also", a.Code, a.Name, a.Source, map[bool]string{true: ", narrower"}[a.Narrower])
	}
	p.field("former", c.Former...)
	p.field("definition", c.Definition)
	p.field("question", c.Question)
	p.field("phrases", c.Phrases...)
	p.field("sex", c.Sex.String())
	p.field("ages", limits(c.MinAge, c.MaxAge))
	p.field("parents", b.conceptNames(c.Parents)...)
	p.field("children", b.conceptNames(c.Children)...)
	p.line("%-12s %.3g", "background", c.Background)
	if c.AttributeOf != None {
		p.field("attribute", fmt.Sprintf("%s of %s: %s", dimensions[c.Dimension-1], b.Concepts[c.AttributeOf].ID, c.Value))
	}
	rows := b.Rows(k)
	slices.SortStableFunc(rows, func(x, y Row) int { return cmp.Compare(y.P, x.P) })
	p.line("conditions   %d", len(rows))
	for _, r := range rows {
		p.line("  %-6.3g %s%s", r.P, b.Conditions[r.Condition].ID, presenting(r.Presenting))
	}
	b.showUses(p, k)
	return p.String()
}

// showUses lists the conditions a factor bears on and the rules that name the concept.
func (b *Base) showUses(p *page, k ConceptID) {
	for d := range b.Conditions {
		for _, f := range b.Conditions[d].Factors {
			if f.Concept == k {
				p.line("  or %-6.3g %s (%s)", f.OR, b.Conditions[d].ID, roles[f.Role])
			}
		}
	}
	for i := range b.RedFlags {
		r := &b.RedFlags[i]
		named := false
		for _, e := range []*Expr{r.AskWhen, r.FireIf, r.Unless} {
			e.Leaves(func(leaf ConceptID) { named = named || leaf == k })
		}
		if named {
			p.line("  red flag %s: %s", r.ID, r.FireIf.Text)
		}
	}
}

func (b *Base) conceptNames(ids []ConceptID) []string {
	return mapAll(ids, func(k *ConceptID) string { return b.Concepts[*k].ID })
}

func presenting(share float64) string {
	if share == 0 {
		return ""
	}
	return fmt.Sprintf(", presenting %.3g", share)
}

func cited(source string) string {
	if source == "" {
		return ""
	}
	return " [" + source + "]"
}
