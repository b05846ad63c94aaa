package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// recognizeCommand shows what the text recognizer sees.
type recognizeCommand struct {
	Text string `arg:"" help:"The text, or - to read one a line from standard input."`
	JSON bool   `name:"json" help:"Print JSON: one object for a text, one object a line for texts from standard input."`

	Language string `default:"en-US" placeholder:"TAG" help:"Language that the text is written in (${default})."`
}

// mentionJSON is the stable JSON form of a mention.
type mentionJSON struct {
	Kind         string   `json:"kind"`
	Code         string   `json:"code"`
	Codes        []string `json:"codes,omitempty"` // code, then the published concepts that say the same or a part of it
	Name         string   `json:"name"`
	Text         string   `json:"text"`
	Start        int      `json:"start"`
	End          int      `json:"end"`
	Negated      bool     `json:"negated"`
	Uncertain    bool     `json:"uncertain"`
	Past         bool     `json:"past"`
	Hypothetical bool     `json:"hypothetical"`
	Experiencer  string   `json:"experiencer"`
	DurationDays *float64 `json:"duration_days"` // null where the text does not say
	Severity     string   `json:"severity"`
	Attributes   []string `json:"attributes,omitempty"` // codes
	Reasons      []string `json:"reasons,omitempty"`
}

// resultJSON is what a text says. Mentions are what it states, with or without a "no"; SetAside is what it names and does
// not state: what is feared, avoided, or only asked about.
type resultJSON struct {
	Mentions    []mentionJSON `json:"mentions"`
	SetAside    []mentionJSON `json:"set_aside"`
	Unplaced    []string      `json:"unplaced"`
	Information bool          `json:"information"`
	Crisis      bool          `json:"crisis"`
}

// Run recognizes one text, or each line of standard input.
func (k *recognizeCommand) Run(c *console) error {
	b, err := embedded()
	if err != nil {
		return err
	}
	if !slices.Contains(b.Languages(), k.Language) {
		return fmt.Errorf("language %s: the knowledge base does not have it", k.Language)
	}
	rec := recognize.New(b).In(k.Language)
	now := time.Now()
	opt := recognize.Options{Today: recognize.Date{Year: now.Year(), Month: now.Month(), Day: now.Day()}}
	one := func(text string) error {
		res := rec.Recognize(text, opt)
		out := newResult(b, text, &res)
		switch {
		case k.JSON && k.Text == "-":
			return c.jsonLine(out)
		case k.JSON:
			return c.json(out)
		}
		printMentions(c, text, out)
		return nil
	}
	if k.Text != "-" {
		return one(k.Text)
	}
	return eachLine(c.in, one)
}

// eachLine gives f each line without its end, however long it is, so that the n-th answer is that to the n-th line.
func eachLine(in io.Reader, f func(string) error) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		end := errors.Is(err, io.EOF)
		if err != nil && !end {
			return err
		}
		if end && line == "" {
			return nil
		}
		if err := f(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")); err != nil {
			return err
		}
		if end {
			return nil
		}
	}
}

func newResult(b *kb.Base, text string, res *recognize.Result) *resultJSON {
	out := &resultJSON{Mentions: []mentionJSON{}, SetAside: []mentionJSON{}, Unplaced: []string{}, Information: res.Information, Crisis: res.Crisis}
	for i := range res.Mentions {
		m := mentionOf(&res.Mentions[i])
		if res.Mentions[i].Kind == recognize.KindConcept {
			m.Codes = b.Concepts[res.Mentions[i].Concept].Codes()
		} else if res.Mentions[i].Kind == recognize.KindCondition {
			m.Codes = []string{m.Code}
		}
		for _, a := range res.Mentions[i].Attributes {
			m.Attributes = append(m.Attributes, b.Concepts[a].Code)
		}
		if m.Hypothetical {
			out.SetAside = append(out.SetAside, m)
		} else {
			out.Mentions = append(out.Mentions, m)
		}
	}
	runes := []rune(text)
	for _, s := range res.Unplaced {
		out.Unplaced = append(out.Unplaced, string(runes[s.Start:s.End]))
	}
	return out
}

func mentionOf(m *recognize.Mention) mentionJSON {
	j := mentionJSON{
		Kind: m.Kind.String(), Code: m.Code, Name: m.Name, Text: m.Text, Start: m.Start, End: m.End, Negated: m.Negated,
		Uncertain: m.Uncertain, Past: m.Past, Hypothetical: m.Hypothetical, Experiencer: string(m.Experiencer), Severity: m.Severity, Reasons: m.Reasons,
	}
	if m.DurationDays >= 0 {
		d := m.DurationDays
		j.DurationDays = &d
	}
	return j
}

func printMentions(c *console, text string, out *resultJSON) {
	fmt.Fprintln(c.out, text)
	for _, m := range slices.Concat(out.Mentions, out.SetAside) {
		var notes []string
		for _, n := range []struct {
			on   bool
			text string
		}{{m.Negated, "negated"}, {m.Uncertain, "uncertain"}, {m.Past, "past"}, {m.Hypothetical, "hypothetical"}, {m.Experiencer != "patient", "somebody else's"}, {m.Severity != "", m.Severity}} {
			if n.on {
				notes = append(notes, n.text)
			}
		}
		if m.DurationDays != nil {
			notes = append(notes, fmt.Sprintf("%.3g days", *m.DurationDays))
		}
		fmt.Fprintf(c.out, "  %-10s %-32s %3d-%-3d %q %s\n", m.Code, m.Name, m.Start, m.End, m.Text, strings.Join(notes, ", "))
		for _, r := range m.Reasons {
			fmt.Fprintf(c.out, "             because %s\n", r)
		}
	}
	for _, u := range out.Unplaced {
		fmt.Fprintf(c.out, "  not placed: %q\n", u)
	}
	if out.Information {
		fmt.Fprintln(c.out, "  asks for information")
	}
	if out.Crisis {
		fmt.Fprintln(c.out, "  crisis language")
	}
}
