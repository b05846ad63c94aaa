package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/store"
)

type partnerWebhook struct {
	databaseFlag
	jsonFlag
	PartnerID    string `arg:"" help:"The partner's id."`
	URL          string `name:"url" placeholder:"URL" help:"Where the partner is told of ended consultations, emergencies and feedback."`
	AllowPrivate bool   `help:"Addresses of private networks, and http, are allowed; for tests and partners on the same network."`
	Remove       bool   `help:"End the webhook."`
}

// webhookSecret is what a new webhook prints, once.
type webhookSecret struct {
	PartnerID string `json:"partner_id"`
	URL       string `json:"url"`
	Secret    string `json:"secret"`
}

func (c *partnerWebhook) Run(con *console) error {
	if c.Remove == (c.URL != "") {
		return errors.New("either --url or --remove is needed")
	}
	return c.existing(con.ctx, func(st store.Store) error {
		if c.Remove {
			return unknown(app.RemoveWebhook(con.ctx, st, c.PartnerID, time.Now()), errPartner)
		}
		secret, err := app.SetWebhook(con.ctx, st, c.PartnerID, c.URL, c.AllowPrivate, time.Now())
		if err != nil {
			return unknown(err, errPartner)
		}
		if c.JSON {
			return json.NewEncoder(con.out).Encode(webhookSecret{c.PartnerID, c.URL, secret})
		}
		_, err = fmt.Fprintf(con.out, "secret  %s\n", secret)
		return err
	})
}

type webhooksCommand struct {
	Replay webhooksReplay `cmd:"" help:"Send messages again, delivered ones too."`
}

type webhooksReplay struct {
	databaseFlag
	Since   moment `required:"" placeholder:"TIME" help:"Messages from that time on, such as 2026-11-22T09:00:00Z."`
	Partner string `placeholder:"ID" help:"Of that partner; all where it is not given."`
}

func (c *webhooksReplay) Run(con *console) error {
	return c.existing(con.ctx, func(st store.Store) error {
		if c.Partner != "" {
			if _, err := st.Partners().Partner(con.ctx, c.Partner); err != nil {
				return unknown(err, errPartner)
			}
		}
		n, err := app.ReplayWebhooks(con.ctx, st, c.Partner, c.Since.Time, time.Now())
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(con.out, "%d messages are sent again\n", n)
		return err
	})
}
