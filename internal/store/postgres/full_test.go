package postgres

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// TestServerWithoutRoom lets the server cancel a write for want of time, which stands for its other wants: the caller
// hears that the store is unavailable, and nobody else is disturbed.
func TestServerWithoutRoom(t *testing.T) {
	dsn := shared.Database(t)
	var log strings.Builder
	o := quiet
	o.Log = textLog(&log)
	s := open(t, dsn+"&statement_timeout=300", o)
	c := store.Consultation{SID: "s", PartnerID: "p", Started: time.Now(), Updated: time.Now()}
	if err := s.Consultations().Create(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	unlock := locked(t, dsn, `SELECT 1 FROM consultations WHERE sid = 's' FOR UPDATE`)
	failed := make(chan error, 1)
	go func() { failed <- s.Consultations().Update(t.Context(), "s", 1, store.Change{At: time.Now()}) }()
	for range 10 {
		if _, err := s.Consultations().Get(t.Context(), "s"); err != nil {
			t.Error(err)
		}
	}
	if err := <-failed; !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("%v", err)
	}
	unlock()
	if err := s.Consultations().Update(t.Context(), "s", 1, store.Change{At: time.Now()}); err != nil {
		t.Error(err)
	}
	if strings.Contains(log.String(), "away") {
		t.Errorf("an outage: %s", &log)
	}
}

func textLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// locked holds what a query locks until unlock is called.
func locked(t *testing.T, dsn, query string) (unlock func()) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	tx, err := c.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), query)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { _ = c.Close(context.Background()) }
}
