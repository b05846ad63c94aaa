package main

import (
	"errors"
	"io"
	"net/url"
	"time"

	"anamnesis/client"
	"anamnesis/internal/agent"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpCommand serves an agent over stdin and stdout.
type mcpCommand struct{ clientFlags }

// Run serves until the agent closes its end.
func (k *mcpCommand) Run(c *console) error {
	cl, stop, err := k.client(c)
	if err != nil {
		return err
	}
	defer stop()
	in, ok := c.in.(io.ReadCloser)
	if !ok {
		in = io.NopCloser(c.in)
	}
	return agent.New(cl, version(), time.Now).Run(c.ctx, &mcp.IOTransport{Reader: in, Writer: keptOpen{c.out}})
}

// keptOpen leaves closing the output to the process.
type keptOpen struct{ io.Writer }

func (keptOpen) Close() error { return nil }

// clientFlags name a service, or leave it to the one inside.
type clientFlags struct {
	URL       string `name:"url" placeholder:"URL" help:"Base address of a service, ending in /api/v1; without it the service inside this program is used."`
	PartnerID string `placeholder:"ID" help:"Partner id, with --url."`
	Secret    string `placeholder:"SECRET" help:"Partner secret, with --url; better set by the environment."`
	APIKey    string `name:"api-key" placeholder:"KEY" help:"Api key, with --url; better set by the environment."`
	Language  string `default:"en-US" placeholder:"TAG" help:"Language, such as en-GB (${default})."`
}

// client makes a client of the service that the flags name; stop ends the one inside.
func (k *clientFlags) client(c *console) (cl *client.Client, stop func(), err error) {
	cfg, stop, err := k.config(c)
	if err != nil {
		return nil, nil, err
	}
	if cl, err = client.New(cfg); err != nil {
		stop()
		return nil, nil, err
	}
	return cl, stop, nil
}

// config says how to reach the service; stop ends the one inside.
func (k *clientFlags) config(c *console) (cfg client.Config, stop func(), err error) {
	if k.URL == "" {
		return inside(c.ctx, k.Language)
	}
	if k.PartnerID == "" || k.Secret == "" || k.APIKey == "" {
		return cfg, nil, errors.New("--url needs --partner-id, --secret and --api-key")
	}
	if err := checkURL(k.URL); err != nil {
		return cfg, nil, err
	}
	return client.Config{BaseURL: k.URL, PartnerID: k.PartnerID, Secret: k.Secret, APIKey: k.APIKey, Language: k.Language}, func() {}, nil
}

// checkURL wants the address of a service.
func checkURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("--url must be an address such as https://host/api/v1")
	}
	return nil
}
