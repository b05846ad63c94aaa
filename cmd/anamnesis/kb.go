package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

// kbCommand works on the knowledge base.
type kbCommand struct {
	Build kbBuild `cmd:"" help:"Lint the sources and compile them."`
	Lint  kbLint  `cmd:"" help:"Check the sources; every fault with its file and field."`
	Stats kbStats `cmd:"" help:"Count what the embedded base holds."`
	Show  kbShow  `cmd:"" help:"Show one concept or condition of the embedded base."`

	Compare kbCompare `cmd:"" help:"Show what sets two conditions apart."`
	Twins   kbTwins   `cmd:"" help:"List conditions that begin alike and that fewer than two answers set apart."`
	Check   kbCheck   `cmd:"" help:"Hold the base against published likelihood ratios and shares of causes."`
	Diff    kbDiff    `cmd:"" help:"Show which outcomes of the cases change between two editions."`
}

type kbBuild struct {
	Dir   string `default:"knowledge" type:"existingdir" placeholder:"FOLDER" help:"Folder with the sources (${default})."`
	Draft bool   `help:"Build in spite of errors, without what is wrong."`
}

// Run builds; nothing is written where lint finds errors.
func (k *kbBuild) Run(c *console) error {
	b, problems, err := kb.Build(k.Dir, k.Draft)
	if err != nil {
		return err
	}
	for _, p := range problems.Errors() {
		fmt.Fprintln(c.err, p)
	}
	if b == nil {
		return fmt.Errorf("%d errors, nothing was built", len(problems.Errors()))
	}
	s := kb.Count(b)
	fmt.Fprintf(c.out, "edition %.12s: %d conditions, %d findings and factors, %d red flags, %d clarifications, %d articles\n",
		b.Edition, s.Conditions, s.Findings, s.RedFlags, s.Clarifications, s.Articles)
	return nil
}

type kbLint struct {
	Dir   string `default:"knowledge" type:"existingdir" placeholder:"FOLDER" help:"Folder with the sources (${default})."`
	Only  string `placeholder:"PREFIX" help:"Show only files whose path starts with this."`
	Quiet bool   `help:"Leave the warnings out."`
	Codes string `type:"existingdir" placeholder:"FOLDER" help:"Folder with doid.tsv.gz, hpo.tsv.gz and symp.tsv to look CUIs up in (Disease Ontology, Human Phenotype Ontology, Symptom Ontology), and in ../text/psytar.jsonl.gz where that is there."`
}

// Run prints errors, then warnings, and fails where there are errors.
func (k *kbLint) Run(c *console) error {
	opt := kb.LintOptions{}
	if k.Codes != "" {
		opt.VerifyCodes, opt.VerifyTexts = os.DirFS(k.Codes), os.DirFS(filepath.Join(k.Codes, "..", "text"))
	}
	sources, problems := kb.LintFolder(os.DirFS(k.Dir), opt)
	if len(problems.Errors()) == 0 && !k.Quiet {
		if err := k.twins(c, sources); err != nil {
			return err
		}
	}
	problems = problems.Under(k.Only)
	for _, p := range problems.Errors() {
		fmt.Fprintln(c.out, p)
	}
	if !k.Quiet {
		for _, p := range problems.Warnings() {
			fmt.Fprintln(c.out, p)
		}
	}
	fmt.Fprintf(c.out, "%d errors, %d warnings\n", len(problems.Errors()), len(problems.Warnings()))
	if len(problems.Errors()) > 0 {
		return errors.New("the knowledge base has errors")
	}
	return nil
}

// twins warns of conditions that nothing sets apart; only sources without errors can be compared.
func (k *kbLint) twins(c *console, s *kb.Sources) error {
	b, err := kb.Compile(s)
	if err != nil {
		return err
	}
	for _, t := range kb.Twins(b) {
		fmt.Fprintf(c.out, "warning: conditions %s and %s begin alike, and fewer than two answers set them apart\n", b.Conditions[t[0]].ID, b.Conditions[t[1]].ID)
	}
	return nil
}

type kbStats struct {
	JSON     bool   `name:"json" help:"Print JSON."`
	Language string `placeholder:"TAG" help:"Count instead what a further language has, such as es-ES, and list what it lacks."`
	Missing  int    `default:"5" placeholder:"N" help:"How many missing ids of each sort to list (${default}); JSON has all."`
}

// Run counts; findings are findings and factors together.
func (k *kbStats) Run(c *console) error {
	b, err := embedded()
	if err != nil {
		return err
	}
	if k.Language != "" {
		return k.language(c, b)
	}
	s := kb.Count(b)
	if k.JSON {
		return c.json(s)
	}
	fmt.Fprintf(c.out, "edition         %.12s\nconditions      %d\nfindings        %d\nred flags       %d\nclarifications  %d\narticles        %d\nphrases         %d\n",
		b.Edition, s.Conditions, s.Findings, s.RedFlags, s.Clarifications, s.Articles, s.Phrases)
	return nil
}

// language prints how complete a further language is.
func (k *kbStats) language(c *console, b *kb.Base) error {
	data, err := knowledge.Translations.ReadFile(kb.TranslationFile(k.Language))
	if err != nil {
		return fmt.Errorf("%s is no further language of the knowledge base", k.Language)
	}
	t, err := kb.DecodeTranslation(data)
	if err != nil {
		return err
	}
	list := kb.Completeness(b, t)
	if k.JSON {
		return c.json(list)
	}
	for _, v := range list {
		fmt.Fprintf(c.out, "%-20s %5d of %5d", v.What, v.Done, v.Of)
		if n := min(k.Missing, len(v.Missing)); n > 0 {
			fmt.Fprintf(c.out, "  without %s", strings.Join(v.Missing[:n], ", "))
		}
		fmt.Fprintln(c.out)
	}
	return nil
}

type kbShow struct {
	Code string `arg:"" help:"A code (C0032285, CM703001) or an id (pneumonia)."`
}

// Run shows what the base knows of one code.
func (k *kbShow) Run(c *console) error {
	b, err := embedded()
	if err != nil {
		return err
	}
	text, ok := kb.Show(b, k.Code)
	if !ok {
		return fmt.Errorf("nothing in the base has the code or id %q", k.Code)
	}
	fmt.Fprint(c.out, text)
	return nil
}
