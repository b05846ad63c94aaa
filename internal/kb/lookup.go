package kb

import "slices"

// Index builds the lookups. Decode and Compile do so; only a base put together by
// hand in a test has to call it before the base is shared.
func (b *Base) Index() {
	b.concepts = make(map[string]ConceptID, len(b.Concepts))
	b.conceptCodes = make(map[string]ConceptID, len(b.Concepts))
	for i := range b.Concepts {
		b.concepts[b.Concepts[i].ID] = ConceptID(i)
		b.conceptCodes[b.Concepts[i].Code] = ConceptID(i)
	}
	b.conditions = make(map[string]ConditionID, len(b.Conditions))
	b.conditionCodes = make(map[string]ConditionID, len(b.Conditions))
	for i := range b.Conditions {
		b.conditions[b.Conditions[i].ID] = ConditionID(i)
		b.conditionCodes[b.Conditions[i].Code] = ConditionID(i)
	}
	b.indexFormer()
	b.clarifyCodes = indexBy(b.Clarifications, func(c *Clarification) string { return c.Code })
	b.articles = indexBy(b.Articles, func(a *Article) string { return a.ID })
	b.services = indexBy(b.Services, func(v *Service) string { return v.ID })
	b.groups = indexBy(b.Groups, func(g *Group) string { return g.ID })
	b.sources = indexBy(b.Sources, func(s *Source) string { return s.ID })
	b.indexSpelling()
}

// indexFormer lets the codes of earlier editions lead to what they meant, for answers given and ids handed out under them.
func (b *Base) indexFormer() {
	for i := range b.Concepts {
		for _, code := range b.Concepts[i].Former {
			if _, taken := b.conceptCodes[code]; !taken {
				b.conceptCodes[code] = ConceptID(i)
			}
		}
	}
	for i := range b.Conditions {
		for _, code := range b.Conditions[i].Former {
			if _, taken := b.conditionCodes[code]; !taken {
				b.conditionCodes[code] = ConditionID(i)
			}
		}
	}
}

// Rows gives every condition that lists the finding, ordered by condition. It looks through all
// of them: for people and tools, not for the engine, which keeps columns of its own.
func (b *Base) Rows(k ConceptID) []Row {
	var rows []Row
	for d := range b.Conditions {
		for i := range b.Conditions[d].Findings {
			if f := &b.Conditions[d].Findings[i]; f.Concept == k {
				rows = append(rows, Row{Condition: ConditionID(d), P: f.P, Presenting: f.Presenting})
			}
		}
	}
	return rows
}

// Concept finds a concept by id.
func (b *Base) Concept(id string) (ConceptID, bool) {
	k, ok := b.concepts[id]
	return k, ok
}

// ConceptByCode finds a concept by its CUI or CM code, or by one that it had in an earlier edition.
func (b *Base) ConceptByCode(code string) (ConceptID, bool) {
	k, ok := b.conceptCodes[code]
	return k, ok
}

// ConceptByAlso finds the concept that a published concept stands beside, see Concept.Also.
func (b *Base) ConceptByAlso(code string) (ConceptID, bool) {
	i := slices.IndexFunc(b.Concepts, func(c Concept) bool {
		return slices.ContainsFunc(c.Also, func(a Also) bool { return a.Code == code })
	})
	return ConceptID(i), i >= 0
}

// Condition finds a condition by id.
func (b *Base) Condition(id string) (ConditionID, bool) {
	d, ok := b.conditions[id]
	return d, ok
}

// ConditionByCode finds a condition by its CUI or CM code, or by one that it had in an earlier edition.
func (b *Base) ConditionByCode(code string) (ConditionID, bool) {
	d, ok := b.conditionCodes[code]
	return d, ok
}

// ClarificationByCode finds a vague complaint by the code of its concept and gives its place in Clarifications.
func (b *Base) ClarificationByCode(code string) (int, bool) {
	i, ok := b.clarifyCodes[code]
	return i, ok
}

// Article finds an article by its slug and gives its place in Articles.
func (b *Base) Article(slug string) (int, bool) {
	i, ok := b.articles[slug]
	return i, ok
}

// Service finds a care service by id and gives its place in Services.
func (b *Base) Service(id string) (int, bool) {
	i, ok := b.services[id]
	return i, ok
}

// Group finds a group of conditions by id and gives its place in Groups.
func (b *Base) Group(id string) (int, bool) {
	i, ok := b.groups[id]
	return i, ok
}

// Source finds a cited work by id and gives its place in Sources.
func (b *Base) Source(id string) (int, bool) {
	i, ok := b.sources[id]
	return i, ok
}
