package app

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"anamnesis/internal/audit"
)

// upkeep does what nobody waits for, a round at the start and one each Config.Upkeep. Several services on one
// store do no harm to each other.
func (s *Service) upkeep(ctx context.Context) {
	tick := time.NewTicker(s.cfg.Upkeep)
	defer tick.Stop()
	for {
		s.round(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *Service) round(ctx context.Context) {
	for _, job := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"rotate signing keys", s.rotate}, {"expire consultations", s.expire}, {"forget replies", s.forget}, {"forget notices", s.forgetNotices},
	} {
		if err := job.do(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.ErrorContext(ctx, "upkeep failed", slog.String("job", job.name), slog.String("error", err.Error()))
		}
	}
}

// rotate adds a signing key when the newest is old enough. The age comes from the store, so restarts do not delay it.
func (s *Service) rotate(ctx context.Context) error {
	keys, err := s.store.Keys().Live(ctx)
	if err != nil || len(keys) == 0 || s.cfg.Now().Sub(keys[0].Created) < s.cfg.KeyAge {
		return err
	}
	if err := s.audit.Record(ctx, audit.Entry{Actor: byService, Action: audit.SigningKeyRotate}); err != nil {
		return err
	}
	return s.signer.Rotate(ctx)
}

// expire erases consultations that are older than their partner keeps them.
func (s *Service) expire(ctx context.Context) error {
	partners, err := s.store.Partners().List(ctx)
	if err != nil {
		return err
	}
	for _, p := range partners {
		if p.RetentionDays <= 0 {
			continue
		}
		before := s.cfg.Now().AddDate(0, 0, -p.RetentionDays)
		n, err := s.store.Consultations().ExpireBefore(ctx, p.ID, before)
		if n > 0 {
			s.cfg.Log.InfoContext(ctx, "consultations expired", slog.String("partner", p.ID), slog.Int("count", n))
		}
		if n > 0 {
			err = errors.Join(err, s.audit.Record(ctx, audit.Entry{Actor: byService, Action: audit.ConsultationExpire, Target: p.ID, Detail: map[string]string{"count": strconv.Itoa(n)}}))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// byService is the actor of what nobody ordered.
const byService = "service"

// forget removes the answers kept for idempotency keys of sessions that are over. Twice the lifetime leaves room for
// clocks that differ.
func (s *Service) forget(ctx context.Context) error {
	_, err := s.store.Consultations().ForgetReplies(ctx, s.cfg.Now().Add(-2*s.cfg.SessionTTL))
	return err
}

// noticeAge is how long notices for webhooks are kept, delivered or not.
const noticeAge = 30 * 24 * time.Hour

func (s *Service) forgetNotices(ctx context.Context) error {
	_, err := s.store.Webhooks().Forget(ctx, s.cfg.Now().Add(-noticeAge))
	return err
}
