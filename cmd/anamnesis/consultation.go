package main

import (
	"fmt"

	"anamnesis/internal/app"
	"anamnesis/internal/store"
)

type consultationCommand struct {
	Export consultationExport `cmd:"" help:"Print everything that is kept of a consultation, as JSON."`
	Erase  consultationErase  `cmd:"" help:"Remove a consultation with every trace."`
}

type consultationExport struct {
	databaseFlag
	SID string `arg:"" name:"sid" help:"The consultation's id: the claim sid of its token, conversation_id of its record."`
}

func (c *consultationExport) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		out, err := app.ExportConsultation(con.ctx, st, c.SID)
		if err != nil {
			return unknown(err, errConsultation)
		}
		return con.json(out)
	})
}

type consultationErase struct {
	databaseFlag
	SID string `arg:"" name:"sid" help:"The consultation's id."`
}

func (c *consultationErase) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		if err := app.EraseConsultation(con.ctx, st, c.SID); err != nil {
			return unknown(err, errConsultation)
		}
		_, err := fmt.Fprintln(con.out, "erased")
		return err
	})
}
