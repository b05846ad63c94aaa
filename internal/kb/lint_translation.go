package kb

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// fixedNumber finds telephone numbers of another country, which placeholders stand for.
var fixedNumber = regexp.MustCompile(`\b(911|999|988)\b`)

// translation checks one language: that it translates what there is, as much of it as there is, and keeps what stands
// for numbers and links. What is missing is no fault here; Completeness counts it.
func (l *linter) translation(t *translationSource) {
	l.translatedConcepts(t)
	for _, id := range sortedKeys(t.conditions) {
		c := t.conditions[id]
		i, ok := l.s.conditionAt[id]
		if !ok {
			l.add(c.file, id, "unknown condition%s", suggestion(id, l.s.conditionAt))
			continue
		}
		own := &l.s.conditions[i]
		l.required(c.file, id+".", "name", c.Name, "lay", c.Lay)
		l.sameTexts(c.file, id+".self_care", own.SelfCare, c.SelfCare)
		l.sameTexts(c.file, id+".watch_for", own.WatchFor, c.WatchFor)
	}
	rules := indexBy(l.s.redFlags, func(r *redFlagSource) string { return r.ID })
	for _, id := range sortedKeys(t.redFlags) {
		r := t.redFlags[id]
		i, ok := rules[id]
		if !ok {
			l.add(r.file, id, "unknown red flag%s", suggestion(id, rules))
			continue
		}
		l.sameText(r.file, id+".reason", l.s.redFlags[i].Reason, r.Reason)
		l.sameText(r.file, id+".instruction", l.s.redFlags[i].Instruction, r.Instruction)
	}
	l.translatedClarifications(t)
	l.translatedNames(languageFolder+"/"+t.lang+"/groups.yaml", t.groups, l.s.groupAt)
	l.translatedNames(languageFolder+"/"+t.lang+"/batches.yaml", t.batches, l.s.batchAt)
	for _, slug := range sortedKeys(t.articles) {
		a := t.articles[slug]
		l.translatedArticle(t.lang, &a)
	}
	l.translatedPhrases(t)
}

func (l *linter) translatedConcepts(t *translationSource) {
	for _, id := range sortedKeys(t.concepts) {
		c := t.concepts[id]
		i, ok := l.s.conceptAt[id]
		switch {
		case !ok:
			l.add(c.file, id, "unknown concept%s", suggestion(id, l.s.conceptAt))
			continue
		case l.s.concepts[i].short != "":
			l.add(c.file, id, "is a standard attribute, whose texts come from messages")
			continue
		}
		own := &l.s.concepts[i]
		l.required(c.file, id+".", "name", c.Name, "lay", c.Lay)
		l.sameText(c.file, id+".definition", own.Definition, c.Definition)
		l.sameText(c.file, id+".question", own.Question, c.Question)
	}
}

func (l *linter) translatedClarifications(t *translationSource) {
	at := indexBy(l.s.clarifications, func(c *clarificationSource) string { return c.ID })
	for _, id := range sortedKeys(t.clarifications) {
		c := t.clarifications[id]
		i, ok := at[id]
		if !ok {
			l.add(c.file, id, "unknown clarification%s", suggestion(id, at))
			continue
		}
		own := &l.s.clarifications[i]
		l.required(c.file, id+".", "name", c.Name, "question", c.Question)
		for _, o := range own.Options {
			l.required(c.file, id+".options.", o.Digits, c.Options[o.Digits])
		}
		if len(c.Options) > len(own.Options) {
			l.add(c.file, id+".options", "has %d, not %d", len(c.Options), len(own.Options))
		}
	}
}

func (l *linter) translatedNames(file string, names map[string]string, at map[string]int) {
	for _, id := range sortedKeys(names) {
		l.known(file, id, "id", id, at)
		l.required(file, "", id, names[id])
	}
}

// sameTexts checks a list against the English one.
func (l *linter) sameTexts(file, field string, english, own []string) {
	if len(own) != len(english) {
		if len(own) > 0 {
			l.add(file, field, "has %d entries, not %d", len(own), len(english))
		}
		return
	}
	for i := range own {
		l.sameText(file, fmt.Sprintf("%s.%d", field, i+1), english[i], own[i])
	}
}

// sameText checks that a text keeps the placeholders of the English one.
func (l *linter) sameText(file, field, english, own string) {
	if own == "" {
		return
	}
	if english == "" {
		l.add(file, field, "has no English text")
		return
	}
	if want, got := placeholders(english), placeholders(own); !slices.Equal(want, got) {
		l.add(file, field, "has the placeholders %q, not %q", got, want)
	}
	if n := fixedNumber.FindString(own); n != "" && !strings.Contains(english, n) {
		l.warn(file, field, "names %s, a number of another country", n)
	}
}

var placeholderShape = regexp.MustCompile(`\{[a-z]*\}`)

func placeholders(s string) []string {
	list := placeholderShape.FindAllString(s, -1)
	slices.Sort(list)
	return slices.Compact(list)
}

func (l *linter) translatedArticle(lang string, a *articleSource) {
	i, ok := l.s.articleAt[a.id]
	if !ok {
		l.add(a.file, "", "unknown article%s", suggestion(a.id, l.s.articleAt))
		return
	}
	l.required(a.file, "", "title", a.Title, "snippet", a.Snippet)
	var want, titles []string
	for n := range Headings {
		want = append(want, l.s.messages[lang][fmt.Sprintf("article.heading.%d", n+1)])
	}
	_, sections := a.split()
	for _, s := range sections {
		titles = append(titles, s.Title)
		if s.Text == "" {
			l.add(a.file, s.Title, "is empty")
		}
		l.markdown(a.file, s.Title, s.Text)
	}
	if !slices.Equal(titles, want) {
		l.add(a.file, "", "headings are %q, not %q", titles, want)
	}
	english := &l.s.articles[i]
	if lost := without(placeholders(english.body), placeholders(a.body)); len(lost) > 0 {
		l.add(a.file, "", "lacks the placeholders %q", lost)
	}
	if lost := without(linkTargets(english.body), linkTargets(a.body)); len(lost) > 0 {
		l.warn(a.file, "", "lacks the links %q", lost)
	}
}

var linkShape = regexp.MustCompile(`\]\(([^)]*)\)`)

func linkTargets(s string) []string {
	var out []string
	for _, m := range linkShape.FindAllStringSubmatch(s, -1) {
		out = append(out, m[1])
	}
	return out
}

// without gives what of a is not in b.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

// translatedPhrases warns where two concepts or vague complaints are called the same.
func (l *linter) translatedPhrases(t *translationSource) {
	owner := map[string]string{}
	claim := func(file, id string, list []string) {
		for _, s := range list {
			key := Normalize(s)
			if key == "" {
				continue
			}
			if first, taken := owner[key]; taken && first != id {
				l.warn(file, id, "%q is also claimed by %s", s, first)
				continue
			}
			owner[key] = id
		}
	}
	for _, id := range sortedKeys(t.concepts) {
		c := t.concepts[id]
		claim(c.file, id, append([]string{c.Name}, c.Synonyms...))
	}
	for _, id := range sortedKeys(t.concepts) {
		c := t.concepts[id]
		claim(c.file, id, c.Phrases)
	}
	for _, id := range sortedKeys(t.clarifications) {
		c := t.clarifications[id]
		claim(c.file, "clarification "+id, slices.Concat([]string{c.Name}, c.Synonyms, c.Phrases))
	}
}
