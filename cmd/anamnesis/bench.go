package main

import (
	"fmt"
	"os"
	"regexp"

	"anamnesis/internal/bench"
)

// benchCommand measures the service beside its peers.
type benchCommand struct {
	jsonFlag
	Quick bool   `help:"Few and short rounds: within a minute, for a first impression."`
	Only  string `placeholder:"REGEXP" help:"Only the rows whose name matches."`
	Peers string `placeholder:"PATH" help:"The program of the peers (make bench builds it); their rows are not run without it."`
	Echo  string `hidden:"" help:"Serve the echo on this address."`
}

// Run prints the table, or JSON.
func (k *benchCommand) Run(c *console) error {
	if k.Echo != "" {
		return bench.ServeEcho(c.ctx, k.Echo)
	}
	b := bench.Bench{Peers: k.Peers, Quick: k.Quick, Log: c.err}
	var err error
	if k.Only != "" {
		if b.Only, err = regexp.Compile(k.Only); err != nil {
			return fmt.Errorf("--only: %w", err)
		}
	}
	if b.Program, err = os.Executable(); err != nil {
		return err
	}
	if b.Base, err = embedded(); err != nil {
		return err
	}
	rep, err := b.Run(c.ctx)
	if err != nil {
		return err
	}
	if k.JSON {
		return rep.WriteJSON(c.out)
	}
	return rep.WriteTable(c.out)
}
