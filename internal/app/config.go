package app

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"anamnesis/internal/store/postgres"
)

// Defaults of Config.
const (
	DefaultListen     = "127.0.0.1:8080"
	DefaultDatabase   = "sqlite:anamnesis.db"
	DefaultRateLimits = "memory"
	DefaultSessionTTL = 31 * time.Minute
	DefaultGrace      = 25 * time.Second
	DefaultUpkeep     = 10 * time.Minute
	DefaultKeyAge     = 24 * time.Hour
	DefaultMaxClients = 10_000
)

// Config is how a service runs. The zero value serves on DefaultListen with DefaultDatabase.
type Config struct {
	Listen     string        // host:port to serve on; port 0 picks a free one; "" is DefaultListen
	Database   string        // DSN: sqlite:PATH or postgres://…; "" is DefaultDatabase
	RateLimits string        // where limits are counted: memory, or redis://… for all replicas together; "" is DefaultRateLimits
	SessionTTL time.Duration // life of a consultation's tokens from login, 1 minute to 24 hours; 0 is DefaultSessionTTL
	Grace      time.Duration // how long requests under way may take at shutdown; 0 is DefaultGrace
	Upkeep     time.Duration // time between rounds of expiry and key rotation; 0 is DefaultUpkeep
	KeyAge     time.Duration // age at which a signing key gets a successor; 0 is DefaultKeyAge

	EncryptionKey     string // master keys, each 32 bytes in base64, parted by commas: the first encrypts
	EncryptionKeyFile string // a file with them, one a line; where both are "", that beside an SQLite file, which a service makes
	PlainText         bool   // keep records unencrypted, without a key, and do not warn of it

	TLSCert, TLSKey string   // files of a certificate chain and its key in PEM; "" serves without TLS
	TrustedProxies  []string // addresses and networks whose X-Forwarded-… headers are believed
	MaxClients      int      // connections open at once, the others wait; 0 is DefaultMaxClients

	MaxConnections  int           // of this process, 4 to 1000; 0 is 10
	DatabaseWait    time.Duration // how long a start waits for a database that cannot be reached; 0 tries once
	DatabaseTimeout time.Duration // how long a request waits for the database before it is answered 503; 0 is 900 ms

	// Web makes what is served at / from the base address of the interface and a client that reaches it within this
	// process; nil serves nothing there.
	Web func(baseURL string, inside *http.Client) (http.Handler, error)

	Log *slog.Logger     // nil drops everything
	Now func() time.Time // the clock of everything stored and signed; nil is time.Now
}

func (c Config) withDefaults() Config {
	c.Listen = orDefault(c.Listen, DefaultListen)
	c.Database = orDefault(c.Database, DefaultDatabase)
	c.RateLimits = orDefault(c.RateLimits, DefaultRateLimits)
	c.SessionTTL = orDefault(c.SessionTTL, DefaultSessionTTL)
	c.Grace = orDefault(c.Grace, DefaultGrace)
	c.Upkeep = orDefault(c.Upkeep, DefaultUpkeep)
	c.KeyAge = orDefault(c.KeyAge, DefaultKeyAge)
	c.MaxClients = orDefault(c.MaxClients, DefaultMaxClients)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

// ErrConfig says that a Config cannot be served; the text names every field at fault.
var ErrConfig = errors.New("configuration not valid")

// Check reports every field that is wrong, wrapped in ErrConfig.
func (c Config) Check() error {
	c = c.withDefaults()
	var errs []error
	fault := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		fault("listen: want host:port")
	}
	if err := checkDatabase(c.Database); err != nil {
		fault("database: %w", err)
	}
	if err := checkLimits(c.RateLimits); err != nil {
		fault("rate-limits: %w", err)
	}
	if c.SessionTTL < time.Minute || c.SessionTTL > 24*time.Hour {
		fault("session-ttl: must be between 1m and 24h")
	}
	if c.Grace < 0 || c.Upkeep < 0 || c.KeyAge < 0 {
		fault("grace, upkeep, key-age: must not be negative")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		fault("tls-cert, tls-key: one needs the other")
	}
	if _, err := prefixes(c.TrustedProxies); err != nil {
		fault("trusted-proxy: %w", err)
	}
	if c.EncryptionKey != "" && c.EncryptionKeyFile != "" {
		fault("encryption-key, encryption-key-file: only one of them")
	}
	if c.PlainText && (c.EncryptionKey != "" || c.EncryptionKeyFile != "") {
		fault("plain-text, encryption-key: only one of them")
	}
	if c.MaxClients < 0 {
		fault("max-clients: must not be negative")
	}
	if c.MaxConnections != 0 && (c.MaxConnections < postgres.MinConnections || c.MaxConnections > postgres.MaxConnections) {
		fault("max-connections: must be between %d and %d", postgres.MinConnections, postgres.MaxConnections)
	}
	if c.DatabaseWait < 0 || c.DatabaseTimeout < 0 {
		fault("database-wait, database-timeout: must not be negative")
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrConfig, errors.Join(errs...))
}

// LogValue prints the configuration without what a password may hide in.
func (c Config) LogValue() slog.Value {
	c = c.withDefaults()
	attrs := []slog.Attr{
		slog.String("listen", c.Listen), slog.String("database", maskDSN(c.Database)), slog.String("rate_limits", maskDSN(c.RateLimits)),
		slog.Duration("session_ttl", c.SessionTTL), slog.Bool("web", c.Web != nil), slog.Bool("tls", c.TLSCert != ""),
	}
	return slog.GroupValue(attrs...)
}

// String is LogValue as text.
func (c Config) String() string { return c.LogValue().String() }
