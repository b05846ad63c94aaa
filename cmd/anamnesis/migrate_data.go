package main

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"text/tabwriter"

	"anamnesis/internal/app"
)

type migrateDataCommand struct {
	From string `required:"" placeholder:"DSN" help:"The database to read, whose service is stopped."`
	To   string `required:"" placeholder:"DSN" help:"The empty database to write."`
}

// Run moves everything and says how much.
func (c *migrateDataCommand) Run(con *console) (err error) {
	if err := present(c.From); err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	log := slog.New(slog.DiscardHandler)
	from, err := app.OpenStore(con.ctx, c.From, log)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := app.OpenStore(con.ctx, c.To, log)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	moved, err := app.MigrateData(con.ctx, from, to)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, kind := range slices.Sorted(maps.Keys(moved)) {
		_, _ = fmt.Fprintf(t, "%d\t%s\t\n", moved[kind].Count, kind)
	}
	_, _ = fmt.Fprintln(t, "numbers and checksums of both databases are equal")
	return t.Flush()
}
