package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/store"
	"anamnesis/internal/store/sealed"
)

type keysCommand struct {
	Rotate keysRotate `cmd:"" help:"Add a signing key and retire those that no valid token needs."`
	List   keysList   `cmd:"" help:"List the signing keys by their ids."`

	Reencrypt keysReencrypt `cmd:"" help:"Encrypt all records anew: with a new data key, under the first master key."`
}

type keysRotate struct {
	databaseFlag
	SessionTTL time.Duration `name:"session-ttl" default:"31m" help:"Life of a consultation's tokens, as given to serve (${default})."`
}

// Run rotates while replicas serve: each learns of the new key from the store, and no valid token is refused.
func (c *keysRotate) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		if err := app.RotateKeys(con.ctx, st, c.SessionTTL); err != nil {
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

type keysReencrypt struct {
	databaseFlag
	jsonFlag
}

// Run works beside running services, which seal with the new data key within a minute and read the old ones on.
func (c *keysReencrypt) Run(con *console) error {
	return c.withSealed(con.ctx, func(st *sealed.Store) error {
		did, err := app.Reencrypt(con.ctx, st)
		if err != nil {
			return err
		}
		if c.JSON {
			return con.json(map[string]any{"data_key": did.DataKey, "wrapped": did.Wrapped, "records": did.Records})
		}
		_, err = fmt.Fprintf(con.out, "data key %s; %d data keys wrapped anew; %d records encrypted anew\n", did.DataKey, did.Wrapped, did.Records)
		return err
	})
}
