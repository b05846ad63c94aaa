package agent_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/agent"
	"anamnesis/internal/app"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// session connects an agent to a server on a service of its own.
func session(t *testing.T) *mcp.ClientSession {
	t.Helper()
	service, err := app.New(t.Context(), app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + t.TempDir() + "/agent.db"})
	if err != nil {
		t.Fatal(err)
	}
	creds, err := app.CreatePartner(t.Context(), service.Store(), app.NewPartner{Name: "agent"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- service.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	cl, err := client.New(client.Config{BaseURL: service.URL() + api.BasePath, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey})
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := mcp.NewInMemoryTransports()
	server, err := agent.New(cl, "test", time.Now).Connect(ctx, ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	ses, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ses.Close(); _ = server.Wait() })
	return ses
}

// call uses a tool and reads its structured answer; an error of the tool comes back as text.
func call(t *testing.T, ses *mcp.ClientSession, name string, in, out any) string {
	t.Helper()
	res, err := ses.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: in})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if res.IsError {
		return res.Content[0].(*mcp.TextContent).Text
	}
	b, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(b, out)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return ""
}

func must(t *testing.T, fault string) {
	t.Helper()
	if fault != "" {
		t.Fatal(fault)
	}
}

func TestConsultation(t *testing.T) {
	ses := session(t)
	var started agent.Started
	must(t, call(t, ses, "start_consultation", struct{}{}, &started))
	if len(started.Terms) == 0 || started.ExpiresIn < 60 {
		t.Fatalf("started: %+v", started)
	}
	complaint := agent.Complaint{Consultation: started.Consultation, Age: 19, Sex: "male", Words: "belly pain that moved to the lower right, I feel sick"}
	var state agent.State
	if fault := call(t, ses, "describe_complaint", complaint, &state); !strings.Contains(fault, "terms") {
		t.Errorf("without the terms: %q", fault)
	}
	complaint.TermsAccepted, complaint.Age = true, 7
	if fault := call(t, ses, "describe_complaint", complaint, &state); !strings.Contains(fault, "age") {
		t.Errorf("a child: %q", fault)
	}
	complaint.Age = 19
	must(t, call(t, ses, "describe_complaint", complaint, &state))
	if fault := call(t, ses, "answer_question", agent.Answer{Consultation: started.Consultation, Chosen: []string{"invented"}}, &state); fault == "" {
		t.Error("an invented choice was taken")
	}
	turns := 0
	for ; !state.ReportReady && turns < 40; turns++ {
		state = answer(t, ses, started.Consultation, state)
		if turns == 3 {
			var back agent.State
			must(t, call(t, ses, "step_back", agent.One{Consultation: started.Consultation}, &back))
			state = back
		}
	}
	var report agent.Report
	must(t, call(t, ses, "read_report", agent.One{Consultation: started.Consultation}, &report))
	if report.Level == "" || report.Recommendation == "" || len(report.Likely) == 0 || len(report.Disclaimer) == 0 {
		t.Errorf("report after %d turns: %+v", turns, report)
	}
	if fault := call(t, ses, "read_report", agent.One{Consultation: "nonsense"}, &report); !strings.Contains(fault, "no such consultation") {
		t.Errorf("an unknown consultation: %q", fault)
	}
}

// answer affirms what is confirmed and nothing else.
func answer(t *testing.T, ses *mcp.ClientSession, id string, s agent.State) agent.State {
	t.Helper()
	var chosen []string
	q := s.Question
	switch {
	case q.Type == api.QuestionAutocomplete:
		var found agent.Found
		must(t, call(t, ses, "search_symptom", agent.Query{Consultation: id, Text: "belly pain"}, &found))
		chosen = []string{found.Symptoms[0].ID}
	case q.Min > 0:
		chosen = []string{q.Choices[0].ID}
		for _, c := range q.Choices {
			if c.ID == "n" || c.ID == "continue_assessment" {
				chosen = []string{c.ID}
			}
		}
	case q.Max == 0 && strings.HasPrefix(q.Choices[0].ID, "assessment_"):
		chosen = []string{q.Choices[0].ID}
	}
	var next agent.State
	must(t, call(t, ses, "answer_question", agent.Answer{Consultation: id, Chosen: chosen}, &next))
	return next
}
