package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
	"anamnesis/internal/auth"
	"anamnesis/internal/obs"
)

type demoCommand struct {
	Listen   string `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to serve on (${default})."`
	Language string `default:"en-US" placeholder:"TAG" help:"Language of the demo (${default})."`
}

// Run serves from a directory of its own, readable by this user only, and removes it at the end: what people try
// out may be about themselves.
func (c *demoCommand) Run(con *console) (err error) {
	dir, err := os.MkdirTemp("", "anamnesis-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	cfg := app.Config{Listen: c.Listen, Database: "sqlite:" + filepath.Join(dir, "demo.db")}
	if cfg.Log, err = obs.NewLogger(con.err, obs.LogConfig{Level: "warn", Format: "text"}); err != nil {
		return err
	}
	creds, err := c.partner(con.ctx, cfg)
	if err != nil {
		return err
	}
	cfg.Web = webClient(creds, c.Language)
	service, err := startService(con.ctx, cfg)
	if err != nil {
		return err
	}
	if err := welcome(con.out, service.URL(), creds, dir); err != nil {
		return errors.Join(err, service.Close())
	}
	return service.Run(con.ctx)
}

func (c *demoCommand) partner(ctx context.Context, cfg app.Config) (auth.Credentials, error) {
	st, err := app.OpenStore(ctx, cfg.Database, cfg.Log)
	if err != nil {
		return auth.Credentials{}, err
	}
	b, err := embedded()
	if err != nil {
		return auth.Credentials{}, errors.Join(err, st.Close())
	}
	creds, err := app.CreatePartner(ctx, st, app.NewPartner{Name: "demo", Languages: append([]string{c.Language}, b.Languages()...)}, time.Now())
	return creds, errors.Join(err, st.Close())
}

// welcome prints where the service is, the credentials, and a session to paste into a shell.
func welcome(w io.Writer, url string, c auth.Credentials, dir string) error {
	_, err := fmt.Fprintf(w, `Anamnesis is running. Stop it with Ctrl-C.

  Web page       %s/
  Console        %[1]s/console/ (log in with partner_id and secret)
  Interface      %s%s
  Documentation  %s/docs
  partner_id     %s
  secret         %s
  api_key        %s
  Data           %s (only you can read it; removed at the end)

A session to paste into another shell:

  API=%[2]s%[3]s KEY=%[7]s
  token() { sed -E 's/.*"access_token":"([^"]*)".*/\1/'; }
  call() { curl -s -H "x-api-key: $KEY" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; echo; }
  TOKEN=$(call $API/login -d '{"partner_id":"%[5]s","secret":"%[6]s"}' | token)
  VERSION=$(call $API/terms | sed -E 's/.*"content_version":"([^"]*)".*/\1/')
  TOKEN=$(call $API/terms -d '{"content_version":"'$VERSION'","all_policies_accepted":true}' | token)
  call $API/initial -d '{"gender":"female","age":34,"initial_query":"sore throat and fever since yesterday"}'

Then answer each question: its type, and every choice id in included or excluded, until report_possible is true.

  call $API/chat -d '{"type":"generic","included":["…"],"excluded":["…"]}'
  call $API/report
`, url, url, api.BasePath, url, c.PartnerID, c.Secret, c.APIKey, dir)
	return err
}
