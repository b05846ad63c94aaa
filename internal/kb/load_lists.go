package kb

import (
	"path"
	"strings"
)

func (l *loader) rules(s *Sources) {
	each(l, "redflags", func(file string, list []redFlagSource) {
		for _, r := range list {
			r.file = file
			s.redFlags = append(s.redFlags, r)
		}
	})
	each(l, "dangers.yaml", func(file string, list []dangerSource) {
		for _, d := range list {
			d.file = file
			s.dangers = append(s.dangers, d)
		}
	})
	each(l, "clarifications", func(file string, list []clarificationSource) {
		for _, c := range list {
			c.file = file
			s.clarifications = append(s.clarifications, c)
		}
	})
}

func (l *loader) lists(s *Sources) {
	each(l, "groups.yaml", func(file string, list []groupSource) {
		for _, g := range list {
			g.file = file
			s.groups = append(s.groups, g)
		}
	})
	each(l, "services.yaml", func(file string, list []serviceSource) {
		for _, v := range list {
			v.file = file
			s.services = append(s.services, v)
		}
	})
	each(l, "batches.yaml", func(file string, list []batchSource) {
		for _, b := range list {
			b.file = file
			s.batches = append(s.batches, b)
		}
	})
	each(l, "sources", func(file string, list []workSource) {
		for _, w := range list {
			w.file = file
			s.works = append(s.works, w)
		}
	})
}

func (l *loader) articles(s *Sources) {
	for _, file := range l.files("articles", ".md") {
		if a, ok := l.article(file); ok {
			s.articles = append(s.articles, a)
		}
	}
}

// languages reads messages, terms and spelling. The language is the file's name.
func (l *loader) languages(s *Sources) {
	s.messages = map[string]map[string]string{}
	each(l, "messages", func(file string, m map[string]string) { s.messages[language(file)] = m })
	s.terms = map[string]termsSource{}
	each(l, "terms", func(file string, t termsSource) {
		t.file = file
		s.terms[language(file)] = t
	})
	each(l, "spelling.yaml", func(_ string, m map[string]string) { s.spelling = m })
}

func language(file string) string { return strings.TrimSuffix(path.Base(file), ".yaml") }
