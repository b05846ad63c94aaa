package app

import (
	"html"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// search finds symptoms whose names have a word that begins with the text.
type search struct{ base *kb.Base }

func newSearch(base *kb.Base) search { return search{base} }

const maxSuggestions = 10

// Search implements httpapi.Search.
func (s search) Search(lang, text string, sex clinical.Sex) (string, []api.Suggestion) {
	var found []api.Suggestion
	want := strings.ToLower(text)
	for i := range s.base.Concepts {
		c := &s.base.Concepts[i]
		if !c.Kind.Finding() || c.AttributeOf != kb.None || sex != clinical.AnySex && c.Sex != clinical.AnySex && c.Sex != sex {
			continue
		}
		name := s.base.Text(lang, c.Name)
		if at := wordPrefix(strings.ToLower(name), want); at >= 0 && len(found) < maxSuggestions && at+len(want) <= len(name) {
			found = append(found, api.Suggestion{
				ID: "assessment_" + c.Code, CUI: c.Code, DropdownName: name, DisplayName: name, Highlight: highlight(name, at, at+len(want)),
			})
		}
	}
	return s.base.Message(lang, "suggest.prefix"), found
}

func wordPrefix(name, want string) int {
	for at := 0; at < len(name); {
		if strings.HasPrefix(name[at:], want) {
			return at
		}
		next := strings.IndexByte(name[at:], ' ')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	return -1
}

func highlight(s string, from, to int) string {
	return html.EscapeString(s[:from]) + "<i>" + html.EscapeString(s[from:to]) + "</i>" + html.EscapeString(s[to:])
}
