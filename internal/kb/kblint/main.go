// Command kblint lints the knowledge folder while it is being written:
//
//	go run ./internal/kb/kblint [-only conditions/heart] [-errors N] [-codes DIR] [-warnings=false] knowledge
//	go run ./internal/kb/kblint -build [-draft] knowledge
//
// The finished program has `anamnesis kb lint`.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"anamnesis/internal/kb"
)

func main() {
	only := flag.String("only", "", "show only files whose path starts with this")
	most := flag.Int("errors", 0, "show at most this many problems; 0 shows all")
	codes := flag.String("codes", "", "folder with doid.tsv.gz, hpo.tsv.gz and symp.tsv to verify CUIs against")
	warnings := flag.Bool("warnings", true, "show warnings too")
	build := flag.Bool("build", false, "build compiled/base.cbor and SOURCES.md")
	draft := flag.Bool("draft", false, "build in spite of errors, without what is wrong")
	flag.Parse()
	dir := "knowledge"
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if *build {
		b, problems, err := kb.Build(dir, *draft)
		if err != nil || b == nil {
			fmt.Fprintln(os.Stderr, errors.Join(err, problems.Err()))
			os.Exit(1)
		}
		fmt.Printf("%+v\n", kb.Count(b))
		return
	}
	opt := kb.LintOptions{Draft: true}
	if *codes != "" {
		opt.VerifyCodes = os.DirFS(*codes)
	}
	_, problems := kb.LintFolder(os.DirFS(dir), opt)
	if !show(problems.Under(*only), *most, *warnings) {
		os.Exit(1)
	}
}

// show prints errors, then warnings, and is true without errors.
func show(problems kb.Problems, most int, warnings bool) bool {
	wrong, doubtful := problems.Errors(), problems.Warnings()
	list := wrong
	if warnings {
		list = append(list[:len(list):len(list)], doubtful...)
	}
	for i, p := range list {
		if most > 0 && i == most {
			fmt.Println("…")
			break
		}
		fmt.Println(p)
	}
	fmt.Printf("%d errors, %d warnings\n", len(wrong), len(doubtful))
	return len(wrong) == 0
}
