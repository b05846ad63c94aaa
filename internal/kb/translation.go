package kb

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// Translation is the texts of a base in one further language. The lists run along those of the base; an empty text
// stands for one that is not translated.
type Translation struct {
	Language       string // BCP 47
	Edition        string // of the base that it was made for
	Concepts       []ConceptText
	Conditions     []ConditionText
	RedFlags       []RuleText
	Clarifications []ClarificationText
	Groups         []string
	Batches        []string
	Articles       []ArticleText // those there are, by place
}

// ConceptText is the texts of a concept. Those of a standard attribute are made from its parent's.
type ConceptText struct {
	_ struct{} `cbor:",toarray"`

	Name, Lay, Definition, Question string
	Synonyms, Phrases               []string
}

// ConditionText is the texts of a condition; the lists are as long as the condition's own.
type ConditionText struct {
	_ struct{} `cbor:",toarray"`

	Name, Lay                    string
	Synonyms, SelfCare, WatchFor []string
}

// RuleText is the texts of a red flag.
type RuleText struct {
	_ struct{} `cbor:",toarray"`

	Reason, Instruction string
}

// ClarificationText is the texts of a vague complaint; Options are in its order.
type ClarificationText struct {
	_ struct{} `cbor:",toarray"`

	Name, Question             string
	Synonyms, Phrases, Options []string
}

// ArticleText is one article translated as a whole.
type ArticleText struct {
	_ struct{} `cbor:",toarray"`

	Article        int // place in Base.Articles
	Title, Snippet string
	Sections       []Section
}

// Translate adds a language, whose compiled file is read and decoded when it is first needed. It belongs to making a
// base ready; a base that is shared has all its languages.
func (b *Base) Translate(lang string, compiled func() ([]byte, error)) {
	if b.translations == nil {
		b.translations = map[string]func() (*Base, error){}
	}
	b.translations[lang] = sync.OnceValues(func() (*Base, error) {
		data, err := compiled()
		if err != nil {
			return nil, err
		}
		t, err := DecodeTranslation(data)
		if err != nil {
			return nil, err
		}
		return b.Localize(t)
	})
}

// In gives the base as it reads in a language: itself for American and British English, and for a language that it
// does not have or cannot read, since guidance in another language is better than none. The ids, the figures and the
// edition are the same in every language.
func (b *Base) In(lang string) *Base {
	if load, ok := b.translations[lang]; ok {
		if own, err := load(); err == nil {
			return own
		}
	}
	return b
}

// Check decodes a language. ErrTranslation says that its file is not one of this edition.
func (b *Base) Check(lang string) error {
	if load, ok := b.translations[lang]; ok {
		_, err := load()
		return err
	}
	return nil
}

// Further tells a language that the base has a translation in.
func (b *Base) Further(lang string) bool {
	_, ok := b.translations[lang]
	return ok
}

// Languages are the tags of all languages, in order.
func (b *Base) Languages() []string {
	return slices.Sorted(maps.Keys(b.Messages))
}

// Language is the language that the texts are written in; British English is made from American by Text.
func (b *Base) Language() string {
	if b.language == "" {
		return Language
	}
	return b.language
}

// ArticleLanguage is the language in which an article is written for readers of lang: their own, or American English
// where it has not been translated, never a mixture. The base beside it is the one that holds that article.
func (b *Base) ArticleLanguage(lang string, article int) (string, *Base) {
	own := b.In(lang)
	if own == b {
		if _, further := b.translations[lang]; further {
			return Language, b
		}
		return lang, b
	}
	if own.articlesOwn[article] {
		return lang, own
	}
	return Language, b
}

