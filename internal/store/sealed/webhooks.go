package sealed

import (
	"bytes"
	"context"
	"fmt"

	"anamnesis/internal/store"
)

// Webhooks implements store.Store: the secrets that messages are signed with are sealed.
func (s *Store) Webhooks() store.Webhooks { return &webhooks{s.Store.Webhooks(), &s.ring} }

type webhooks struct {
	store.Webhooks
	ring *ring
}

func (w *webhooks) Set(ctx context.Context, v store.Webhook) (err error) {
	if v.Secret, err = w.ring.seal(ctx, v.Secret, bound(webhookKind, v.PartnerID)); err != nil {
		return err
	}
	return w.Webhooks.Set(ctx, v)
}

func (w *webhooks) Reseal(ctx context.Context, partnerID string, old, secret []byte) error {
	v, err := w.Webhooks.Webhook(ctx, partnerID)
	if err != nil {
		return err
	}
	at := bound(webhookKind, partnerID)
	open, err := w.ring.unseal(ctx, bytes.Clone(v.Secret), at) // it opens in place
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	if !bytes.Equal(open, old) {
		return fmt.Errorf("reseal webhook: %w", store.ErrNotFound)
	}
	if secret, err = w.ring.seal(ctx, secret, at); err != nil {
		return err
	}
	return w.Webhooks.Reseal(ctx, partnerID, v.Secret, secret)
}

func (w *webhooks) Webhook(ctx context.Context, partnerID string) (store.Webhook, error) {
	v, err := w.Webhooks.Webhook(ctx, partnerID)
	if err != nil {
		return v, err
	}
	if v.Secret, err = w.ring.unseal(ctx, v.Secret, bound(webhookKind, v.PartnerID)); err != nil {
		return store.Webhook{}, fmt.Errorf("webhook: %w", err)
	}
	return v, nil
}
