package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"anamnesis/internal/obs"
	"anamnesis/internal/store"
	"anamnesis/internal/store/postgres"
	"anamnesis/internal/store/sealed"
	"anamnesis/internal/store/sqlite"
)

// OpenStore opens the store that a DSN names; the caller closes it.
func OpenStore(ctx context.Context, dsn string, log *slog.Logger) (store.Store, error) {
	s, err := OpenStoreWith(ctx, Config{Database: dsn, Log: log})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// OpenStoreWith is OpenStore with all that a Config says of databases and their encryption.
func OpenStoreWith(ctx context.Context, c Config) (*sealed.Store, error) {
	return openSealed(ctx, c.withDefaults(), false)
}

// openSealed opens what c.Database names, and makes its key where that is to be done.
func openSealed(ctx context.Context, c Config, create bool) (*sealed.Store, error) {
	inner, err := openStore(ctx, c)
	if err != nil {
		return nil, err
	}
	s, err := seal(ctx, inner, c, create)
	if err != nil {
		return nil, errors.Join(err, inner.Close())
	}
	return s, nil
}

// openStore opens what c.Database names. Its nil is a nil interface.
func openStore(ctx context.Context, c Config) (store.Store, error) {
	if err := checkDatabase(c.Database); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if path, ok := strings.CutPrefix(c.Database, "sqlite:"); ok {
		st, err := sqlite.Open(ctx, path, sqlite.Options{Log: c.Log})
		if err != nil {
			return nil, err
		}
		return st, nil
	}
	st, err := postgres.Open(ctx, c.Database, postgres.Options{
		MaxConnections: c.MaxConnections, Timeout: c.DatabaseTimeout, Wait: c.DatabaseWait, Log: c.Log,
	})
	if err != nil {
		return nil, err
	}
	return st, nil
}

func checkDatabase(dsn string) error {
	path, ok := strings.CutPrefix(dsn, "sqlite:")
	switch {
	case ok && path != "":
		return nil
	case ok:
		return errors.New("sqlite: needs the path of a file after it")
	case strings.HasPrefix(dsn, "postgres://"), strings.HasPrefix(dsn, "postgresql://"):
		return postgres.Check(dsn)
	}
	return errors.New("must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")
}

// maskDSN hides the password of a URL, and all of what cannot be read.
func maskDSN(dsn string) string {
	if !strings.Contains(dsn, "://") {
		return dsn
	}
	u, err := url.Parse(dsn)
	if err != nil {
		return obs.Redacted
	}
	u.RawQuery = ""
	return u.Redacted()
}