// Localize makes the base in the language of a translation. It shares with b everything that is not text.
func (b *Base) Localize(t *Translation) (*Base, error) {
	if err := t.fits(b); err != nil {
		return nil, err
	}
	out := *b
	out.language, out.translations = t.Language, nil
	out.Concepts, out.Conditions = slices.Clone(b.Concepts), slices.Clone(b.Conditions)
	out.RedFlags, out.Clarifications = slices.Clone(b.RedFlags), slices.Clone(b.Clarifications)
	out.Groups, out.Batches, out.Articles = slices.Clone(b.Groups), slices.Clone(b.Batches), slices.Clone(b.Articles)
	for i := range t.Concepts {
		t.Concepts[i].into(&out.Concepts[i])
	}
	for i := range out.Concepts {
		out.standard(&out.Concepts[i])
	}
	for i := range t.Conditions {
		t.Conditions[i].into(&out.Conditions[i])
	}
	for i := range t.RedFlags {
		put(&out.RedFlags[i].Reason, t.RedFlags[i].Reason)
		put(&out.RedFlags[i].Instruction, t.RedFlags[i].Instruction)
	}
	for i := range t.Clarifications {
		t.Clarifications[i].into(&out.Clarifications[i])
	}
	for i, s := range t.Groups {
		put(&out.Groups[i].Name, s)
	}
	for i, s := range t.Batches {
		put(&out.Batches[i].Heading, s)
	}
	out.articlesOwn = make(map[int]bool, len(t.Articles))
	for i := range t.Articles {
		a := &t.Articles[i]
		own := &out.Articles[a.Article]
		own.Title, own.Snippet, own.Sections = a.Title, a.Snippet, a.Sections
		out.articlesOwn[a.Article] = true
	}
	return &out, nil
}

// put replaces a text by its translation, if there is one.
func put(to *string, s string) {
	if s != "" {
		*to = s
	}
}

func (t *ConceptText) into(c *Concept) {
	c.Synonyms, c.Phrases = t.Synonyms, t.Phrases // nobody writes English in another language
	if t.Name == "" {
		return
	}
	c.Name = t.Name
	put(&c.Lay, t.Lay)
	put(&c.Definition, t.Definition)
	put(&c.Question, t.Question)
}

func (t *ConditionText) into(c *Condition) {
	c.Synonyms = t.Synonyms
	if t.Name == "" {
		return
	}
	c.Name = t.Name
	put(&c.Lay, t.Lay)
	if len(t.SelfCare) == len(c.SelfCare) {
		c.SelfCare = t.SelfCare
	}
	if len(t.WatchFor) == len(c.WatchFor) {
		c.WatchFor = t.WatchFor
	}
}

func (t *ClarificationText) into(c *Clarification) {
	c.Synonyms, c.Phrases = t.Synonyms, t.Phrases
	if t.Name == "" {
		return
	}
	c.Name = t.Name
	put(&c.Question, t.Question)
	if len(t.Options) == len(c.Options) {
		c.Options = slices.Clone(c.Options)
		for i, s := range t.Options {
			put(&c.Options[i].Text, s)
		}
	}
}

// Short is the plain name of an attribute where its complaint has just been named: "very severe" of a headache. In
// English, and for attributes with names of their own, it is the plain name.
func (b *Base) Short(c *Concept) string {
	if c.Standard != "" {
		if s, ok := b.Messages[b.language][standardKey(c.Standard, "short")]; ok {
			return s
		}
	}
	return c.Lay
}

// standard words a standard attribute by its language's messages, once its parent has been translated.
func (b *Base) standard(c *Concept) {
	if c.Standard == "" || c.AttributeOf == None {
		return
	}
	parent := &b.Concepts[c.AttributeOf]
	fill := strings.NewReplacer("{name}", parent.Name, "{lay}", parent.Lay)
	for _, f := range [...]struct {
		to    *string
		field string
	}{{&c.Name, "name"}, {&c.Lay, "lay"}, {&c.Definition, "definition"}, {&c.Question, "question"}} {
		if s, ok := b.Messages[b.language][standardKey(c.Standard, f.field)]; ok {
			*f.to = fill.Replace(s)
		}
	}
	c.Synonyms, c.Phrases = nil, nil
}
