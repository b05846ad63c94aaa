package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"anamnesis/internal/auth"
	"anamnesis/internal/store"
)

type keysCommand struct {
	Rotate keysRotate `cmd:"" help:"Add a signing key and retire those that no valid token needs."`
	List   keysList   `cmd:"" help:"List the signing keys by their ids."`
}

type keysRotate struct {
	databaseFlag
	SessionTTL time.Duration `name:"session-ttl" default:"31m" help:"Life of a consultation's tokens, as given to serve (${default})."`
}

// Run rotates while replicas serve: each learns of the new key from the store, and no valid token is refused.
func (c *keysRotate) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		signer, err := auth.NewSigner(con.ctx, auth.SignerConfig{Keys: st.Keys(), Lifetime: c.SessionTTL})
		if err != nil {
			return err
		}
		if err := signer.Rotate(con.ctx); err != nil {
			return err
		}
		return list(con, st)
	})
}

type keysList struct{ databaseFlag }

func (c *keysList) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error { return list(con, st) })
}

// list prints ids and ages, never the keys.
func list(con *console, st store.Store) error {
	keys, err := st.Keys().Live(con.ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(con.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "id\tcreated")
	for _, k := range keys {
		fmt.Fprintf(w, "%s\t%s\n", k.ID, k.Created.UTC().Format(time.RFC3339))
	}
	return w.Flush()
}
