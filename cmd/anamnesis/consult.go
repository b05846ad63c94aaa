package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"anamnesis/api"
	"anamnesis/client"
)

// consultCommand is a consultation in the terminal.
type consultCommand struct{ clientFlags }

// errQuit ends a consultation at the person's wish.
var errQuit = errors.New("the consultation was left")

// Run leads through login, consent, questions and the report.
func (k *consultCommand) Run(c *console) error {
	cfg, stop, err := k.config(c)
	if err != nil {
		return err
	}
	defer stop()
	cl, err := client.New(cfg)
	if err != nil {
		return err
	}
	ses, err := cl.Login(c.ctx)
	if err != nil {
		return err
	}
	t := &talk{c: c, ses: ses, in: bufio.NewScanner(c.in), plain: !colored(c.out)}
	if err := t.run(); err != nil && !errors.Is(err, errQuit) {
		return err
	}
	return nil
}

// colored says whether the output is a terminal that wants colors.
func colored(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// talk is one consultation on a terminal; it works piped and without colors too.
type talk struct {
	c     *console
	ses   *client.Session
	in    *bufio.Scanner
	plain bool
}

func (t *talk) paint(code, s string) string {
	if t.plain {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (t *talk) say(format string, args ...any) { fmt.Fprintf(t.c.out, format+"\n", args...) }

// ask prints a prompt and reads a line; "q" leaves.
func (t *talk) ask(prompt string) (string, error) {
	fmt.Fprint(t.c.out, t.paint("36", prompt+" > "))
	if !t.in.Scan() {
		if err := t.in.Err(); err != nil {
			return "", err
		}
		t.say("")
		return "", errQuit
	}
	line := strings.TrimSpace(t.in.Text())
	if t.plain {
		t.say("%s", line)
	}
	if line == "q" || line == "quit" {
		return "", errQuit
	}
	return line, nil
}

func (t *talk) run() error {
	if err := t.terms(); err != nil {
		return err
	}
	turn, err := t.begin()
	if err != nil {
		return err
	}
	for turn.Question != nil {
		if turn, err = t.turn(turn); err != nil {
			return err
		}
	}
	rep := turn.Report
	if rep == nil {
		r, err := t.ses.Report(t.c.ctx)
		if err != nil {
			return err
		}
		rep = &r.Report
	}
	t.report(rep)
	return nil
}

func (t *talk) terms() error {
	terms, err := t.ses.Terms(t.c.ctx)
	if err != nil {
		return err
	}
	t.messages(terms.Messages)
	for _, m := range terms.CheckboxPolicies {
		t.say("  [ ] %s", unmark(m.Value))
	}
	t.say("%s", t.paint("2", "q leaves at any time."))
	for {
		line, err := t.ask("Do you agree to all of this? (y/n)")
		if err != nil {
			return err
		}
		switch strings.ToLower(line) {
		case "y", "yes":
			return nil
		case "n", "no":
			return errQuit
		}
	}
}

// begin asks the three onboarding questions and starts the conversation.
func (t *talk) begin() (*api.ChatResponse, error) {
	terms, err := t.ses.Terms(t.c.ctx)
	if err != nil {
		return nil, err
	}
	on, err := t.ses.Accept(t.c.ctx, terms.ContentVersion)
	if err != nil {
		return nil, err
	}
	var in api.InitialRequest
	for in.Age == 0 {
		line, err := t.ask(on.AgeQuestion.Messages[0].Value)
		if err != nil {
			return nil, err
		}
		if n, err := strconv.Atoi(line); err == nil && n >= 18 && n <= 125 {
			in.Age = n
		} else {
			t.say("An age from 18 to 125, please.")
		}
	}
	for in.Gender == "" {
		line, err := t.ask(on.GenderQuestion.Messages[0].Value + " (f/m)")
		if err != nil {
			return nil, err
		}
		switch strings.ToLower(line) {
		case "f", "female":
			in.Gender = api.GenderFemale
		case "m", "male":
			in.Gender = api.GenderMale
		}
	}
	for {
		if in.InitialQuery, err = t.ask(on.SymptomsQuestion.Messages[0].Value); err != nil {
			return nil, err
		}
		if n := len([]rune(in.InitialQuery)); n >= 3 && n <= 500 {
			return t.ses.Initial(t.c.ctx, in)
		}
		t.say("3 to 500 characters, please.")
	}
}

// turn shows a question, reads an answer and sends it; "b" steps back.
func (t *talk) turn(r *api.ChatResponse) (*api.ChatResponse, error) {
	q := r.Question
	t.say("")
	t.say("%s", t.paint("2", fmt.Sprintf("%d %%", r.ConversationDetails.Progress.Percentage)))
	t.messages(q.Messages)
	if q.Type == api.QuestionAutocomplete {
		return t.search(r)
	}
	for i, c := range q.Choices {
		t.say("  %s %s", t.paint("1", strconv.Itoa(i+1)+")"), c.Text)
		if c.SymptomDefinition != nil && c.SymptomDefinition.Value != "" {
			t.say("     %s", t.paint("2", c.SymptomDefinition.Value))
		}
	}
	least, most := bounds(q)
	for {
		line, err := t.ask(hint(least, most, r.ConversationDetails.StepBackPossible))
		if err != nil {
			return nil, err
		}
		if line == "b" && r.ConversationDetails.StepBackPossible {
			return t.ses.StepBack(t.c.ctx)
		}
		in, err := pick(line, q.Choices)
		if err == nil && (len(in) < least || len(in) > most) {
			err = fmt.Errorf("choose %d to %d", least, most)
		}
		if err != nil {
			t.say("%s", t.paint("31", err.Error()))
			continue
		}
		return t.ses.Chat(t.c.ctx, answer(q, in))
	}
}

func bounds(q *api.Question) (least, most int) {
	most = len(q.Choices)
	if q.Constraints != nil {
		if q.Constraints.MinSelections != nil {
			least = *q.Constraints.MinSelections
		}
		if q.Constraints.MaxSelections != nil {
			most = *q.Constraints.MaxSelections
		}
	}
	return least, most
}

func hint(least, most int, back bool) string {
	h := "numbers, such as 1 3"
	if most == 1 {
		h = "a number"
	}
	if least == 0 {
		h += ", or Enter for none"
	}
	if back {
		h += ", b for back"
	}
	return h
}

// pick reads numbers, parted by spaces or commas, or the ids themselves.
func pick(line string, choices []api.Choice) ([]string, error) {
	var in []string
	for _, f := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(f)
		if err != nil || n < 1 || n > len(choices) {
			return nil, fmt.Errorf("%q is not a number from 1 to %d", f, len(choices))
		}
		if id := choices[n-1].ID; !slices.Contains(in, id) {
			in = append(in, id)
		}
	}
	return in, nil
}

func answer(q *api.Question, in []string) api.Answer {
	a := api.Answer{Type: q.Type, Included: in}
	for _, c := range q.Choices {
		if !slices.Contains(in, c.ID) {
			a.Excluded = append(a.Excluded, c.ID)
		}
	}
	return a
}

// search looks symptoms up until one is taken, or the search is skipped.
func (t *talk) search(r *api.ChatResponse) (*api.ChatResponse, error) {
	for {
		line, err := t.ask("a symptom, or Enter to skip")
		if err != nil {
			return nil, err
		}
		if line == "b" && r.ConversationDetails.StepBackPossible {
			return t.ses.StepBack(t.c.ctx)
		}
		if line == "" {
			return t.ses.Chat(t.c.ctx, api.Answer{Type: api.QuestionAutocomplete, Included: []string{api.ChoiceSkip}})
		}
		found, err := t.ses.Search(t.c.ctx, line, "")
		if err != nil {
			return nil, err
		}
		var choices []api.Choice
		for i, s := range found.Autocomplete {
			t.say("  %s %s", t.paint("1", strconv.Itoa(i+1)+")"), s.DropdownName)
			choices = append(choices, api.Choice{ID: s.ID})
		}
		if len(choices) == 0 {
			t.say("Nothing found. Try another word.")
			continue
		}
		line, err = t.ask("numbers, or Enter to search again")
		if err != nil {
			return nil, err
		}
		in, err := pick(line, choices)
		if err != nil {
			t.say("%s", t.paint("31", err.Error()))
		}
		if len(in) > 0 {
			return t.ses.Chat(t.c.ctx, api.Answer{Type: api.QuestionAutocomplete, Included: in})
		}
	}
}

func (t *talk) messages(list []api.Message) {
	for _, m := range list {
		text := unmark(m.Value)
		switch m.Type {
		case api.MessageHeader:
			t.say("%s", t.paint("1", text))
		case api.MessageBullet:
			t.say("  - %s", text)
		case api.MessageHint:
			t.say("%s", t.paint("2", text))
		default:
			t.say("%s", text)
		}
	}
}

// unmark takes the bold marks out of a text: a terminal shows none.
func unmark(s string) string { return strings.ReplaceAll(s, "**", "") }
