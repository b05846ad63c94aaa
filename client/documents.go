package client

import (
	"context"
	"net/http"

	"anamnesis/api"
)

// Reasons says why the report says what it says. Like Report it ends the conversation.
func (s *Session) Reasons(ctx context.Context) (*api.ReportReasons, error) {
	r := &api.ReportReasons{}
	return r, s.c.do(ctx, s.op(http.MethodGet, "/report/reasons", turn, nil), r)
}

// PDF is the report to take along to a doctor. Like Report it ends the conversation.
func (s *Session) PDF(ctx context.Context) ([]byte, error) {
	return s.document(ctx, "/report.pdf", "application/pdf")
}

// FHIR is the report as a FHIR R4 Bundle in JSON. Like Report it ends the conversation.
func (s *Session) FHIR(ctx context.Context) ([]byte, error) {
	return s.document(ctx, "/report.fhir", "application/fhir+json")
}

func (s *Session) document(ctx context.Context, path, kind string) ([]byte, error) {
	o := s.op(http.MethodGet, path, turn, nil)
	o.accept = kind
	var b []byte
	err := s.c.do(ctx, o, &b)
	return b, err
}
