package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"

	"anamnesis/internal/app"
	"anamnesis/internal/bench"
	"anamnesis/internal/store"
)

// benchCommand measures the service beside its peers.
type benchCommand struct {
	jsonFlag
	Quick      bool   `help:"Few and short rounds: within a minute, for a first impression."`
	Only       string `placeholder:"REGEXP" help:"Only the rows whose name matches."`
	Peers      string `placeholder:"PATH" help:"The program of the peers (make bench builds it); their rows are not run without it."`
	PocketBase string `name:"pocketbase" placeholder:"PATH" help:"PocketBase's program (make bench builds it); its rows are not run without it."`
	OPA        string `name:"opa" placeholder:"PATH" help:"OPA's program (make bench builds it); its row is not run without it."`
	OpenFGA    string `name:"openfga" placeholder:"PATH" help:"OpenFGA's program (make bench builds it); its row is not run without it."`
	Postgres   string `placeholder:"DSN" help:"An empty PostgreSQL database; its rows are not run without it."`
	Records    int    `default:"1000000" help:"Consultations of the large database."`
	Floors     string `type:"existingfile" placeholder:"PATH" help:"An accepted report; fail where a ratio is more than a tenth under it."`
	Accept     string `placeholder:"PATH" help:"Write the report there as JSON, as the one that later runs are held against; rows not run now stay as they were accepted."`
	Echo       string `hidden:"" help:"Serve the echo on this address."`
}

// Run prints the table, or JSON.
func (k *benchCommand) Run(c *console) error {
	if k.Echo != "" {
		return bench.ServeEcho(c.ctx, k.Echo)
	}
	b := bench.Bench{Peers: k.Peers, PocketBase: k.PocketBase, OPA: k.OPA, OpenFGA: k.OpenFGA, Postgres: k.Postgres, Quick: k.Quick, Records: k.Records, Log: c.err, Open: openQuietly}
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
		err = rep.WriteJSON(c.out)
	} else {
		err = rep.WriteTable(c.out)
	}
	return errors.Join(err, k.hold(rep), k.accept(rep))
}

func openQuietly(ctx context.Context, database string) (store.Store, error) {
	return app.OpenStore(ctx, database, slog.New(slog.DiscardHandler))
}

// hold fails where a row has rotted.
func (k *benchCommand) hold(rep *bench.Report) error {
	if k.Floors == "" {
		return nil
	}
	f, err := os.Open(k.Floors)
	if err != nil {
		return err
	}
	defer f.Close()
	under, err := rep.Under(f)
	if err != nil || len(under) == 0 {
		return err
	}
	return fmt.Errorf("slower than what was accepted:\n%s", strings.Join(under, "\n"))
}

func (k *benchCommand) accept(rep *bench.Report) error {
	if k.Accept == "" {
		return nil
	}
	if rep.Quick {
		return errors.New("--accept: a quick run is no measure to hold later ones against")
	}
	if old, err := os.ReadFile(k.Accept); err == nil {
		if err := rep.Merge(bytes.NewReader(old)); err != nil {
			return fmt.Errorf("--accept: %w", err)
		}
	}
	f, err := os.Create(k.Accept)
	if err != nil {
		return err
	}
	return errors.Join(rep.WriteJSON(f), f.Close())
}
