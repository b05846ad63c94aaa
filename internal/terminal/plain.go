package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"anamnesis/api"
)

// plainWidth is how wide lines are where nobody says how wide.
const plainWidth = 80

// plain is a consultation line by line: piped, in a log, on a terminal that can do no more.
type plain struct {
	ses   Session
	in    *bufio.Scanner
	out   io.Writer
	words words
}

func newPlain(ses Session, in io.Reader, out io.Writer, w words) *plain {
	return &plain{ses: ses, in: bufio.NewScanner(in), out: out, words: w}
}

func (t *plain) say(format string, args ...any) { _, _ = fmt.Fprintf(t.out, format+"\n", args...) }

// ask prints a prompt and reads a line; "q" leaves.
func (t *plain) ask(prompt string) (string, error) {
	_, _ = fmt.Fprint(t.out, clean(prompt)+" > ")
	if !t.in.Scan() {
		t.say("")
		if err := t.in.Err(); err != nil {
			return "", err
		}
		return "", ErrLeft
	}
	line := strings.TrimSpace(t.in.Text())
	t.say("%s", clean(line))
	if line == "q" || line == "quit" {
		return "", ErrLeft
	}
	return line, nil
}

func (t *plain) messages(list []api.Message) {
	for _, line := range (paint{}).messages(list, plainWidth) {
		t.say("%s", line)
	}
}

func (t *plain) run(ctx context.Context) (*api.PatientReport, error) {
	turn, err := t.begin(ctx)
	for err == nil && turn.Question != nil {
		turn, err = t.turn(ctx, turn)
	}
	if err != nil {
		return nil, err
	}
	rep := turn.Report
	if rep == nil {
		r, err := t.ses.Report(ctx)
		if err != nil {
			return nil, err
		}
		rep = &r.Report
	}
	t.say("")
	_, err = io.WriteString(t.out, strings.Join(layOut(rep, paint{words: t.words}, plainWidth), "\n")+"\n")
	return rep, err
}

// terms asks for consent.
func (t *plain) terms(ctx context.Context) (*api.OnboardingResponse, error) {
	terms, err := t.ses.Terms(ctx)
	if err != nil {
		return nil, err
	}
	t.messages(terms.Messages)
	t.messages(terms.FooterPolicies)
	for _, m := range terms.CheckboxPolicies {
		t.say("  [ ] %s", clean(m.Value))
	}
	t.say("%s", t.words.say("q leaves at any time."))
	for {
		line, err := t.ask(t.words.say("Do you agree to all of this? (y/n)"))
		if err != nil {
			return nil, err
		}
		switch line = strings.ToLower(line); {
		case slices.Contains(strings.Fields(t.words.say("y yes")), line):
			return t.ses.Accept(ctx, terms.ContentVersion)
		case slices.Contains(strings.Fields(t.words.say("n no")), line):
			return nil, ErrLeft
		}
	}
}

// begin asks the three onboarding questions and starts the conversation.
func (t *plain) begin(ctx context.Context) (*api.ChatResponse, error) {
	on, err := t.terms(ctx)
	if err != nil {
		return nil, err
	}
	var in api.InitialRequest
	age, err := t.checked(&on.AgeQuestion, checkAge(&on.AgeQuestion, t.words))
	if err != nil {
		return nil, err
	}
	in.Age, _ = strconv.Atoi(age)
	for in.Gender == "" {
		line, err := t.ask(prompt(&on.GenderQuestion) + t.words.say(" (f/m)"))
		if err != nil {
			return nil, err
		}
		switch line = strings.ToLower(line); {
		case slices.Contains(strings.Fields(t.words.say("f female")), line):
			in.Gender = api.GenderFemale
		case slices.Contains(strings.Fields(t.words.say("m male")), line):
			in.Gender = api.GenderMale
		}
	}
	if in.InitialQuery, err = t.checked(&on.SymptomsQuestion, checkQuery(&on.SymptomsQuestion, t.words)); err != nil {
		return nil, err
	}
	return t.ses.Initial(ctx, in)
}

