package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/store"
	"anamnesis/internal/store/sealed"
)

type partnerCommand struct {
	Create       partnerCreate       `cmd:"" help:"Create a partner and print its credentials, once."`
	List         partnerList         `cmd:"" help:"List the partners."`
	AddKey       partnerAddKey       `cmd:"" help:"Give a partner one more api key."`
	RevokeKey    partnerRevokeKey    `cmd:"" help:"End an api key, or all keys of a partner."`
	RotateSecret partnerRotateSecret `cmd:"" help:"Replace a partner's login secret."`
	Webhook      partnerWebhook      `cmd:"" help:"Tell a partner of what happens, and print the signing secret, once."`
}

// jsonFlag chooses output for programs.
type jsonFlag struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// credentials is what create and the commands that renew a part of them print.
type credentials struct {
	PartnerID string `json:"partner_id"`
	Secret    string `json:"secret,omitempty"`
	APIKey    string `json:"api_key,omitempty"`
}

func (j jsonFlag) print(w io.Writer, c credentials) error {
	if j.JSON {
		return json.NewEncoder(w).Encode(c)
	}
	var b strings.Builder
	for _, line := range [][2]string{{"partner_id", c.PartnerID}, {"secret", c.Secret}, {"api_key", c.APIKey}} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-10s  %s\n", line[0], line[1])
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// existing is with on a database that there must be already: a mistyped path makes no new one.
func (d databaseFlag) existing(ctx context.Context, do func(store.Store) error) error {
	if err := present(d.Database); err != nil {
		return fmt.Errorf("--database: %w", err)
	}
	return d.with(ctx, do)
}

// present says whether the file of an SQLite database is there. Of other databases it says nothing.
func present(dsn string) error {
	path, ok := strings.CutPrefix(dsn, "sqlite:")
	if _, err := os.Stat(path); ok && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database at %s", path)
	}
	return nil
}

// with opens the store, does something, and closes it.
func (d databaseFlag) with(ctx context.Context, do func(store.Store) error) error {
	return d.withSealed(ctx, func(st *sealed.Store) error { return do(st) })
}

func (d databaseFlag) withSealed(ctx context.Context, do func(*sealed.Store) error) error {
	st, err := app.OpenStoreWith(ctx, d.config())
	if err != nil {
		return err
	}
	err = do(st)
	return errors.Join(err, st.Close())
}

type partnerCreate struct {
	databaseFlag
	jsonFlag
	Name       string   `arg:"" optional:"" default:"partner" help:"A name for people (${default})."`
	Language   []string `placeholder:"TAG" help:"Languages enabled, the first is the default (en-US)."`
	Origin     []string `placeholder:"ORIGIN" help:"Origins that requests may come from, as scheme://host[:port] (all)."`
	Debug      bool     `help:"Answers carry debug messages."`
	Rate       float64  `placeholder:"N" help:"Sustained requests a second for each api key; 0 is unlimited."`
	Burst      int      `placeholder:"N" help:"Requests that may come at once; 0 is the rate."`
	DailyQuota int64    `placeholder:"N" help:"Requests a UTC day; 0 is unlimited."`
	Retention  int      `placeholder:"DAYS" help:"Days that consultations are kept; 0 keeps them."`
}

func (c *partnerCreate) Run(con *console) error {
	return c.with(con.ctx, func(st store.Store) error {
		creds, err := app.CreatePartner(con.ctx, st, app.NewPartner{
			Name: c.Name, Languages: c.Language, Origins: c.Origin, Debug: c.Debug,
			Rate: c.Rate, Burst: c.Burst, DailyQuota: c.DailyQuota, Retention: c.Retention,
		}, time.Now())
		if err != nil {
			return err
		}
		return c.print(con.out, credentials(creds))
	})
}

type partnerAddKey struct {
	databaseFlag
	jsonFlag
	PartnerID string `arg:"" help:"The partner's id."`
}

func (c *partnerAddKey) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		key, err := app.AddKey(con.ctx, st, c.PartnerID, time.Now())
		if err != nil {
			return unknown(err, errPartner)
		}
		return c.print(con.out, credentials{PartnerID: c.PartnerID, APIKey: key})
	})
}

type partnerRotateSecret struct {
	databaseFlag
	jsonFlag
	PartnerID string `arg:"" help:"The partner's id."`
}

func (c *partnerRotateSecret) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		secret, err := app.RotateSecret(con.ctx, st, c.PartnerID)
		if err != nil {
			return unknown(err, errPartner)
		}
		return c.print(con.out, credentials{PartnerID: c.PartnerID, Secret: secret})
	})
}

type partnerRevokeKey struct {
	databaseFlag
	jsonFlag
	Key string `arg:"" help:"The api key, or a partner's id, which ends all of its keys."`
}

// revoked is what revoke-key prints with --json.
type revoked struct {
	Revoked int `json:"revoked"`
}

func (c *partnerRevokeKey) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		n, err, none := 1, error(nil), errAPIKey
		if strings.HasPrefix(c.Key, "p_") {
			none = errPartner
			n, err = app.RevokeKeys(con.ctx, st, c.Key, time.Now())
		} else {
			err = app.RevokeKey(con.ctx, st, c.Key, time.Now())
		}
		if err != nil {
			return unknown(err, none)
		}
		if c.JSON {
			return json.NewEncoder(con.out).Encode(revoked{n})
		}
		_, err = fmt.Fprintf(con.out, "revoked %d\n", n)
		return err
	})
}

type partnerList struct {
	databaseFlag
	jsonFlag
}

// listed is one line of list.
type listed struct {
	PartnerID  string    `json:"partner_id"`
	Name       string    `json:"name"`
	Languages  []string  `json:"languages"`
	Origins    []string  `json:"origins,omitempty"`
	Debug      bool      `json:"debug"`
	Rate       float64   `json:"rate"`
	Burst      int       `json:"burst"`
	DailyQuota int64     `json:"daily_quota"`
	Retention  int       `json:"retention_days"`
	Keys       int       `json:"keys"` // that work
	Created    time.Time `json:"created"`
}

func (c *partnerList) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		list, err := listPartners(con.ctx, st)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(con.out).Encode(list)
		}
		return table(con.out, list)
	})
}

func listPartners(ctx context.Context, st store.Store) ([]listed, error) {
	partners, err := st.Partners().List(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]listed, len(partners))
	for i, p := range partners {
		list[i] = listed{p.ID, p.Name, p.Languages, p.Origins, p.Debug, p.Rate, p.Burst, p.DailyQuota, p.RetentionDays, 0, p.Created}
		keys, err := st.Partners().APIKeys(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			if k.Revoked.IsZero() {
				list[i].Keys++
			}
		}
	}
	return list, nil
}

func table(w io.Writer, list []listed) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "PARTNER_ID\tNAME\tLANGUAGES\tKEYS\tRATE\tBURST\tDAILY\tDEBUG\tCREATED")
	for _, p := range list {
		_, _ = fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%g\t%d\t%d\t%t\t%s\n", p.PartnerID, p.Name, strings.Join(p.Languages, ","), p.Keys,
			p.Rate, p.Burst, p.DailyQuota, p.Debug, p.Created.UTC().Format(time.DateTime))
	}
	return t.Flush()
}
