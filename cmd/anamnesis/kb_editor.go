package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

type kbCompare struct {
	A string `arg:"" help:"A code or an id."`
	B string `arg:"" help:"Another."`
}

// Run sets two conditions side by side.
func (k *kbCompare) Run(c *console) error {
	b, err := embedded()
	if err != nil {
		return err
	}
	text, err := kb.ShowCompare(b, k.A, k.B)
	if err != nil {
		return err
	}
	fmt.Fprint(c.out, text)
	return nil
}

type kbTwins struct {
	Base string `arg:"" default:"embedded" help:"A compiled base, a folder with sources, or \"embedded\"."`
}

// Run lists pairs.
func (k *kbTwins) Run(c *console) error {
	b, err := edition(k.Base)
	if err != nil {
		return err
	}
	twins := kb.Twins(b)
	for _, t := range twins {
		fmt.Fprintln(c.out, b.Conditions[t[0]].ID, b.Conditions[t[1]].ID)
	}
	fmt.Fprintf(c.out, "%d pairs\n", len(twins))
	return nil
}

type kbCheck struct {
	Base string `arg:"" default:"embedded" help:"A compiled base, a folder with sources, or \"embedded\"."`
	All  bool   `help:"Show every figure, not only those that stand out."`
}

// Run prints published figures beside the base's own.
func (k *kbCheck) Run(c *console) error {
	b, err := edition(k.Base)
	if err != nil {
		return err
	}
	if err := k.ratios(c, b); err != nil {
		return err
	}
	return k.shares(c, b)
}

func (k *kbCheck) ratios(c *console, b *kb.Base) error {
	r, err := eval.LoadRatios(knowledge.Checks)
	if err != nil {
		return err
	}
	rows, err := eval.CompareRatios(b, r)
	if err != nil {
		return err
	}
	wrong, far, explained := 0, 0, 0
	for _, row := range rows {
		note := ""
		switch {
		case !row.Direction:
			note, wrong = "WRONG DIRECTION", wrong+1
		case row.Factor > 3 && row.Row.Apart != "":
			note, explained = "apart: "+row.Row.Apart, explained+1
		case row.Factor > 3:
			note, far = "more than 3 times apart", far+1
		}
		if note != "" || k.All {
			fmt.Fprintf(c.out, "%-28s %-16s %-32s %-9s published %6.3g ours %6.3g  %s\n",
				strings.Join(row.Row.Of, "+"), row.Row.Within, row.Row.Finding, row.What, row.Published, row.Ours, note)
		}
	}
	fmt.Fprintf(c.out, "%d published figures: %d wrong direction, %d more than 3 times apart without and %d with a reason\n", len(rows), wrong, far, explained)
	return nil
}

func (k *kbCheck) shares(c *console, b *kb.Base) error {
	s, err := eval.LoadShares(knowledge.Checks)
	if err != nil {
		return err
	}
	rows, err := eval.CompareShares(b, s)
	if err != nil {
		return err
	}
	out := 0
	for _, row := range rows {
		note := ""
		if !row.Within {
			note, out = "OUT OF BOUNDS", out+1
		}
		if note != "" || k.All {
			fmt.Fprintf(c.out, "%-16s %-28s published %.3g  bounds %.3g  ours %.3g  %s\n",
				row.Row.Complaint, row.Row.Causes, row.Row.Published, row.Row.Bounds, row.Ours, note)
		}
	}
	fmt.Fprintf(c.out, "%d published shares of causes: %d out of bounds\n", len(rows), out)
	return nil
}

type kbDiff struct {
	Old string `arg:"" help:"A compiled base, a folder with sources, or \"embedded\"."`
	New string `arg:"" default:"knowledge" help:"The same; the folder knowledge without it."`
}

// Run lets every case that the program brings along through both editions.
func (k *kbDiff) Run(c *console) error {
	before, err := edition(k.Old)
	if err != nil {
		return err
	}
	after, err := edition(k.New)
	if err != nil {
		return err
	}
	fmt.Fprint(c.out, kb.Changes(before, after))
	files, err := fs.Glob(knowledge.Cases, "cases/*.yaml")
	if err != nil {
		return err
	}
	changed, all := 0, 0
	for _, f := range files {
		cases, err := eval.LoadCases(knowledge.Cases, f)
		if err != nil {
			return err
		}
		cases = slices.DeleteFunc(cases, func(c eval.Case) bool {
			return public[strings.TrimSuffix(filepath.Base(f), ".yaml")] && eval.Locked(c.ID)
		})
		now := eval.RunAll(after, cases)
		for i, o := range eval.RunAll(before, cases) {
			n := now[i]
			all++
			if o.Rank != n.Rank || o.Level != n.Level {
				changed++
				fmt.Fprintf(c.out, "%-36s rank %2d -> %2d  level %s -> %s\n", cases[i].ID, o.Rank, n.Rank, o.Level, n.Level)
			}
		}
	}
	fmt.Fprintf(c.out, "%d of %d cases come out otherwise (rank 0: not among the ranked causes; the locked third is left out)\n", changed, all)
	return nil
}

// edition reads a compiled base, compiles a folder, or takes the one in the program.
func edition(path string) (*kb.Base, error) {
	if path == "embedded" {
		return embedded()
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return kb.Decode(data)
	}
	s, problems := kb.LintFolder(os.DirFS(path), kb.LintOptions{Draft: true})
	if errs := problems.Errors(); len(errs) > 0 {
		return nil, errors.New("the knowledge base in " + path + " has errors, the first: " + errs[0].String())
	}
	return kb.Compile(s)
}
