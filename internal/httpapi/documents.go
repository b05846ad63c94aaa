package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"anamnesis/api"
	"anamnesis/internal/consult"
	"anamnesis/internal/document"
	"anamnesis/internal/report"
)

// reportReasons says why the report says what it says. Like GET /report it ends the conversation.
func (s *server) reportReasons(ctx context.Context, c *call, _ nothing) (any, error) {
	_, d, err := s.dossier(ctx, c)
	if err != nil {
		return nil, err
	}
	return s.reasonsOf(d), nil
}

// reportPDF is the report to take along to a doctor.
func (s *server) reportPDF(ctx context.Context, c *call, _ nothing) (any, error) {
	return s.document(ctx, c, document.PDF, "application/pdf", "report.pdf")
}

// reportFHIR is the report for a doctor's system.
func (s *server) reportFHIR(ctx context.Context, c *call, _ nothing) (any, error) {
	return s.document(ctx, c, document.FHIR, "application/fhir+json", "report.fhir.json")
}

func (s *server) document(ctx context.Context, c *call, build func(*document.Document) ([]byte, error), kind, file string) (any, error) {
	shown, d, err := s.dossier(ctx, c)
	if err != nil {
		return nil, err
	}
	b, err := build(&document.Document{
		SID: d.SID, Language: d.Language, Words: d.Words, Started: d.Started, Ended: d.Updated,
		Report: &shown.Report, Reasons: s.reasonsOf(d),
		Text: func(key string) string { return s.Base.Message(d.Language, key) },
	})
	if err != nil {
		return nil, err
	}
	return reply{status: http.StatusOK, body: b, header: http.Header{
		"Content-Type": {kind}, "Content-Disposition": {`attachment; filename="` + file + `"`},
	}}, nil
}

// dossier ends the conversation if that is still to be done, and gives the report as it was shown with what stands beside it.
func (s *server) dossier(ctx context.Context, c *call) (*api.ReportResponse, *consult.Dossier, error) {
	b, err := s.Consultations.Report(ctx, c.session(), s.encodeReport(c))
	if errors.Is(err, consult.ErrNotStarted) {
		err = consult.ErrReportNotReady
	}
	if err != nil {
		return nil, nil, err
	}
	shown := &api.ReportResponse{}
	if err := json.Unmarshal(b, shown); err != nil {
		return nil, nil, fmt.Errorf("read report: %w", err)
	}
	d, err := s.Consultations.Dossier(ctx, c.claims.Session)
	return shown, d, err
}

func (s *server) reasonsOf(d *consult.Dossier) *api.ReportReasons {
	out := &api.ReportReasons{Edition: d.Edition, Level: api.LevelReasons{
		TriageLevel: api.TriageLevel(d.Level.Level), LeastHarm: api.TriageLevel(d.Level.LeastHarm), Rules: rules(d.Level.Rules),
	}}
	for _, l := range d.Level.Conditions {
		out.Level.Causes = append(out.Level.Causes, api.CauseLevel{CUI: l.Code, Name: l.Name, Level: api.TriageLevel(l.Level)})
	}
	for i := range d.Causes {
		out.Causes = append(out.Causes, causeReasons(&d.Causes[i]))
	}
	for i := range d.Asked {
		out.Questions = append(out.Questions, s.asked(d.Language, &d.Asked[i]))
	}
	return out
}

func causeReasons(c *report.CauseReasons) api.CauseReasons {
	return api.CauseReasons{
		CUI: c.Code, Name: c.Name, Category: c.Category, Probability: c.Probability, FullProbability: c.FullProbability,
		For: reasonList(c.For), Against: reasonList(c.Against),
	}
}

func (s *server) asked(lang string, a *consult.Asked) api.AskedQuestion {
	out := api.AskedQuestion{ID: a.Question.ID, Type: a.Question.Type, Why: a.Why}
	for _, m := range a.Question.Messages {
		if m.Type == api.MessageHeader || out.Text == "" {
			out.Text = m.Value
		}
	}
	texts := map[string]string{}
	for _, c := range a.Question.Choices {
		texts[c.ID] = c.Text
	}
	list := func(ids []string) []api.Choice {
		var out []api.Choice
		for _, id := range ids {
			text := texts[id]
			if text == "" {
				text = s.searched(lang, id)
			}
			out = append(out, api.Choice{ID: id, Text: text})
		}
		return out
	}
	out.Included, out.Excluded = list(a.Included), list(a.Excluded)
	return out
}

// searched names what was chosen in a search, where the question had no choices.
func (s *server) searched(lang, id string) string {
	base := s.Base.In(lang)
	if code, ok := strings.CutPrefix(id, "clarify_"); ok {
		if i, ok := base.ClarificationByCode(code); ok {
			return base.Text(lang, base.Clarifications[i].Name)
		}
	}
	if i, ok := base.ConceptByCode(strings.TrimPrefix(id, "assessment_")); ok {
		return base.Text(lang, base.Concepts[i].Name)
	}
	return id
}
