package terminal

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"anamnesis/api"
	"anamnesis/client"
)

// flow leads a person from screen to screen.
type flow struct {
	display *display
	ses     Session
}

func (f *flow) words() words { return f.display.paint.words }

func (f *flow) run(ctx context.Context) (*api.PatientReport, error) {
	f.display.search = func(ctx context.Context, text string) ([]api.Suggestion, error) {
		r, err := f.ses.Search(ctx, text, "")
		if err != nil {
			return nil, err
		}
		return r.Autocomplete, nil
	}
	terms, err := f.terms(ctx)
	if err != nil {
		return nil, err
	}
	on, err := again(ctx, f, func(ctx context.Context) (*api.OnboardingResponse, error) {
		return f.ses.Accept(ctx, terms.ContentVersion)
	})
	if err != nil {
		return nil, err
	}
	turn, err := f.begin(ctx, on)
	for err == nil && turn.Question != nil {
		turn, err = f.turn(ctx, turn)
	}
	if err != nil {
		return nil, err
	}
	return f.report(ctx, turn)
}

// again makes a call that may be made again, as often as the person wants where the service does not answer.
func again[T any](ctx context.Context, f *flow, call func(context.Context) (T, error)) (T, error) {
	for {
		v, err := wait(ctx, f.display, call)
		if err == nil || !passing(err) {
			return v, err
		}
		if err := f.display.show(ctx, &trouble{"The service cannot be reached just now."}); err != nil {
			return v, err
		}
	}
}

// passing says that the same call may succeed later.
func passing(err error) bool {
	var e *client.Error
	if errors.As(err, &e) {
		return e.Temporary()
	}
	return !errors.Is(err, ErrLeft) && !errors.Is(err, context.Canceled)
}

func (f *flow) terms(ctx context.Context) (*api.TermsResponse, error) {
	terms, err := again(ctx, f, f.ses.Terms)
	if err != nil {
		return nil, err
	}
	list := append([]api.Message{}, terms.Messages...)
	list = append(list, terms.FooterPolicies...)
	for _, m := range terms.CheckboxPolicies {
		m.Type = api.MessageBullet
		list = append(list, m)
	}
	s := &choose{messages: list, least: 1, most: 1, choices: []api.Choice{{ID: "y", Text: f.words().say("I agree to all of this")}, {ID: "n", Text: f.words().say("I do not agree: leave")}}}
	if err := f.display.show(ctx, s); err != nil {
		return nil, err
	}
	if s.at != 0 {
		return nil, ErrLeft
	}
	return terms, nil
}

// begin asks who it is about and what is wrong, and starts the conversation.
func (f *flow) begin(ctx context.Context, on *api.OnboardingResponse) (*api.ChatResponse, error) {
	age := &write{messages: on.AgeQuestion.Messages, check: checkAge(&on.AgeQuestion, f.words())}
	sex := newChoose(&on.GenderQuestion, true)
	query := &write{messages: on.SymptomsQuestion.Messages, check: checkQuery(&on.SymptomsQuestion, f.words()), back: true}
	for {
		if err := f.onboard(ctx, age, sex, query); err != nil {
			return nil, err
		}
		n, _ := strconv.Atoi(age.value())
		in := api.InitialRequest{Age: n, InitialQuery: query.value()}
		if len(sex.ticked) > 0 {
			in.Gender = sex.ticked[0]
		}
		turn, err := f.initial(ctx, in)
		var e *client.Error
		if errors.As(err, &e) && e.Status == http.StatusBadRequest && len(e.ValidationErrors) > 0 {
			query.note = f.words().say("Please say it in other words: %s", strings.Join(e.ValidationErrors, "; "))
			continue
		}
		return turn, err
	}
}

// onboard shows the first screens; each keeps what it was told when it is opened again.
func (f *flow) onboard(ctx context.Context, age *write, sex *choose, query *write) error {
	at := 0
	if query.note != "" {
		at = 2
	}
	for at < 3 {
		sex.stepped, query.stepped = false, false
		if err := f.display.show(ctx, []screen{age, sex, query}[at]); err != nil {
			return err
		}
		if sex.stepped || query.stepped {
			at--
		} else {
			at++
		}
	}
	return nil
}

// initial starts the conversation, or finds it started.
func (f *flow) initial(ctx context.Context, in api.InitialRequest) (*api.ChatResponse, error) {
	turn, err := wait(ctx, f.display, func(ctx context.Context) (*api.ChatResponse, error) { return f.ses.Initial(ctx, in) })
	for err != nil && passing(err) {
		if err = f.display.show(ctx, &trouble{"The service cannot be reached just now."}); err != nil {
			return nil, err
		}
		turn, err = wait(ctx, f.display, func(ctx context.Context) (*api.ChatResponse, error) {
			turn, err := f.ses.State(ctx)
			var e *client.Error
			if errors.As(err, &e) && e.Status == http.StatusNotFound {
				return f.ses.Initial(ctx, in)
			}
			return turn, err
		})
	}
	return turn, err
}

// turn asks a question and sends its answer. Where its fate is not known, the state that stands is asked for: no
// answer is sent twice.
func (f *flow) turn(ctx context.Context, r *api.ChatResponse) (*api.ChatResponse, error) {
	f.display.percent = r.ConversationDetails.Progress.Percentage
	send, err := f.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	turn, err := wait(ctx, f.display, send)
	if err == nil || !passing(err) {
		return turn, err
	}
	if err := f.display.show(ctx, &trouble{"The service cannot be reached just now."}); err != nil {
		return nil, err
	}
	return again(ctx, f, f.ses.State)
}

// ask gives the call that carries the answer.
func (f *flow) ask(ctx context.Context, r *api.ChatResponse) (func(context.Context) (*api.ChatResponse, error), error) {
	q, back := r.Question, r.ConversationDetails.StepBackPossible
	a := api.Answer{Type: q.Type}
	var stepped bool
	if q.Type == api.QuestionAutocomplete {
		s := newSearch(q, back)
		s.words = f.words()
		if err := f.display.show(ctx, s); err != nil {
			return nil, err
		}
		a.Included, stepped = s.included(), s.stepped
	} else {
		c := newChoose(q, back)
		c.words = f.words()
		if err := f.display.show(ctx, c); err != nil {
			return nil, err
		}
		a, stepped = answer(q, c.included()), c.stepped
	}
	if stepped {
		return f.ses.StepBack, nil
	}
	return func(ctx context.Context) (*api.ChatResponse, error) { return f.ses.Chat(ctx, a) }, nil
}

// report shows the report to its end. A person who leaves it has seen it.
func (f *flow) report(ctx context.Context, turn *api.ChatResponse) (*api.PatientReport, error) {
	rep := turn.Report
	if rep == nil {
		r, err := again(ctx, f, f.ses.Report)
		if err != nil {
			return nil, err
		}
		rep = &r.Report
	}
	f.display.percent = 100
	if err := f.display.show(ctx, &reading{rep}); err != nil && !errors.Is(err, ErrLeft) && !errors.Is(err, context.Canceled) {
		return nil, err
	}
	return rep, nil
}
