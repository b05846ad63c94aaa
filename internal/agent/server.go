package agent

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"anamnesis/api"
	"anamnesis/client"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxConsultations bounds those under way in one server; the one that expires first makes room.
const maxConsultations = 64

const instructions = `You carry words between a person and a medical symptom assessment. The assessment decides; you do not.
1. start_consultation, show the terms as they are, and go on only if the person accepts them.
2. describe_complaint with the person's own words, unchanged.
3. Show each question with its choices. Send back exactly the choices the person made. Never guess an answer, leave a choice out, or add advice.
4. If emergency is true, say the recommendation at once, before anything else.
5. read_report, and tell the person all of its recommendation, causes, what to watch for and disclaimer. Never soften or re-rank it.`

// errUnknown says that an id names no consultation of this server.
var errUnknown = errors.New("no such consultation, or it has expired: start a new one")

// Server holds the consultations of one agent. Safe for concurrent use.
type Server struct {
	client *client.Client
	now    func() time.Time
	mu     sync.Mutex
	by     map[string]*talk
}

// talk is one consultation.
type talk struct {
	*client.Session
	mu      sync.Mutex // one call at a time
	version string     // of the terms shown
	expires time.Time
	state   *api.ChatResponse
}

// New makes an MCP server with the tools of a consultation on a service.
func New(c *client.Client, version string, now func() time.Time) *mcp.Server {
	s := &Server{client: c, now: now, by: map[string]*talk{}}
	m := mcp.NewServer(&mcp.Implementation{Name: "anamnesis", Title: "Anamnesis symptom assessment", Version: version}, &mcp.ServerOptions{Instructions: instructions})
	mcp.AddTool(m, &mcp.Tool{Name: "start_consultation", Description: "Begin a consultation. Gives its id and the terms, which the person has to accept."}, tool(s.start))
	mcp.AddTool(m, &mcp.Tool{Name: "describe_complaint", Description: "Accept the terms for the person and say who they are and what is wrong, in their own words. Gives the first question."}, tool(s.describe))
	mcp.AddTool(m, &mcp.Tool{Name: "answer_question", Description: "Answer the open question with the ids of the choices that the person affirmed; all others count as not affirmed. Gives the next question."}, tool(s.answer))
	mcp.AddTool(m, &mcp.Tool{Name: "search_symptom", Description: "Look a symptom up by a few letters, for a question of type autocomplete. Answer that question with ids found here, or with skip_autocomplete alone."}, tool(s.search))
	mcp.AddTool(m, &mcp.Tool{Name: "step_back", Description: "Take the last answer back. Gives the question again."}, tool(s.stepBack))
	mcp.AddTool(m, &mcp.Tool{Name: "read_report", Description: "End the consultation and read its report, once report_ready is true."}, tool(s.report))
	return m
}

// tool fits a function to the protocol: the output goes out as structured content and as JSON text.
func tool[In, Out any](f func(context.Context, In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(ctx, in)
		return nil, out, err
	}
}

// Nothing is the input of a tool that needs none.
type Nothing struct{}

// Started is a consultation whose terms are to be shown.
type Started struct {
	Consultation string   `json:"consultation" jsonschema:"id of the consultation, for every further call"`
	Terms        []string `json:"terms" jsonschema:"legal text to show to the person as it is"`
	Policies     []string `json:"policies" jsonschema:"policies that the person has to agree to"`
	ExpiresIn    int      `json:"expires_in" jsonschema:"seconds until the consultation expires"`
}

func (s *Server) start(ctx context.Context, _ Nothing) (Started, error) {
	ses, err := s.client.Login(ctx)
	if err != nil {
		return Started{}, err
	}
	terms, err := ses.Terms(ctx)
	if err != nil {
		return Started{}, err
	}
	_, expires := ses.Token()
	out := Started{Consultation: rand.Text(), ExpiresIn: int(expires.Sub(s.now()).Seconds()), Terms: values(terms.Messages), Policies: values(terms.CheckboxPolicies)}
	s.keep(out.Consultation, &talk{Session: ses, version: terms.ContentVersion, expires: expires})
	return out, nil
}

func (s *Server) keep(id string, t *talk) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := ""
	for k, v := range s.by {
		if !s.now().Before(v.expires) {
			delete(s.by, k)
		} else if first == "" || v.expires.Before(s.by[first].expires) {
			first = k
		}
	}
	if len(s.by) >= maxConsultations {
		delete(s.by, first)
	}
	s.by[id] = t
}

