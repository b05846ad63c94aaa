package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/kb"
)

// transcript is a consultation as it went.
type transcript struct {
	onboarding []*api.Question
	steps      []step
	last       *api.ChatResponse
	report     *api.PatientReport
	received   []byte // every byte that the service sent
	searched   []string
	token      string
}

// step is a question and what was done: an answer, or a step back to it.
type step struct {
	question *api.Question
	answer   api.Answer
	back     bool
	found    string // what was taken from a search
}

// mostTurns is more than any consultation has.
const mostTurns = 40

// performance is a consultation under way.
type performance struct {
	*person
	*transcript
	session *client.Session
	before  []*api.ChatResponse // the state before each answer that stands
}

// perform plays a script over HTTP.
func perform(s *server, contract *contract, b *kb.Base, sc *script) (*transcript, error) {
	who, err := newPerson(b, sc)
	if err != nil {
		return nil, err
	}
	w := &wire{contract: contract}
	c, err := client.New(client.Config{
		BaseURL: s.URL() + v1, PartnerID: s.creds.PartnerID, Secret: s.creds.Secret, APIKey: s.creds.APIKey, Language: sc.language,
		HTTP: &http.Client{Transport: w}, Retries: -1,
	})
	if err != nil {
		return nil, err
	}
	p := &performance{person: who, transcript: &transcript{}}
	err = p.play(context.Background(), c)
	p.received = w.received
	return p.transcript, errors.Join(append(w.faults, err)...)
}

func (p *performance) play(ctx context.Context, c *client.Client) error {
	if err := p.open(ctx, c); err != nil {
		return err
	}
	var err error
	if p.last, err = p.session.Initial(ctx, api.InitialRequest{Gender: p.sex, Age: p.age, InitialQuery: p.query}); err != nil {
		return err
	}
	for !p.last.ConversationDetails.ReportPossible || p.due(len(p.before), p.answered()) {
		if len(p.steps) >= mostTurns {
			return fmt.Errorf("no end after %d steps", len(p.steps))
		}
		if err := p.turn(ctx); err != nil {
			return err
		}
	}
	return p.close(ctx)
}

// open goes as far as the three first questions.
func (p *performance) open(ctx context.Context, c *client.Client) (err error) {
	if p.session, err = c.Login(ctx); err != nil {
		return err
	}
	terms, err := p.session.Terms(ctx)
	if err != nil {
		return err
	}
	first, err := p.session.Accept(ctx, terms.ContentVersion)
	if err != nil {
		return err
	}
	p.transcript.token, _ = p.session.Token()
	p.onboarding = []*api.Question{&first.AgeQuestion, &first.GenderQuestion, &first.SymptomsQuestion}
	return nil
}

// turn answers the open question, or steps back where the script says so.
func (p *performance) turn(ctx context.Context) error {
	if p.due(len(p.before), p.answered()) {
		return p.stepBack(ctx)
	}
	st := step{question: p.last.Question}
	answer, err := p.answer(p.last.Question, func(text string) ([]api.Suggestion, error) {
		p.searched = append(p.searched, text)
		found, err := p.session.Search(ctx, text, "")
		if err != nil {
			return nil, err
		}
		return found.Autocomplete, nil
	})
	if err != nil {
		return fmt.Errorf("question %d: %w", len(p.before)+1, err)
	}
	st.answer = answer
	if answer.Type == api.QuestionAutocomplete && answer.Included[0] != api.ChoiceSkip {
		st.found = fmt.Sprintf("%s %q", answer.Included[0], p.searched[len(p.searched)-1])
	}
	next, err := p.session.Chat(ctx, answer)
	if err != nil {
		return fmt.Errorf("answer %d: %w", len(p.before)+1, err)
	}
	p.before, p.steps = append(p.before, p.last), append(p.steps, st)
	p.last = next
	return p.restored(ctx)
}

// answered is the question that was answered last, nil where the last step was back.
func (p *performance) answered() *api.Question {
	if n := len(p.steps); n > 0 && !p.steps[n-1].back {
		return p.steps[n-1].question
	}
	return nil
}

// restored holds GET /chat against the state that was sent last.
func (p *performance) restored(ctx context.Context) error {
	state, err := p.session.State(ctx)
	if err != nil {
		return err
	}
	return same("GET /chat", p.last, state)
}

// stepBack must give the state before the last answer, byte for byte.
func (p *performance) stepBack(ctx context.Context) error {
	ch := p.changes[0]
	p.changes = p.changes[1:]
	if !p.last.ConversationDetails.StepBackPossible {
		return fmt.Errorf("no step back after %d answers", len(p.before))
	}
	state, err := p.session.StepBack(ctx)
	if err != nil {
		return err
	}
	want := p.before[len(p.before)-1]
	p.before, p.last = p.before[:len(p.before)-1], state
	p.steps = append(p.steps, step{question: state.Question, back: true})
	p.has = ch.apply(p.has)
	p.settle()
	return same("step back", want, state)
}

// close fetches the report twice and all that it names.
func (p *performance) close(ctx context.Context) error {
	if len(p.changes) > 0 {
		return fmt.Errorf("the end came before the step back %+v", p.changes[0])
	}
	inline := p.last.Report
	first, err := p.session.Report(ctx)
	if err != nil {
		return err
	}
	p.report = &first.Report
	again, err := p.session.Report(ctx)
	if err != nil {
		return err
	}
	var errs []error
	errs = append(errs, same("the report again", first, again))
	if inline != nil {
		errs = append(errs, same("the report inside the answer", inline, p.report))
	}
	if !first.ConversationDetails.ConversationEnded || p.last.Question != nil && p.last.ConversationDetails.ConversationEnded {
		errs = append(errs, errors.New("conversation_ended is wrong at the end"))
	}
	errs = append(errs, p.articles(ctx))
	_, err = p.session.Chat(ctx, api.Answer{Type: api.QuestionGeneric, Included: []string{"OK"}})
	var refused *client.Error
	if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest {
		errs = append(errs, fmt.Errorf("an answer after the end: %w", err))
	}
	return errors.Join(errs...)
}

// articles fetches every article that the report names; each must exist.
func (p *performance) articles(ctx context.Context) error {
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if a := p.report.InformationArticles; a != nil {
		for _, l := range a.InformationArticles {
			add(l.ID)
		}
	}
	if c := p.report.SubdomainsContainer; c != nil {
		for _, category := range c.Categories {
			for _, d := range category.Subdomains {
				for _, condition := range d.Conditions {
					add(condition.ArticleID)
				}
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := p.session.Articles(ctx, ids[:min(len(ids), api.MaxArticleIDs)]...)
	if err == nil && len(found) != min(len(ids), api.MaxArticleIDs) {
		return fmt.Errorf("of the articles %v only %d exist", ids, len(found))
	}
	return err
}

// same compares two values as they are on the wire.
func same(what string, want, got any) error {
	w, _ := json.Marshal(want)
	g, _ := json.Marshal(got)
	if !bytes.Equal(w, g) {
		return fmt.Errorf("%s differs:\n%.600s\n%.600s", what, w, g)
	}
	return nil
}
