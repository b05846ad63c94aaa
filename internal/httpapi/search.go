package httpapi

import (
	"context"

	"anamnesis/api"
	"anamnesis/internal/clinical"
	"anamnesis/internal/jsontext"
	"anamnesis/internal/text"
)

// query is the input of GET /symptom-search.
type query struct {
	text   string
	gender string // "" takes the consultation's
}

func readSearch(in *input) query {
	var q query
	if given := in.param("text"); len(given) > 0 {
		q.text = in.bounded("text", text.Clean(given[0]), 1, api.MaxSearchText)
	} else if !in.broken {
		in.fault("text: must be given")
	}
	if given := in.param("gender"); len(given) > 0 && given[0] != "" {
		q.gender = given[0]
		if _, ok := clinical.ParseSex(q.gender); !ok {
			in.fault("gender: must be one of %s, %s", api.GenderFemale, api.GenderMale)
		}
	}
	return q
}

func (s *server) search(ctx context.Context, c *call, q query) (any, error) {
	if q.gender == "" {
		var err error
		if q.gender, err = s.Consultations.Sex(ctx, c.claims.Session); err != nil {
			return nil, err
		}
	}
	sex, _ := clinical.ParseSex(q.gender)
	return raw(appendSearch(make([]byte, 0, searchBytes), s.Search.Search, c.claims.Language, q.text, sex)), nil
}

// searchBytes is room for a usual list of suggestions.
const searchBytes = 3 << 10

// appendSearch appends what a search finds as encode would write api.SearchResponse, byte for byte. It is asked for at
// every letter that somebody types.
func appendSearch(b []byte, search func(lang, text string, sex clinical.Sex) (string, []api.Suggestion), lang, text string, sex clinical.Sex) []byte {
	prefix, found := search(lang, text, sex)
	b = append(b, '{')
	if prefix != "" {
		b = append(jsontext.AppendString(append(b, `"user_facing_prefix":`...), prefix), ',')
	}
	b = append(b, `"autocomplete":[`...)
	for i, f := range found {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendString(append(b, `{"id":`...), f.ID)
		b = jsontext.AppendString(append(b, `,"cui":`...), f.CUI)
		b = jsontext.AppendString(append(b, `,"dropdown_name":`...), f.DropdownName)
		if f.DisplayName != "" {
			b = jsontext.AppendString(append(b, `,"display_name":`...), f.DisplayName)
		}
		b = append(jsontext.AppendString(append(b, `,"highlight":`...), f.Highlight), '}')
	}
	return append(b, "]}"...)
}
