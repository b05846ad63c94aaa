package main

import (
	"errors"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/auth"
	"anamnesis/internal/obs"
)

// databaseFlag is shared by all commands that open the store.
type databaseFlag struct {
	Database string `default:"sqlite:anamnesis.db" placeholder:"DSN" help:"Where data is kept: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME (${default})."`

	EncryptionKeyFile string     `placeholder:"FILE" help:"Keys that records are encrypted with, one a line, the first encrypts; made beside an SQLite file where it is missing."`
	EncryptionKey     obs.Secret `placeholder:"KEY" help:"The same keys themselves, parted by commas; better set by the environment."`
}

// config is what the flags say.
func (d databaseFlag) config() app.Config {
	return app.Config{Database: d.Database, EncryptionKeyFile: d.EncryptionKeyFile, EncryptionKey: d.EncryptionKey.Reveal()}
}

// logFlags say how the service logs.
type logFlags struct {
	LogLevel  string `default:"info" help:"debug, info, warn or error (${default})."`
	LogFormat string `default:"json" enum:"json,text" help:"json or text (${default})."`
}

type serveCommand struct {
	databaseFlag
	logFlags
	Listen     string        `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to serve on (${default})."`
	RateLimits string        `default:"memory" help:"Where limits are counted: memory, or redis://… for all replicas together (${default})."`
	PlainText  bool          `help:"Keep what people say unencrypted, without a key and without a warning of it."`
	SessionTTL time.Duration `name:"session-ttl" default:"31m" help:"Life of a consultation's tokens, from login (${default})."`

	TLSCert      string   `name:"tls-cert" placeholder:"FILE" help:"Certificate chain in PEM; serves over TLS."`
	TLSKey       string   `name:"tls-key" placeholder:"FILE" help:"Its private key in PEM."`
	TrustedProxy []string `placeholder:"NETWORK" help:"Address or network of a proxy whose X-Forwarded-Proto is believed; repeatable."`
	MaxClients   int      `default:"10000" help:"Connections open at once; further ones wait (${default})."`

	MaxConnections  int           `default:"10" help:"Connections to PostgreSQL, 4 to 1000 (${default})."`
	DatabaseWait    time.Duration `default:"30s" help:"How long a start waits for PostgreSQL (${default})."`
	DatabaseTimeout time.Duration `default:"900ms" help:"How long a request waits for PostgreSQL before it is answered 503 (${default})."`

	Web         bool       `help:"Serve the web client at /, with the credentials below."`
	WebPartner  string     `placeholder:"ID" help:"Partner of the web client."`
	WebSecret   obs.Secret `placeholder:"SECRET" help:"Its login secret; better set by the environment."`
	WebAPIKey   obs.Secret `name:"web-api-key" placeholder:"KEY" help:"Its api key; better set by the environment."`
	WebLanguage string     `placeholder:"TAG" help:"Its language where the browser asks for none that there is."`
}

// Run serves until the process is told to stop.
func (c *serveCommand) Run(con *console) error {
	lines := obs.NewBuffer(con.err)
	defer lines.Flush()
	log, err := obs.NewLogger(lines, obs.LogConfig{Level: c.LogLevel, Format: c.LogFormat})
	if err != nil {
		return err
	}
	cfg := app.Config{
		Listen: c.Listen, Database: c.Database, EncryptionKeyFile: c.EncryptionKeyFile, EncryptionKey: c.EncryptionKey.Reveal(), PlainText: c.PlainText, RateLimits: c.RateLimits, SessionTTL: c.SessionTTL, Log: log,
		TLSCert: c.TLSCert, TLSKey: c.TLSKey, TrustedProxies: c.TrustedProxy, MaxClients: c.MaxClients,
		MaxConnections: c.MaxConnections, DatabaseWait: c.DatabaseWait, DatabaseTimeout: c.DatabaseTimeout,
	}
	if c.Web {
		if c.WebPartner == "" || c.WebSecret == "" || c.WebAPIKey == "" {
			return errors.New("--web needs --web-partner, --web-secret and --web-api-key")
		}
		cfg.Web = webClient(auth.Credentials{PartnerID: c.WebPartner, Secret: c.WebSecret.Reveal(), APIKey: c.WebAPIKey.Reveal()}, c.WebLanguage)
	}
	service, err := startService(con.ctx, cfg)
	if err != nil {
		return err
	}
	return service.Run(con.ctx)
}
