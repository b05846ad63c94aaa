package kb

import (
	"bytes"
	"slices"
	"strings"
)

// The languages the service speaks; texts without their own are in Language.
const (
	Language        = "en-US"
	BritishLanguage = "en-GB"
)

func (l *linter) lists() {
	for i := range l.s.groups {
		g := &l.s.groups[i]
		l.required(g.file, g.ID+".", "name", g.Name)
		l.known(g.file, g.ID+".service", "service", g.Service, l.s.serviceAt)
	}
	for i := range l.s.services {
		v := &l.s.services[i]
		l.required(v.file, v.ID+".", "name."+Language, v.Name[Language], "text."+Language, v.Text[Language])
		for _, level := range v.Levels {
			if _, ok := careLevel(level); !ok {
				l.add(v.file, v.ID+".levels", "unknown level %q", level)
			}
		}
	}
	for i := range l.s.batches {
		l.required(l.s.batches[i].file, l.s.batches[i].ID+".", "heading", l.s.batches[i].Heading)
	}
	for i := range l.s.works {
		w := &l.s.works[i]
		l.required(w.file, w.ID+".", "title", w.Title)
		if !urlShape.MatchString(w.URL) {
			l.add(w.file, w.ID+".url", "%q is no address", w.URL)
		}
		if w.Year != 0 && (w.Year < 1900 || w.Year > 2100) {
			l.add(w.file, w.ID+".year", "%d is no year", w.Year)
		}
	}
}

// languages checks messages and terms.
func (l *linter) languages() {
	for _, lang := range sortedKeys(l.s.messages) {
		file := "messages/" + lang + ".yaml"
		for _, key := range []string{"number.emergency", "number.crisis"} {
			if l.s.messages[lang][key] == "" {
				l.add(file, key, "is missing")
			}
		}
		for _, key := range sortedKeys(l.s.messages[lang]) {
			english, ok := l.s.messages[Language][key]
			switch own := l.s.messages[lang][key]; {
			case ok && lang != BritishLanguage:
				l.sameText(file, key, english, own)
			case !ok && !l.standardText(lang, key):
				l.add(file, key, "is not in %s", Language)
			}
		}
	}
	for _, lang := range sortedKeys(l.s.terms) {
		t := l.s.terms[lang]
		for _, m := range t.Messages {
			l.oneOf(t.file, "messages.type", m.Type, "HEADER", "PARAGRAPH", "BULLET_POINT")
			l.required(t.file, "messages.", "text", m.Text)
		}
	}
	for _, a := range sortedKeys(l.s.spelling) {
		if a != strings.ToLower(a) || strings.TrimSpace(a) == "" || l.s.spelling[a] == "" {
			l.add("spelling.yaml", a, "is not a pair of words in lower case")
		}
	}
}

// standardText tells the wording of a standard attribute in a further language.
func (l *linter) standardText(lang, key string) bool {
	rest, ok := strings.CutPrefix(key, standardPrefix)
	short, field, _ := strings.Cut(rest, ".")
	return ok && lang != Language && lang != BritishLanguage && slices.Contains(Standards(), short) && slices.Contains(standardFields[:], field)
}

// page checks that SOURCES.md is what the sources give.
func (l *linter) page() {
	want := SourcesPage(l.s)
	if len(l.s.works) == 0 && l.s.page == nil || bytes.Equal(want, l.s.page) {
		return
	}
	l.add(pageFile, "", "is out of date; run anamnesis kb build")
}
