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
	Suite        string `help:"One suite by name (diagnosis, triage, common, text, negation, search …); all consultations that the program brings along without it."`
	Cases        string `type:"existingfile" help:"A file of cases in the format of knowledge/cases instead."`
	Part         string `enum:"all,open,locked" default:"all" help:"Of the public suites: all, the two thirds that are open while working on base and engine, or the third that is locked away meanwhile."`
	Data         string `default:"../shared/data" help:"Folder of public data, for the suites that need it."`
	Alternatives bool   `help:"Compare other settings of engine and interview on the cases with a diagnosis, by cross-validation; takes some minutes."`
	Trace        string `help:"Show the questions and answers of the cases whose id contains this."`
	Misses       bool   `help:"Of the suites about texts and searches, show each item that went wrong."`
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
		var cases []eval.Case
		for _, s := range suites {
			if !strings.HasPrefix(s.name, "sampled") { // the base's own patients would only favor the base's own figures
				cases = append(cases, s.cases...)
			}
		}
		eval.CompareAlternatives(c.out, b, cases)
		return nil
	}
	iv := consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b))
	var scores []eval.Score
	for _, s := range suites {
		out := make([]eval.Outcome, len(s.cases))
		for i := range s.cases {
			trace := k.Trace != "" && strings.Contains(s.cases[i].ID, k.Trace)
			out[i] = eval.Run(iv, b, &s.cases[i], trace)
			if trace {
				fmt.Fprintf(c.err, "%s\n  %s\n", s.cases[i].ID, strings.Join(out[i].Trace, "\n  "))
			}
		}
		scores = append(scores, eval.Measure(s.name, s.cases, out))
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
	if k.JSON {
		return eval.WriteJSON(c.out, scores)
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
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".yaml")
		if k.Suite != "" && k.Suite != name {
			continue
		}
		cases, err := eval.LoadCases(knowledge.Cases, f)
		if err != nil {
			return nil, err
		}
		if public[name] {
			cases = eval.Part(cases, k.Part)
		}
		out = append(out, suite{name, cases})
	}
	for _, name := range []string{"sampled", "sampled_even"} {
		if k.Suite == "" || k.Suite == name {
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