// checked asks until nothing is wrong with the answer.
func (t *plain) checked(q *api.Question, check func(string) string) (string, error) {
	for {
		line, err := t.ask(prompt(q))
		if err != nil {
			return "", err
		}
		fault := check(line)
		if fault == "" {
			return line, nil
		}
		t.say("%s", fault)
	}
}

// prompt is a question's first message.
func prompt(q *api.Question) string {
	if len(q.Messages) == 0 {
		return q.ID
	}
	return q.Messages[0].Value
}

// turn shows a question, reads an answer and sends it; "b" steps back.
func (t *plain) turn(ctx context.Context, r *api.ChatResponse) (*api.ChatResponse, error) {
	q, back := r.Question, r.ConversationDetails.StepBackPossible
	t.say("\n%d %%", r.ConversationDetails.Progress.Percentage)
	t.messages(q.Messages)
	if q.Type == api.QuestionAutocomplete {
		return t.search(ctx, q, back)
	}
	for i, c := range q.Choices {
		t.say("  %d) %s", i+1, clean(c.Text))
		if c.SymptomDefinition != nil && c.SymptomDefinition.Value != "" {
			t.say("%s", strings.Join((paint{}).hang("     ", "", c.SymptomDefinition.Value, plainWidth), "\n"))
		}
	}
	least, most := bounds(q)
	for {
		line, err := t.ask(t.hint(least, most, back))
		if err != nil {
			return nil, err
		}
		if line == "b" && back {
			return t.ses.StepBack(ctx)
		}
		in, err := t.pick(line, q.Choices)
		if err == nil && (len(in) < least || len(in) > most) {
			err = errors.New(t.words.say("choose %d to %d", least, most))
		}
		if err != nil {
			t.say("%s", err)
			continue
		}
		return t.ses.Chat(ctx, answer(q, in))
	}
}

func (t *plain) hint(least, most int, back bool) string {
	h := t.words.say("numbers, such as 1 3")
	if most == 1 {
		h = t.words.say("a number")
	}
	if least == 0 {
		h += t.words.say(", or Enter for none")
	}
	if back {
		h += t.words.say(", b for back")
	}
	return h
}

// pick reads numbers, parted by spaces or commas.
func (t *plain) pick(line string, choices []api.Choice) ([]string, error) {
	var in []string
	for _, f := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(f)
		if err != nil || n < 1 || n > len(choices) {
			return nil, errors.New(t.words.say("%q is not a number from 1 to %d", f, len(choices)))
		}
		if id := choices[n-1].ID; !slices.Contains(in, id) {
			in = append(in, id)
		}
	}
	return in, nil
}

// search looks symptoms up until some are taken, or the search is skipped.
func (t *plain) search(ctx context.Context, q *api.Question, back bool) (*api.ChatResponse, error) {
	for {
		line, err := t.ask(t.words.say("a symptom, or Enter to skip"))
		if err != nil {
			return nil, err
		}
		if line == "b" && back {
			return t.ses.StepBack(ctx)
		}
		if line == "" {
			return t.ses.Chat(ctx, api.Answer{Type: q.Type, Included: []string{api.ChoiceSkip}})
		}
		found, err := t.ses.Search(ctx, line, "")
		if err != nil {
			return nil, err
		}
		if len(found.Autocomplete) == 0 {
			t.say("%s", t.words.say("Nothing found. Try another word."))
			continue
		}
		in, err := t.choice(q, found.Autocomplete)
		if err != nil {
			return nil, err
		}
		if len(in) > 0 {
			return t.ses.Chat(ctx, api.Answer{Type: q.Type, Included: in})
		}
	}
}

// choice offers what was found; none taken means that the search goes on.
func (t *plain) choice(q *api.Question, found []api.Suggestion) ([]string, error) {
	var choices []api.Choice
	for i, s := range found {
		t.say("  %d) %s", i+1, clean(s.DropdownName))
		choices = append(choices, api.Choice{ID: s.ID})
	}
	line, err := t.ask(t.words.say("numbers, or Enter to search again"))
	if err != nil {
		return nil, err
	}
	in, err := t.pick(line, choices)
	if _, most := bounds(q); err == nil && most > 0 && len(in) > most {
		in, err = nil, errors.New(t.words.say("choose up to %d", most))
	}
	if err != nil {
		t.say("%s", err)
	}
	return in, nil
}
