package main

import (
	"context"
	"encoding/json"
	"io"

	"anamnesis/internal/app"
	"anamnesis/internal/kb"
)

// console is what a command may touch of the world.
type console struct {
	ctx      context.Context
	in       io.Reader
	out, err io.Writer
}

// json prints v with indentation.
func (c *console) json(v any) error {
	enc := json.NewEncoder(c.out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// jsonLine prints v on one line, for programs that read JSON Lines.
func (c *console) jsonLine(v any) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// embedded is the knowledge base that the program brings along.
func embedded() (*kb.Base, error) { return app.LoadBase() }
