// Command pocketbase serves PocketBase with its defaults and one open collection, for `anamnesis bench`.
package main

import (
	"fmt"
	"os"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// main takes the address, the folder of the data and the number of records, which are called record000000000 and up.
func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: pocketbase ADDRESS FOLDER RECORDS")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "pocketbase:", err)
		os.Exit(1)
	}
}

func run(address, dir, records string) error {
	var n int
	if _, err := fmt.Sscan(records, &n); err != nil {
		return err
	}
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: dir, HideStartBanner: true})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	if err := fill(app, n); err != nil {
		return err
	}
	return apis.Serve(app, apis.ServeConfig{HttpAddr: address, ShowStartBanner: false})
}

// fill makes the collection and its records once.
func fill(app core.App, n int) error {
	if _, err := app.FindCollectionByNameOrId("turns"); err == nil {
		return nil
	}
	c := core.NewBaseCollection("turns")
	c.UpdateRule, c.ViewRule = types.Pointer(""), types.Pointer("")
	c.Fields.Add(&core.TextField{Name: "answer", Max: 10_000}, &core.TextField{Name: "state", Max: 10_000})
	if err := app.Save(c); err != nil {
		return err
	}
	state := make([]byte, 1300)
	for i := range state {
		state[i] = byte('a' + i%26)
	}
	return app.RunInTransaction(func(tx core.App) error {
		for i := range n {
			r := core.NewRecord(c)
			r.Set("id", fmt.Sprintf("record%09d", i))
			r.Set("state", string(state))
			if err := tx.Save(r); err != nil {
				return err
			}
		}
		return nil
	})
}
