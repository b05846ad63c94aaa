package app

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"

	"anamnesis/internal/obs"
	"anamnesis/internal/store"
	"anamnesis/internal/store/sqlite"
)

// OpenStore opens the store that a DSN names; the caller closes it.
func OpenStore(ctx context.Context, dsn string, log *slog.Logger) (store.Store, error) {
	if err := checkDatabase(dsn); err != nil {
		return nil, err
	}
	st, err := sqlite.Open(ctx, strings.TrimPrefix(dsn, "sqlite:"), sqlite.Options{Log: log})
	if err != nil {
		return nil, err // not st: a nil pointer in an interface is not nil
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
		return errors.New("PostgreSQL is not built in yet, use sqlite:PATH")
	}
	return errors.New("must be sqlite:PATH")
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
