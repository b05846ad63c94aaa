package httpapi

import (
	"bytes"
	"context"
	"encoding/json"

	"anamnesis/api"
	"anamnesis/internal/consult"
)

// answered is the input of POST /chat.
type answered struct {
	consult.Answer
	key string
}

// readAnswer judges the form of an answer; whether it fits the question is for package consult.
func readAnswer(in *input) answered {
	a := answered{key: in.idempotencyKey()}
	a.Type = in.oneOf("type", api.QuestionGeneric, api.QuestionSymptom, api.QuestionSymptoms, api.QuestionSymptomsOne,
		api.AnswerSymptomOne, api.QuestionFactor, api.QuestionHealthBackground, api.QuestionAutocomplete)
	before := len(in.faults)
	a.Included, a.Excluded = in.strings("included"), in.strings("excluded")
	if len(a.Included)+len(a.Excluded) == 0 && len(in.faults) == before && !in.broken {
		in.fault("included, excluded: at least one of them must be non-empty")
	}
	return a
}

func (s *server) chat(ctx context.Context, c *call, in answered) (any, error) {
	b, err := s.Consultations.Chat(ctx, c.session(), in.Answer, in.key, c.ticket, s.encodeTurn(c))
	return raw(b), err
}

// readStepBack takes an empty body; any other must be JSON at least, and what it says is not looked at.
func readStepBack(in *input) string {
	if b := bytes.TrimSpace(in.call.body); len(b) > 0 && !json.Valid(b) {
		in.fault("body: malformed JSON, or more than one value")
	}
	return in.idempotencyKey()
}

func (s *server) stepBack(ctx context.Context, c *call, key string) (any, error) {
	b, err := s.Consultations.StepBack(ctx, c.session(), key, c.ticket, s.encodeTurn(c))
	return raw(b), err
}

func (s *server) state(ctx context.Context, c *call, _ nothing) (any, error) {
	t, err := s.Consultations.State(ctx, c.session())
	if err != nil {
		return nil, err
	}
	return s.chatResponse(c.claims.Language, t), nil
}

// encodeTurn makes the bytes of a turn's response in the call's language.
func (s *server) encodeTurn(c *call) consult.Encode {
	return func(t *consult.Turn) ([]byte, error) { return encode(s.chatResponse(c.claims.Language, t)) }
}
