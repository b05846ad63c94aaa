package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"time"

	"anamnesis/internal/recognize"
)

// recognizeCommand shows what the text recognizer sees.
type recognizeCommand struct {
	Text string `arg:"" help:"The text, or - to read one a line from standard input."`
	JSON bool   `name:"json" help:"Print JSON, one object a text."`

	Language string `default:"en-US" placeholder:"TAG" help:"Language that the text is written in (${default})."`
}

// mentionJSON is the stable JSON form of a mention.
type mentionJSON struct {
	Kind         string   `json:"kind"`
	Code         string   `json:"code"`
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

type resultJSON struct {
	Mentions    []mentionJSON `json:"mentions"`
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
		out := resultJSON{Mentions: []mentionJSON{}, Unplaced: []string{}, Information: res.Information, Crisis: res.Crisis}
		for i := range res.Mentions {
			m := mentionOf(&res.Mentions[i])
			for _, a := range res.Mentions[i].Attributes {
				m.Attributes = append(m.Attributes, b.Concepts[a].Code)
			}
			out.Mentions = append(out.Mentions, m)
		}
		runes := []rune(text)
		for _, s := range res.Unplaced {
			out.Unplaced = append(out.Unplaced, string(runes[s.Start:s.End]))
		}
		if k.JSON {
			return c.json(out)
		}
		printMentions(c, text, &out)
		return nil
	}
	if k.Text != "-" {
		return one(k.Text)
	}
	lines := bufio.NewScanner(c.in)
	for lines.Scan() {
		if err := one(lines.Text()); err != nil {
			return err
		}
	}
	return lines.Err()
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
	for _, m := range out.Mentions {
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
