package kb

import (
	"slices"
	"strings"
)

func (c *compiler) concept(k *conceptSource) Concept {
	out := Concept{
		ID: k.ID, Code: k.Code, Former: k.Former, Kind: parseKind(k.Kind), Name: k.Name, Lay: k.Lay, Synonyms: k.Synonyms, Phrases: k.Phrases,
		Definition: strings.TrimSpace(k.Definition), Question: strings.TrimSpace(k.Question), Region: k.Region, Batch: k.Batch,
		Background: k.Background, Correlation: None, Parents: c.concepts(k.Parents), Sex: parseSex(k.Sex),
		Cost: max(k.Cost, 1), Danger: k.Danger, AttributeOf: None, Contrast: c.conceptOrNone(k.Contrast), Standard: k.short,
	}
	out.Also = mapAll(k.Also, func(a *alsoSource) Also {
		return Also{Code: a.Code, Name: a.Name, Source: a.Source, Narrower: a.Narrower}
	})
	out.MinAge, out.MaxAge = ageLimits(k.Ages)
	if i, ok := slices.BinarySearch(c.base.Correlations, k.Correlation); ok {
		out.Correlation = int32(i)
	}
	if a := k.Attribute; a != nil {
		out.AttributeOf, out.Dimension = c.conceptOrNone(a.Of), parseDimension(a.Dimension)
		out.Value, out.Exclusive = a.Value, a.Exclusive
	}
	return out
}

// children fills Children from is-a parents and attributes, in order of id.
func (c *compiler) children() {
	list := c.base.Concepts
	add := func(parent, child ConceptID) {
		if kids := &list[parent].Children; !slices.Contains(*kids, child) {
			*kids = append(*kids, child)
		}
	}
	for i := range list {
		for _, p := range list[i].Parents {
			add(p, ConceptID(i))
		}
		if list[i].AttributeOf != None {
			add(list[i].AttributeOf, ConceptID(i))
		}
	}
}

func (c *compiler) clarification(k *clarificationSource) Clarification {
	return Clarification{
		ID: k.ID, Code: k.Code, Name: k.Name, Synonyms: k.Synonyms, Phrases: k.Phrases, Question: k.Question,
		Options: mapAll(k.Options, func(o *optionSource) Option {
			return Option{ID: "A" + k.Digits + o.Digits, Text: o.Text, Concepts: c.concepts(o.Concepts)}
		}),
	}
}

func (c *compiler) article(a *articleSource) Article {
	_, sections := a.split()
	return Article{
		ID: a.id, Title: a.Title, Snippet: a.Snippet, Category: c.s.groupAt[a.Category],
		Conditions: c.conditions(a.Conditions), Related: a.Related, Sources: a.Sources, Sections: sections,
	}
}
