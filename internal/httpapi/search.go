package httpapi

import (
	"bytes"
	"context"
	"strings"
	"sync"

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
	return raw(s.searches.answer(typed{c.claims.Language, q.text, sex}, func() []byte {
		return appendSearch(make([]byte, 0, searchBytes), s.Search.Search, c.claims.Language, q.text, sex)
	})), nil
}

// typed is what an answer of the search depends on.
type typed struct {
	lang, text string
	sex        clinical.Sex
}

// Limits of searches.
const (
	shortText   = 8    // bytes
	keptAnswers = 4096 // about 8 MB
)

// searches keeps the answers to short texts: everybody's first letters are the same few, and match the most names.
// Who typed them is not kept.
type searches struct {
	mu   sync.RWMutex
	kept map[typed][]byte
}

// answer gives what is kept, or what find gives. It is shared: read only.
func (s *searches) answer(t typed, find func() []byte) []byte {
	if len(t.text) > shortText {
		return find()
	}
	s.mu.RLock()
	b, ok := s.kept[t]
	s.mu.RUnlock()
	if ok {
		return b
	}
	b = bytes.Clone(find())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil || len(s.kept) >= keptAnswers {
		s.kept = make(map[typed][]byte)
	}
	s.kept[typed{t.lang, strings.Clone(t.text), t.sex}] = b
	return b
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
