package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"anamnesis/client"
	"anamnesis/internal/obs"
	"anamnesis/internal/terminal"
)

// Formats of a report.
const (
	formatPDF     = "pdf"
	formatFHIR    = "fhir"
	formatJSON    = "json"
	formatText    = "text"
	formatReasons = "reasons"
)

// textWidth is how wide a report is set as text.
const textWidth = 80

// reportCommand fetches the report of a consultation that somebody else holds the token of.
type reportCommand struct {
	URL      string     `name:"url" required:"" placeholder:"URL" help:"Base address of the service, ending in /api/v1."`
	APIKey   obs.Secret `name:"api-key" required:"" placeholder:"KEY" help:"Api key of the partner; better set by the environment."`
	Token    obs.Secret `required:"" placeholder:"TOKEN" help:"Access token of the consultation; better set by the environment."`
	Format   string     `enum:"pdf,fhir,json,text,reasons" default:"text" placeholder:"FORMAT" help:"pdf, fhir (R4 Bundle), json, text, or reasons: what weighs for and against each cause, as JSON (${default})."`
	Language string     `default:"en-US" placeholder:"TAG" help:"Language of the headings that text is set with (${default}); the report itself is in the consultation's."`
	Output   string     `short:"o" placeholder:"FILE" help:"Where to write it; the standard output otherwise."`
}

// Help is what --help says beyond the flags.
func (*reportCommand) Help() string {
	return `The consultation must have come to its report. Like GET /report, this ends it. Its token must still be valid: by default that is 31 minutes from login.`
}

// Validate wants an address, and a file that can be written.
func (k *reportCommand) Validate() error {
	if err := checkURL(k.URL); err != nil || k.Output == "" {
		return err
	}
	return writable("--output", k.Output)
}

// Run fetches and writes.
func (k *reportCommand) Run(c *console) error {
	cl, err := client.New(client.Config{BaseURL: k.URL, APIKey: k.APIKey.Reveal()})
	if err != nil {
		return err
	}
	b, err := document(c.ctx, cl.Resume(k.Token.Reveal(), time.Time{}), k.Format, k.Language)
	if err != nil {
		return err
	}
	if k.Output == "" {
		_, err = c.out.Write(b)
		return err
	}
	return save(k.Output, b)
}

// document fetches a report in a format.
func document(ctx context.Context, ses *client.Session, format, lang string) ([]byte, error) {
	switch format {
	case formatPDF:
		return ses.PDF(ctx)
	case formatFHIR:
		return ses.FHIR(ctx)
	case formatReasons:
		r, err := ses.Reasons(ctx)
		if err != nil {
			return nil, err
		}
		return indented(r)
	}
	r, err := ses.Report(ctx)
	if err != nil {
		return nil, err
	}
	if format == formatJSON {
		return indented(r)
	}
	var b bytes.Buffer
	err = terminal.WriteReport(&b, &r.Report, textWidth, lang)
	return b.Bytes(), err
}

func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	err := (&console{out: &b}).json(v)
	return b.Bytes(), err
}

// formatOf is the format that a file's name asks for; "" is none.
func formatOf(name string) string {
	name = strings.ToLower(name)
	for _, f := range [][2]string{{".pdf", formatPDF}, {".fhir.json", formatFHIR}, {".json", formatJSON}, {".txt", formatText}} {
		if strings.HasSuffix(name, f[0]) {
			return f[1]
		}
	}
	return ""
}

// writable says why a file cannot be written, as far as that shows beforehand.
func writable(flag, name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s: %s is a folder", flag, name)
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no folder %s", flag, filepath.Dir(name))
	}
	return nil
}

// save writes a file that only this user can read: it is about somebody's health. What was there before stays until
// the new one is complete.
func save(name string, b []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".report-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(b)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
