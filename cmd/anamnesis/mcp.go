package main

import (
	"io"
	"time"

	"anamnesis/client"
	"anamnesis/internal/agent"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpCommand serves an agent over stdin and stdout.
type mcpCommand struct{ clientFlags }

// Run serves until the agent closes its end.
func (k *mcpCommand) Run(c *console) error {
	cfg, stop, err := k.config(c)
	if err != nil {
		return err
	}
	defer stop()
	cl, err := client.New(cfg)
	if err != nil {
		return err
	}
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
	URL       string `name:"url" help:"Base address of a service, ending in /api/v1; without it the service inside this program is used."`
	PartnerID string `help:"Partner id, with --url."`
	Secret    string `help:"Partner secret, with --url; better in ANAMNESIS_SECRET."`
	APIKey    string `name:"api-key" help:"Api key, with --url; better in ANAMNESIS_API_KEY."`
	Language  string `default:"en-US" help:"Language, such as en-GB (${default})."`
}

// config says how to reach the service; stop ends the one inside.
func (k *clientFlags) config(c *console) (cfg client.Config, stop func(), err error) {
	if k.URL == "" {
		return inside(c.ctx, k.Language)
	}
	return client.Config{BaseURL: k.URL, PartnerID: k.PartnerID, Secret: k.Secret, APIKey: k.APIKey, Language: k.Language}, func() {}, nil
}
