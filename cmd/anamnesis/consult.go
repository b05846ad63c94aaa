package main

import (
	"errors"
	"fmt"
	"os"

	"anamnesis/internal/terminal"
)

// consultCommand is a consultation in the terminal.
type consultCommand struct {
	clientFlags
	Save string `placeholder:"FILE" help:"Keep the report: NAME.pdf, NAME.fhir.json (FHIR R4 Bundle), NAME.json or NAME.txt."`
}

// Help is what --help says beyond the flags.
func (*consultCommand) Help() string {
	return `Without --url nothing leaves this machine, and nothing is kept but the file of --save. In a terminal, arrow keys and numbers choose, Space ticks, Enter goes on, the left arrow or b goes back, q or Ctrl-C leaves. Piped, it reads a line for each answer. NO_COLOR=1 turns colors off, TERM=dumb the screens.`
}

// Validate wants a file that can be written, before anybody is asked anything.
func (k *consultCommand) Validate() error {
	if k.Save == "" {
		return nil
	}
	if formatOf(k.Save) == "" {
		return errors.New("--save: the file's name must end in .pdf, .fhir.json, .json or .txt")
	}
	return writable("--save", k.Save)
}

// Run leads through login, consent, questions and the report.
func (k *consultCommand) Run(c *console) error {
	cl, stop, err := k.client(c)
	if err != nil {
		return err
	}
	defer stop()
	ses, err := cl.Login(c.ctx)
	if err != nil {
		return err
	}
	_, err = terminal.Run(c.ctx, ses, c.in, c.out, os.Getenv, k.Language)
	if errors.Is(err, terminal.ErrLeft) {
		if k.Save != "" {
			fmt.Fprintln(c.err, "There is no report yet, so nothing was saved.")
		}
		return nil
	}
	if err != nil || k.Save == "" {
		return err
	}
	b, err := document(c.ctx, ses, formatOf(k.Save), k.Language)
	if err == nil {
		err = save(k.Save, b)
	}
	if err != nil {
		return fmt.Errorf("the report was not saved: %w", err)
	}
	_, err = fmt.Fprintln(c.out, "\nSaved as", k.Save)
	return err
}
