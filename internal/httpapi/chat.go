package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"anamnesis/api"
	"anamnesis/internal/consult"
)

// answered is the input of POST /chat.
type answered struct {
	consult.Answer
	key   string
	lists bool // both lists were read, so that they can be held against the question
}

// readAnswer judges the form of an answer; whether it fits the question is for package consult.
func readAnswer(in *input) answered {
	a := answered{key: in.idempotencyKey()}
	a.Type = in.oneOf("type", api.QuestionGeneric, api.QuestionSymptom, api.QuestionSymptoms, api.QuestionSymptomsOne,
		api.AnswerSymptomOne, api.QuestionFactor, api.QuestionHealthBackground, api.QuestionAutocomplete)
	before := len(in.faults)
	a.Included, a.Excluded = in.strings("included"), in.strings("excluded")
	a.lists = len(in.faults) == before && !in.broken
	if len(a.Included)+len(a.Excluded) == 0 && len(in.faults) == before && !in.broken {
		in.fault("included, excluded: at least one of them must be non-empty")
	}
	return a
}

func (s *server) chat(ctx context.Context, c *call) (any, error) {
	in := &input{call: c}
	a := readAnswer(in)
	if err := in.err(); err != nil {
		return nil, s.everyFault(ctx, c, a, err)
	}
	b, err := s.Consultations.Chat(ctx, c.session(), a.Answer, a.key, c.ticket, s.encodeTurn(c))
	return raw(b), err
}

// everyFault holds an answer whose form is at fault against the open question all the same, so that
// one reply names every fault.
func (s *server) everyFault(ctx context.Context, c *call, a answered, err error) error {
	var form *invalidError
	if !a.lists || !errors.As(err, &form) {
		return err
	}
	fit := s.Consultations.Faults(ctx, c.session(), a.Answer)
	if fit == nil {
		return err
	}
	all := consult.Invalid{Mismatch: fit.Mismatch, Faults: slices.Clone(form.faults)}
	for _, f := range fit.Faults {
		if !slices.Contains(all.Faults, f) {
			all.Faults = append(all.Faults, f)
		}
	}
	return &all
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
	b, err := s.appendTurn(make([]byte, 0, turnBytes), c.claims.Language, t)
	return raw(b), err
}

// turnBytes is room for a usual turn.
const turnBytes = 3 << 10

// encodeTurn makes the bytes of a turn's response in the call's language.
func (s *server) encodeTurn(c *call) consult.Encode {
	return func(t *consult.Turn) ([]byte, error) {
		return s.appendTurn(make([]byte, 0, turnBytes), c.claims.Language, t)
	}
}