// with runs f on a consultation, one call at a time.
func (s *Server) with(id string, f func(*talk) error) error {
	s.mu.Lock()
	t := s.by[id]
	s.mu.Unlock()
	if t == nil || !s.now().Before(t.expires) {
		return errUnknown
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return f(t)
}

func values(list []api.Message) []string {
	out := []string{}
	for _, m := range list {
		if m.Value != "" {
			out = append(out, m.Value)
		}
	}
	return out
}

// Complaint is who the person is and what is wrong.
type Complaint struct {
	Consultation  string `json:"consultation"`
	TermsAccepted bool   `json:"terms_accepted" jsonschema:"the person has read and accepted the terms"`
	Age           int    `json:"age" jsonschema:"years, 18 to 125"`
	Sex           string `json:"sex" jsonschema:"sex assigned at birth: female or male"`
	Words         string `json:"words" jsonschema:"what is wrong, in the person's own words, 3 to 500 characters"`
}

func (s *Server) describe(ctx context.Context, in Complaint) (out State, err error) {
	err = s.with(in.Consultation, func(t *talk) error {
		if !in.TermsAccepted {
			return errors.New("the person has to accept the terms first")
		}
		if t.state != nil {
			return errors.New("this consultation has begun; answer its question, or start another")
		}
		if t.version != "" {
			if _, err := t.Accept(ctx, t.version); err != nil {
				return err
			}
			t.version = "" // accepted once, even where what follows is refused
		}
		t.state, err = t.Initial(ctx, api.InitialRequest{Gender: in.Sex, Age: in.Age, InitialQuery: in.Words})
		out = stateOf(t.state)
		return err
	})
	return out, err
}

// Answer is what the person chose.
type Answer struct {
	Consultation string   `json:"consultation"`
	Chosen       []string `json:"chosen" jsonschema:"ids of the choices that the person affirmed; empty for none"`
}

func (s *Server) answer(ctx context.Context, in Answer) (out State, err error) {
	err = s.with(in.Consultation, func(t *talk) error {
		if t.state == nil || t.state.Question == nil {
			return errors.New("no question is open")
		}
		q := t.state.Question
		a := api.Answer{Type: q.Type, Included: in.Chosen}
		for _, c := range q.Choices {
			if q.Type != api.QuestionAutocomplete && !slices.Contains(in.Chosen, c.ID) {
				a.Excluded = append(a.Excluded, c.ID)
			}
		}
		next, err := t.Chat(ctx, a)
		if err != nil {
			return err
		}
		t.state, out = next, stateOf(next)
		return nil
	})
	return out, err
}

// One names a consultation.
type One struct {
	Consultation string `json:"consultation"`
}

func (s *Server) stepBack(ctx context.Context, in One) (out State, err error) {
	err = s.with(in.Consultation, func(t *talk) error {
		if t.state == nil {
			return errors.New("no question is open")
		}
		back, err := t.StepBack(ctx)
		if err != nil {
			return err
		}
		t.state, out = back, stateOf(back)
		return nil
	})
	return out, err
}

// Query is a text to look up.
type Query struct {
	Consultation string `json:"consultation"`
	Text         string `json:"text" jsonschema:"a few letters of the symptom, 1 to 100 characters"`
}

// Found are symptoms that a text may mean, best first.
type Found struct {
	Symptoms []Choice `json:"symptoms"`
}

func (s *Server) search(ctx context.Context, in Query) (out Found, err error) {
	out.Symptoms = []Choice{}
	err = s.with(in.Consultation, func(t *talk) error {
		found, err := t.Search(ctx, in.Text, "")
		if err != nil {
			return err
		}
		for _, f := range found.Autocomplete {
			out.Symptoms = append(out.Symptoms, Choice{ID: f.ID, Text: f.DropdownName})
		}
		return nil
	})
	return out, err
}

func (s *Server) report(ctx context.Context, in One) (out Report, err error) {
	err = s.with(in.Consultation, func(t *talk) error {
		if t.state != nil && t.state.Report != nil { // the conversation ended with it
			out = reportOf(t.state.Report)
			return nil
		}
		r, err := t.Report(ctx)
		if err != nil {
			return fmt.Errorf("read the report: %w", err)
		}
		out = reportOf(&r.Report)
		return nil
	})
	return out, err
}
