package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"anamnesis/internal/store"
)

// How messages are sent.
const (
	poll        = time.Second     // between two looks at the outbox
	lease       = time.Minute     // how long a delivery is one process' own; longer than attemptTimeout
	batch       = 16              // deliveries at once
	maxAttempts = 18              // the last one about two and a half days after the first
	firstRetry  = 5 * time.Second // doubles
	maxRetry    = 12 * time.Hour  // at most
	maxReply    = 16 << 10        // of the answer, which nobody reads
)

// Sender delivers what is in the outbox. Any number of them may share a store.
type Sender struct {
	store  store.Webhooks
	now    func() time.Time
	log    *slog.Logger
	open   *http.Client // to public addresses
	inside *http.Client // to any
}

// NewSender makes a sender; nil for now is time.Now.
func NewSender(st store.Webhooks, now func() time.Time, log *slog.Logger) *Sender {
	if now == nil {
		now = time.Now
	}
	return &Sender{store: st, now: now, log: log, open: newClient(false), inside: newClient(true)}
}

// Run delivers until ctx is done. What is under way then is tried again by whoever comes next.
func (s *Sender) Run(ctx context.Context) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		for s.round(ctx) == batch { // more may be waiting
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// round delivers what is due, up to a batch, and returns how much that was.
func (s *Sender) round(ctx context.Context) int {
	now := s.now()
	due, err := s.store.Take(ctx, now, now.Add(lease), batch)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, store.ErrUnavailable) {
			s.log.ErrorContext(ctx, "webhooks: take deliveries", slog.String("error", err.Error()))
		}
		return 0
	}
	var wg sync.WaitGroup
	for i := range due {
		wg.Go(func() { s.deliver(ctx, &due[i]) })
	}
	wg.Wait()
	return len(due)
}

// deliver makes one attempt and writes down what came of it.
func (s *Sender) deliver(ctx context.Context, d *store.Delivery) {
	err := s.attempt(ctx, d)
	if err != nil && ctx.Err() != nil {
		return // not the partner's fault: the lease ends and another tries
	}
	now := s.now()
	var delivered, due time.Time
	switch {
	case err == nil:
		delivered = now
	case d.Attempts+1 < maxAttempts && !errors.Is(err, store.ErrNotFound):
		due = now.Add(backoff(d.Attempts))
	}
	if err != nil {
		s.log.WarnContext(ctx, "webhook not delivered", slog.String("partner", d.PartnerID), slog.String("id", d.ID), slog.String("event", d.Event),
			slog.Int("attempt", d.Attempts+1), slog.Bool("given_up", due.IsZero()), slog.String("error", reason(err)))
	}
	if err := s.store.Settle(ctx, d.Seq, delivered, due); err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "webhooks: settle", slog.String("error", err.Error()))
	}
}

// reason says what went wrong without the partner's URL, which may hold a token.
func reason(err error) string {
	var status statusError
	switch {
	case errors.As(err, &status):
		return err.Error()
	case errors.Is(err, errPrivate):
		return errPrivate.Error()
	case errors.Is(err, store.ErrNotFound):
		return "the partner has no webhook any more"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	}
	return "no connection, or it broke"
}

// statusError is an answer other than 2xx.
type statusError int

func (e statusError) Error() string { return "status " + strconv.Itoa(int(e)) }

func (s *Sender) attempt(ctx context.Context, d *store.Delivery) error {
	hook, err := s.store.Webhook(ctx, d.PartnerID)
	if err != nil {
		return err
	}
	if err := CheckURL(hook.URL, hook.Private); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(d.Body))
	if err != nil {
		return err
	}
	at := s.now()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "anamnesis")
	req.Header.Set("Webhook-Id", d.ID)
	req.Header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	req.Header.Set("Webhook-Signature", Sign(hook.Secret, d.ID, at, d.Body))
	client := s.open
	if hook.Private {
		client = s.inside
	}
	res, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, maxReply))
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return statusError(res.StatusCode)
	}
	return nil
}

// backoff is the time after a failed attempt: it doubles, with a jitter of a quarter on either side.
func backoff(attempts int) time.Duration {
	d := min(firstRetry<<min(attempts, 30), maxRetry)
	return d*3/4 + rand.N(d/2)
}
