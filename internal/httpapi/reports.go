package httpapi

import (
	"context"
	"errors"

	"anamnesis/api"
	"anamnesis/internal/consult"
	"anamnesis/internal/report"
)

// report ends the conversation. Before its start no report is possible either.
func (s *server) report(ctx context.Context, c *call, _ nothing) (any, error) {
	b, err := s.Consultations.Report(ctx, c.session(), s.encodeReport(c))
	if errors.Is(err, consult.ErrNotStarted) {
		err = consult.ErrReportNotReady
	}
	return raw(b), err
}

func (s *server) encodeReport(c *call) func(*consult.Turn, *report.Report) ([]byte, error) {
	return func(t *consult.Turn, r *report.Report) ([]byte, error) {
		return encode(api.ReportResponse{ConversationDetails: details(t), Report: *s.patientReport(c.claims.Language, r)})
	}
}
