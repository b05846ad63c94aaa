package httpapi

import (
	"context"

	"anamnesis/api"
	"anamnesis/internal/consult"
)

// started is the input of POST /initial.
type started struct {
	consult.Start
	key string
}

func readInitial(in *input) started {
	return started{
		Start: consult.Start{
			Sex:   in.oneOf("gender", api.GenderFemale, api.GenderMale),
			Age:   in.integer("age", api.MinAge, api.MaxAge),
			Query: in.words("initial_query", api.MinQuery, api.MaxQuery),
		},
		key: in.idempotencyKey(),
	}
}

func (s *server) initial(ctx context.Context, c *call, in started) (any, error) {
	b, err := s.Consultations.Initial(ctx, c.session(), in.Start, in.key, c.ticket, s.encodeTurn(c))
	return raw(b), err
}
