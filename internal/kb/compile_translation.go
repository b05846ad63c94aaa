package kb

import (
	"errors"
	"fmt"
)

// ErrTranslation says that a translation was not made for this edition.
var ErrTranslation = errors.New("translation of another edition")

// Translations compiles the languages of sources, of which b was compiled, in the order of their tags.
func (s *Sources) Translations(b *Base) []*Translation {
	out := make([]*Translation, len(s.translations))
	for i, t := range s.translations {
		out[i] = t.compile(b)
	}
	return out
}

func (t *translationSource) compile(b *Base) *Translation {
	out := &Translation{
		Language: t.lang, Edition: b.Edition,
		Concepts: make([]ConceptText, len(b.Concepts)), Conditions: make([]ConditionText, len(b.Conditions)),
		RedFlags: make([]RuleText, len(b.RedFlags)), Clarifications: make([]ClarificationText, len(b.Clarifications)),
		Groups: make([]string, len(b.Groups)), Batches: make([]string, len(b.Batches)),
	}
	for i := range b.Concepts {
		c := t.concepts[b.Concepts[i].ID]
		out.Concepts[i] = ConceptText{Name: c.Name, Lay: c.Lay, Definition: c.Definition, Question: c.Question, Synonyms: c.Synonyms, Phrases: c.Phrases}
	}
	for i := range b.Conditions {
		c := t.conditions[b.Conditions[i].ID]
		out.Conditions[i] = ConditionText{Name: c.Name, Lay: c.Lay, Synonyms: c.Synonyms, SelfCare: c.SelfCare, WatchFor: c.WatchFor}
	}
	for i := range b.RedFlags {
		r := t.redFlags[b.RedFlags[i].ID]
		out.RedFlags[i] = RuleText{Reason: r.Reason, Instruction: r.Instruction}
	}
	for i := range b.Clarifications {
		out.Clarifications[i] = t.clarification(&b.Clarifications[i])
	}
	for i := range b.Groups {
		out.Groups[i] = t.groups[b.Groups[i].ID]
	}
	for i := range b.Batches {
		out.Batches[i] = t.batches[b.Batches[i].ID]
	}
	for i := range b.Articles {
		if a, ok := t.articles[b.Articles[i].ID]; ok {
			_, sections := a.split()
			out.Articles = append(out.Articles, ArticleText{Article: i, Title: a.Title, Snippet: a.Snippet, Sections: sections})
		}
	}
	return out
}

func (t *translationSource) clarification(c *Clarification) ClarificationText {
	own, ok := t.clarifications[c.ID]
	if !ok {
		return ClarificationText{}
	}
	out := ClarificationText{Name: own.Name, Question: own.Question, Synonyms: own.Synonyms, Phrases: own.Phrases, Options: make([]string, len(c.Options))}
	for i := range c.Options {
		id := c.Options[i].ID
		out.Options[i] = own.Options[id[len(id)-2:]]
	}
	return out
}

// fits tells whether a translation runs along a base.
func (t *Translation) fits(b *Base) error {
	if t.Edition != b.Edition || len(t.Concepts) != len(b.Concepts) || len(t.Conditions) != len(b.Conditions) || len(t.RedFlags) != len(b.RedFlags) ||
		len(t.Clarifications) != len(b.Clarifications) || len(t.Groups) != len(b.Groups) || len(t.Batches) != len(b.Batches) {
		return fmt.Errorf("%s: %w", t.Language, ErrTranslation)
	}
	for i := range t.Articles {
		if a := t.Articles[i].Article; a < 0 || a >= len(b.Articles) {
			return fmt.Errorf("%s: %w", t.Language, ErrTranslation)
		}
	}
	return nil
}
