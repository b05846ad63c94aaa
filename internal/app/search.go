package app

import (
	"sync"

	"anamnesis/api"
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/suggest"
)

// maxSuggestions is the most rows of one search.
const maxSuggestions = 10

// search puts the type-ahead index behind the interface's search, in the consultation's language.
type search struct {
	base    *kb.Base
	index   *suggest.Index
	further map[string]func() *suggest.Index // made when first needed
}

func newSearch(base *kb.Base) search {
	s := search{base, suggest.New(base), map[string]func() *suggest.Index{}}
	for _, lang := range base.Languages() {
		if base.Further(lang) {
			s.further[lang] = sync.OnceValue(func() *suggest.Index { return suggest.New(base.In(lang)) })
		}
	}
	return s
}

// Search implements httpapi.Search.
func (s search) Search(lang, text string, sex clinical.Sex) (string, []api.Suggestion) {
	index := s.index
	if own, ok := s.further[lang]; ok {
		index = own()
	}
	found := index.Search(text, sex, maxSuggestions)
	out := make([]api.Suggestion, 0, len(found.Rows))
	for _, r := range found.Rows {
		if lang != kb.Language { // which the names are written in
			r = r.In(func(t string) string { return s.base.Text(lang, t) })
		}
		out = append(out, api.Suggestion{ID: r.ID, CUI: r.Code, DropdownName: r.DropdownName, DisplayName: r.DisplayName, Highlight: r.Highlight})
	}
	prefix := ""
	if found.Alternative {
		prefix = s.base.Message(lang, "suggest.prefix")
	}
	return prefix, out
}
