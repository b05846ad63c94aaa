// Command anamnesis is the symptom assessment service and the tools around it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// commands has one field for each subcommand; each is a type in a file of its own.
type commands struct {
	Version kong.VersionFlag `env:"-" help:"Print the version and exit."`

	Demo         demoCommand         `cmd:"" help:"Try it: a service with a demo partner, without any configuration."`
	Serve        serveCommand        `cmd:"" help:"Run the service."`
	MigrateData  migrateDataCommand  `cmd:"" name:"migrate-data" help:"Move all data to another database."`
	Partner      partnerCommand      `cmd:"" help:"Manage partners and their credentials."`
	Keys         keysCommand         `cmd:"" help:"Manage the keys that tokens are signed and records encrypted with."`
	Consult      consultCommand      `cmd:"" help:"A consultation in the terminal."`
	Report       reportCommand       `cmd:"" help:"Fetch the report of a finished consultation, as PDF, FHIR, JSON or text."`
	MCP          mcpCommand          `cmd:"" name:"mcp" help:"Serve language-model agents over stdin and stdout (Model Context Protocol)."`
	Recognize    recognizeCommand    `cmd:"" help:"Show what is understood of a text."`
	KB           kbCommand           `cmd:"" name:"kb" help:"Work on the knowledge base."`
	Evaluate     evaluateCommand     `cmd:"" help:"Measure accuracy with virtual patients."`
	Bench        benchCommand        `cmd:"" help:"Measure speed beside its peers."`
	Consultation consultationCommand `cmd:"" help:"Export or erase what is kept of a consultation."`
	Webhooks     webhooksCommand     `cmd:"" help:"Manage the messages to partners."`
	Audit        auditCommand        `cmd:"" help:"Read and verify the log of what operators and partners did."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "anamnesis:", fault(err))
		stop()
		os.Exit(exitCode(err))
	}
}

// exit is how the parser ends early, after --help.
type exit int

// run parses args and runs one command. It is main without the process.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	defer func() {
		if v := recover(); v != nil {
			if _, ok := v.(exit); !ok {
				panic(v)
			}
		}
	}()
	var c commands
	parser, err := kong.New(&c,
		kong.Name("anamnesis"),
		kong.Description("Symptom assessment over HTTP: free text, questions, and a report that says how urgent it is."),
		kong.DefaultEnvars("ANAMNESIS"),
		kong.Writers(stdout, stderr),
		kong.Vars{"version": version()},
		kong.Exit(func(code int) { panic(exit(code)) }),
		kong.Bind(&console{ctx: ctx, in: stdin, out: stdout, err: stderr}),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	chosen, err := parser.Parse(args)
	if err != nil {
		return err
	}
	return chosen.Run()
}

// exitCode is 2 where the command line was not understood, as is usual.
func exitCode(err error) int {
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		return 2
	}
	return 1
}
