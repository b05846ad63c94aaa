package bench

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"time"

	"anamnesis/api"
)

// ServeEcho is the peer of every row over HTTP: net/http with a handler that decodes an answer and encodes a state of
// usual size (1.6 KB) by encoding/json, and does nothing else. It serves until the context is done.
func ServeEcho(ctx context.Context, address string) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	reply := usualState()
	srv := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a api.Answer
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil && r.Method != http.MethodGet {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		b, _ := json.Marshal(reply) // plain values always encode
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(b)
	})}
	go func() {
		<-ctx.Done()
		_ = srv.Close()
	}()
	if err := srv.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}

// usualState is a response of the size that turns usually have.
func usualState() *api.ChatResponse {
	least := 0
	s := &api.ChatResponse{ConversationDetails: api.ConversationDetails{
		StepBackPossible: true, Scenario: api.ScenarioRoutine, Progress: api.Progress{Stage: api.StageQuestions, Percentage: 52},
		SymptomsSummary: &api.SymptomsSummary{
			Selected: repeatConcept(3), Excluded: repeatConcept(9),
		},
	}}
	s.Question = &api.Question{
		Type: api.QuestionSymptoms, ID: "qfffffffffffffff", Constraints: &api.Constraints{MinSelections: &least},
		Messages: []api.Message{
			{Value: "Do you have any of these as well?", Type: api.MessageHeader, Format: api.FormatPlain},
			{Value: "Select all that apply.", Type: api.MessageParagraph, Format: api.FormatPlain},
		},
	}
	for range 4 {
		s.Question.Choices = append(s.Question.Choices, api.Choice{ID: "C0000000", Text: "A finding in plain words", SymptomDefinition: &api.Message{
			Value: "One sentence that says what is meant by it, in plain words.", Type: api.MessageParagraph, Format: api.FormatPlain,
		}})
	}
	return s
}

func repeatConcept(n int) []api.Concept {
	out := make([]api.Concept, n)
	for i := range out {
		out[i] = api.Concept{CUI: "C0000000", Name: "Name of a finding"}
	}
	return out
}

// usualAnswer is a request body of usual size, 300 B.
func usualAnswer() []byte {
	b, _ := json.Marshal(api.Answer{Type: api.QuestionSymptoms, Included: []string{"C0000001", "C0000002"}, Excluded: []string{
		"C0000003", "C0000004", "C0000005", "C0000006", "C0000007", "C0000008", "C0000009", "C0000010", "C0000011", "C0000012", "C0000013",
		"C0000014", "C0000015", "C0000016", "C0000017", "C0000018", "C0000019",
	}})
	return b
}
