package httpapi

import (
	"strconv"

	"anamnesis/api"
	"anamnesis/internal/consult"
	"anamnesis/internal/jsontext"
)

// appendTurn appends a turn as encode would write chatResponse of it, byte for byte. Every answer of every
// consultation goes out through it, and encoding/json takes ten times as long.
func (s *server) appendTurn(b []byte, lang string, t *consult.Turn) ([]byte, error) {
	b = append(b, `{"conversation_details":`...)
	b = appendDetails(b, t)
	if t.Question != nil {
		b = append(b, `,"question":`...)
		b = appendQuestion(b, t.Question)
	}
	if t.Report != nil {
		r, err := encode(s.patientReport(lang, t.Report))
		if err != nil {
			return nil, err
		}
		b = append(append(b, `,"report":`...), r...)
	}
	for i, m := range t.Debug {
		if i == 0 {
			b = append(b, `,"debug_messages":[`...)
		} else {
			b = append(b, ',')
		}
		b = jsontext.AppendString(b, m)
		if i == len(t.Debug)-1 {
			b = append(b, ']')
		}
	}
	return append(b, '}'), nil
}

func appendDetails(b []byte, t *consult.Turn) []byte {
	b = strconv.AppendBool(append(b, `{"step_back_possible":`...), t.StepBackPossible)
	b = strconv.AppendBool(append(b, `,"report_possible":`...), t.ReportPossible)
	if t.Scenario != "" {
		b = jsontext.AppendString(append(b, `,"scenario":`...), t.Scenario)
	}
	b = strconv.AppendBool(append(b, `,"conversation_ended":`...), t.Ended)
	if len(t.Selected)+len(t.Excluded)+len(t.Ignored) > 0 {
		b = append(b, `,"symptoms_summary":{`...)
		from := len(b)
		b = appendConcepts(b, from, `"selected":[`, t.Selected)
		b = appendConcepts(b, from, `"excluded":[`, t.Excluded)
		b = append(appendConcepts(b, from, `"ignored":[`, t.Ignored), '}')
	}
	b = append(b, `,"progress":{`...)
	if t.Stage != "" {
		b = append(jsontext.AppendString(append(b, `"stage":`...), t.Stage), ',')
	}
	b = strconv.AppendInt(append(b, `"percentage":`...), int64(t.Percentage), 10)
	return append(b, "}}"...)
}

// appendConcepts appends one list of the summary, which begins at from; nothing where the list is empty.
func appendConcepts(b []byte, from int, name string, list []consult.Named) []byte {
	if len(list) == 0 {
		return b
	}
	if len(b) > from {
		b = append(b, ',')
	}
	b = append(b, name...)
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsontext.AppendString(append(b, `{"cui":`...), n.Code)
		b = append(jsontext.AppendString(append(b, `,"name":`...), n.Name), '}')
	}
	return append(b, ']')
}

func appendQuestion(b []byte, q *consult.Question) []byte {
	b = jsontext.AppendString(append(b, `{"type":`...), q.Type)
	b = jsontext.AppendString(append(b, `,"id":`...), q.ID)
	some := false
	for _, m := range q.Messages {
		if m.Value == "" {
			continue
		}
		if some {
			b = append(b, ',')
		} else {
			b = append(b, `,"messages":[`...)
		}
		some = true
		b = appendMessage(b, m.Value, m.Type, m.Format)
	}
	if some {
		b = append(b, ']')
	}
	for i, c := range q.Choices {
		if i == 0 {
			b = append(b, `,"choices":[`...)
		} else {
			b = append(b, ',')
		}
		b = jsontext.AppendString(append(b, `{"id":`...), c.ID)
		b = jsontext.AppendString(append(b, `,"text":`...), c.Text)
		if c.Definition != "" {
			b = appendMessage(append(b, `,"symptom_definition":`...), c.Definition, api.MessageParagraph, api.FormatPlain)
		}
		b = append(b, '}')
		if i == len(q.Choices)-1 {
			b = append(b, ']')
		}
	}
	b = strconv.AppendInt(append(b, `,"constraints":{"min_selections":`...), int64(q.Min), 10)
	if q.Max > 0 {
		b = strconv.AppendInt(append(b, `,"max_selections":`...), int64(q.Max), 10)
	}
	return append(b, "}}"...)
}

func appendMessage(b []byte, value, kind, format string) []byte {
	b = jsontext.AppendString(append(b, `{"value":`...), value)
	b = jsontext.AppendString(append(b, `,"type":`...), kind)
	return append(jsontext.AppendString(append(b, `,"format":`...), format), '}')
}
