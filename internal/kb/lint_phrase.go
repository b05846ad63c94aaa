package kb

import (
	"slices"
	"strings"
)

// claims are all the words that mean the concept.
func (c *conceptSource) claims() []string {
	return slices.Concat([]string{c.Name, c.Lay}, c.Synonyms, c.Phrases)
}

func (c *clarificationSource) claims() []string {
	return slices.Concat([]string{c.Name}, c.Synonyms, c.Phrases)
}

// phrases checks that what people write leads to one concept or clarification only.
// Two concepts with one lay name only are a warning: a choice that cannot be told apart.
func (l *linter) phrases() {
	owner, lay := map[string]place{}, map[string]place{}
	claim := func(into map[string]place, file, id, field, text string) {
		key := Normalize(text)
		if key == "" {
			return
		}
		first, taken := into[key]
		switch {
		case !taken:
			into[key] = place{file: file, id: id}
		case first.id != id:
			l.add(file, id+"."+field, "%q is also claimed by %s in %s", text, first.id, first.file)
		}
	}
	for i := range l.s.concepts {
		c := &l.s.concepts[i]
		claim(owner, c.file, c.ID, "name", c.Name)
		for _, t := range c.Synonyms {
			claim(owner, c.file, c.ID, "synonyms", t)
		}
		if first, taken := lay[Normalize(c.Lay)]; taken && c.Lay != "" {
			l.warn(c.file, c.ID+".lay", "%q is also the lay name of %s", c.Lay, first.id)
		}
		lay[Normalize(c.Lay)] = place{file: c.file, id: c.ID}
	}
	for i := range l.s.concepts {
		c := &l.s.concepts[i]
		for _, t := range c.Phrases {
			claim(owner, c.file, c.ID, "phrases", t)
			l.phrase(c.file, c.ID+".phrases", t)
		}
	}
	for i := range l.s.clarifications {
		c := &l.s.clarifications[i]
		for _, t := range c.claims() {
			claim(owner, c.file, "clarification "+c.ID, "phrases", t)
		}
	}
}

func (l *linter) phrase(file, field, t string) {
	if Normalize(t) == "" {
		l.add(file, field, "empty phrase")
	}
	if n := len(strings.Fields(t)); n > 8 {
		l.warn(file, field, "%q has %d words, more than 8", t, n)
	}
	if t != strings.ToLower(t) {
		l.warn(file, field, "%q is not in lower case", t)
	}
}

// conditionNames checks that no two conditions share a name or synonym.
func (l *linter) conditionNames() {
	seen := map[string]string{}
	for i := range l.s.conditions {
		c := &l.s.conditions[i]
		for j, t := range append([]string{c.Name}, c.Synonyms...) {
			key := Normalize(t)
			field := "synonyms"
			if j == 0 {
				field = "name"
			}
			if first, taken := seen[key]; taken && first != c.ID && key != "" {
				l.add(c.file, field, "%q also names %s", t, first)
			}
			seen[key] = c.ID
		}
	}
}
