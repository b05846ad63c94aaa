package client

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"

	"anamnesis/api"
)

// Initial starts the conversation.
func (s *Session) Initial(ctx context.Context, in api.InitialRequest) (*api.ChatResponse, error) {
	return s.turn(ctx, "/initial", in)
}

// Chat answers the open question. Where the fate of the answer is not known, the state that stands comes back.
func (s *Session) Chat(ctx context.Context, a api.Answer) (*api.ChatResponse, error) {
	return s.turn(ctx, "/chat", a)
}

// StepBack reopens the previous question. It recovers like Chat.
func (s *Session) StepBack(ctx context.Context) (*api.ChatResponse, error) {
	return s.turn(ctx, "/step-back", nil)
}

// turn sends a call that must not be applied twice. Each has an idempotency key of its own.
func (s *Session) turn(ctx context.Context, path string, body any) (*api.ChatResponse, error) {
	s.turns.Lock()
	defer s.turns.Unlock()
	o := s.op(http.MethodPost, path, turn, body)
	o.key, o.repeat = rand.Text(), refused
	r := new(api.ChatResponse)
	err := s.c.do(ctx, o, r)
	if err == nil {
		return r, nil
	}
	if !unknownFate(err) || ctx.Err() != nil {
		return nil, err
	}
	state, stateErr := s.State(ctx)
	if stateErr == nil {
		return state, nil
	}
	var e *Error
	if path == "/initial" && errors.As(stateErr, &e) && e.Status == http.StatusNotFound {
		r = new(api.ChatResponse)
		return r, s.c.do(ctx, o, r) // nothing was applied, and the key guards against a late arrival
	}
	return nil, errors.Join(err, stateErr)
}

// unknownFate says that a call may or may not have been applied.
func unknownFate(err error) bool {
	var e *Error
	return !errors.As(err, &e) || e.Status >= http.StatusInternalServerError
}

// State gives the current question or the final state, without advancing. Before the start it fails with 404.
func (s *Session) State(ctx context.Context) (*api.ChatResponse, error) {
	var r api.ChatResponse
	if err := s.c.do(ctx, s.op(http.MethodGet, "/chat", turn, nil), &r); err != nil {
		return nil, err
	}
	return &r, nil
}

// Report ends the conversation and gives its report.
func (s *Session) Report(ctx context.Context) (*api.ReportResponse, error) {
	var r api.ReportResponse
	if err := s.c.do(ctx, s.op(http.MethodGet, "/report", turn, nil), &r); err != nil {
		return nil, err
	}
	return &r, nil
}
