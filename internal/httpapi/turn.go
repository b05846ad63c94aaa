package httpapi

import (
	"anamnesis/api"
	"anamnesis/internal/consult"
)

// chatResponse puts a turn on the wire.
func (s *server) chatResponse(lang string, t *consult.Turn) api.ChatResponse {
	r := api.ChatResponse{ConversationDetails: details(t), DebugMessages: t.Debug}
	if t.Question != nil {
		r.Question = question(t.Question)
	}
	if t.Report != nil {
		r.Report = s.patientReport(lang, t.Report)
	}
	return r
}

func details(t *consult.Turn) api.ConversationDetails {
	return api.ConversationDetails{
		StepBackPossible:  t.StepBackPossible,
		ReportPossible:    t.ReportPossible,
		Scenario:          t.Scenario,
		ConversationEnded: t.Ended,
		SymptomsSummary:   summary(t),
		Progress:          api.Progress{Stage: t.Stage, Percentage: t.Percentage},
	}
}

func summary(t *consult.Turn) *api.SymptomsSummary {
	if len(t.Selected)+len(t.Excluded)+len(t.Ignored) == 0 {
		return nil
	}
	return &api.SymptomsSummary{Selected: concepts(t.Selected), Excluded: concepts(t.Excluded), Ignored: concepts(t.Ignored)}
}

func concepts(named []consult.Named) []api.Concept {
	out := make([]api.Concept, len(named))
	for i, n := range named {
		out[i] = api.Concept{CUI: n.Code, Name: n.Name}
	}
	return out
}

func question(q *consult.Question) *api.Question {
	out := &api.Question{Type: q.Type, ID: q.ID, Messages: messages(q.Messages), Constraints: &api.Constraints{MinSelections: &q.Min}}
	if q.Max > 0 {
		out.Constraints.MaxSelections = &q.Max
	}
	for _, c := range q.Choices {
		choice := api.Choice{ID: c.ID, Text: c.Text}
		if c.Definition != "" {
			choice.SymptomDefinition = &api.Message{Value: c.Definition, Type: api.MessageParagraph, Format: api.FormatPlain}
		}
		out.Choices = append(out.Choices, choice)
	}
	return out
}

func messages(list []consult.Message) []api.Message {
	out := make([]api.Message, 0, len(list))
	for _, m := range list {
		if m.Value != "" {
			out = append(out, api.Message(m))
		}
	}
	return out
}
