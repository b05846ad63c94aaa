package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/knowledge"
)

// evaluateCommand runs virtual patients through whole consultations.
type evaluateCommand struct {
	Suite        string `help:"Suites by name, with commas between (diagnosis, triage, common, atypical, minor, sparse, terse, aside, thinned, sampled, sampled_even, ddxplus; text, lay, negation, search … one by one); all consultations that the program brings along without it."`
	Cases        string `type:"existingfile" help:"A file of cases in the format of knowledge/cases instead."`
	Part         string `enum:"all,open,locked" default:"all" help:"Of the public suites and of text and lay: all, what is open while working on base and engine, or what is locked away meanwhile."`
	Data         string `default:"../shared/data" help:"Folder of public data, for the suites that need it."`
	Language     string `default:"en-US" placeholder:"TAG" help:"Language of the sentences of the suite text (${default})."`
	Alternatives bool   `help:"Compare other settings of engine and interview on our own cases, whole and thinned, and on sampled patients, by cross-validation; takes some minutes."`
	Trace        string `help:"Show the questions and answers of the cases whose id contains this."`
	Misses       bool   `help:"Of the suites about texts and searches, show each item that went wrong."`
	Summary      bool   `help:"Print one line a suite and no single case, so that a suite can be watched without learning its cases."`
	JSON         bool   `name:"json" help:"Print JSON; shares are fractions of 1."`
}

// Run prints a scorecard a suite, and each miss with its reason.
func (k *evaluateCommand) Run(c *console) error {
	b, err := embedded()
	if err != nil {
		return err
	}
	if k.Suite == "ddxplus" && k.Cases == "" {
		scores, err := k.ddxplus()
		if err != nil {
			return err
		}
		return k.print(c, scores)
	}
	if k.Cases == "" && slices.Contains(wordSuites, k.Suite) {
		return k.words(c, b)
	}
	suites, err := k.suites(b)
	if err != nil {
		return err
	}
	if k.Alternatives {
		var own []eval.Case
		for _, s := range suites {
			if !public[s.name] && s.name != "terse" && s.name != "aside" && s.name != "thinned" && !strings.HasPrefix(s.name, "sampled") {
				own = append(own, s.cases...)
			}
		}
		eval.CompareAlternatives(c.out, b, eval.Comparable(b, own))
		return nil
	}
	iv := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
	var scores []eval.Score
	for _, s := range suites {
		scores = append(scores, eval.Measure(s.name, s.cases, eval.RunWith(iv, b, s.cases)))
		for i := range s.cases {
			if k.Trace != "" && strings.Contains(s.cases[i].ID, k.Trace) {
				o := eval.Run(iv, b, &s.cases[i], true)
				fmt.Fprintf(c.err, "%s\n  %s\n", o.Case, strings.Join(o.Trace, "\n  "))
			}
		}
	}
	if k.Suite == "" && k.Cases == "" {
		if more, err := k.ddxplus(); err == nil {
			scores = append(scores, more...)
		} else {
			fmt.Fprintln(c.err, "without the suite ddxplus:", err)
		}
	}
	return k.print(c, scores)
}

func (k *evaluateCommand) print(c *console, scores []eval.Score) error {
	switch {
	case k.Summary && k.JSON:
		for i := range scores {
			scores[i].Outcomes = nil
		}
		return eval.WriteJSON(c.out, scores)
	case k.JSON:
		return eval.WriteJSON(c.out, scores)
	case k.Summary:
		eval.WriteSummary(c.out, scores)
		return nil
	}
	eval.WriteTable(c.out, scores)
	return nil
}

// ddxplus runs the engine alone, on public tables instead of the knowledge base: once until one disease is
// as good as certain, once for the differential.
func (k *evaluateCommand) ddxplus() ([]eval.Score, error) {
	x, err := eval.LoadDDXPlus(k.Data)
	if err != nil {
		return nil, err
	}
	one, diff := x.Run(eval.OneSought), x.Run(eval.DifferentialSought)
	return []eval.Score{one.Score("ddxplus"), diff.Score("ddxplus_differential")}, nil
}

type suite struct {
	name  string
	cases []eval.Case
}

// public are the suites that others wrote; a third of them is locked away.
var public = map[string]bool{"diagnosis": true, "triage": true}

// wants says whether a suite is among those asked for.
func (k *evaluateCommand) wants(suite string) bool {
	return k.Suite == "" || slices.Contains(strings.Split(k.Suite, ","), suite)
}

func (k *evaluateCommand) suites(b *kb.Base) ([]suite, error) {
	if k.Cases != "" {
		data, err := os.ReadFile(k.Cases)
		if err != nil {
			return nil, err
		}
		cases, err := eval.ParseCases(k.Cases, data)
		return []suite{{strings.TrimSuffix(filepath.Base(k.Cases), filepath.Ext(k.Cases)), cases}}, err
	}
	files, err := fs.Glob(knowledge.Cases, "cases/*.yaml")
	if err != nil {
		return nil, err
	}
	var out []suite
	var own []eval.Case
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".yaml")
		cases, err := eval.LoadCases(knowledge.Cases, f)
		if err != nil {
			return nil, err
		}
		if public[name] {
			cases = eval.Part(cases, k.Part)
		} else {
			own = append(own, cases...)
		}
		if k.wants(name) {
			out = append(out, suite{name, cases})
		}
	}
	if k.wants("terse") {
		out = append(out, suite{"terse", eval.Terse(b, own)})
	}
	if k.wants("aside") {
		out = append(out, suite{"aside", eval.Aside(b, own)})
	}
	if k.wants("thinned") {
		out = append(out, suite{"thinned", eval.Thin(b, recognize.New(b), own, eval.DefaultThinning())})
	}
	for _, name := range []string{"sampled", "sampled_even"} {
		if k.wants(name) {
			draw := eval.DefaultDraw()
			draw.Even = name == "sampled_even"
			out = append(out, suite{name, eval.Sample(b, draw)})
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no suite %q; there are %s, sampled, sampled_even, ddxplus, %s", k.Suite, strings.Join(files, ", "), strings.Join(wordSuites, ", "))
	}
	return out, nil
}
