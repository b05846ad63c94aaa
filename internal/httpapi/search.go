package httpapi

import (
	"context"

	"anamnesis/api"
	"anamnesis/internal/clinical"
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
	prefix, found := s.Search.Search(c.claims.Language, q.text, sex)
	if found == nil {
		found = []api.Suggestion{}
	}
	return api.SearchResponse{UserFacingPrefix: prefix, Autocomplete: found}, nil
}
