package sealed

import (
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
