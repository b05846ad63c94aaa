package app

import (
	"context"
	"fmt"
	"time"

	"anamnesis/internal/audit"
	"anamnesis/internal/store"
	"anamnesis/internal/webhook"
)

// SetWebhook gives a partner a webhook in place of any before, and returns its secret, which is known only now.
// private allows addresses of private networks, and http.
func SetWebhook(ctx context.Context, st store.Store, partnerID, url string, private bool, now time.Time) (string, error) {
	if err := webhook.CheckURL(url, private); err != nil {
		return "", err
	}
	secret, text := webhook.NewSecret()
	if err := record(ctx, st, audit.PartnerWebhook, partnerID, map[string]string{"set": "true", "private": fmt.Sprint(private)}, now); err != nil {
		return "", err
	}
	if err := st.Webhooks().Set(ctx, store.Webhook{PartnerID: partnerID, URL: url, Secret: secret, Private: private, Created: now}); err != nil {
		return "", fmt.Errorf("set webhook: %w", err)
	}
	return text, nil
}

// RemoveWebhook ends a partner's webhook.
func RemoveWebhook(ctx context.Context, st store.Store, partnerID string, now time.Time) error {
	if err := record(ctx, st, audit.PartnerWebhook, partnerID, map[string]string{"set": "false"}, now); err != nil {
		return err
	}
	if err := st.Webhooks().Remove(ctx, partnerID); err != nil {
		return fmt.Errorf("remove webhook: %w", err)
	}
	return nil
}

// ReplayWebhooks has the messages of that time and later sent again, of one partner or, where partnerID is "", of all.
func ReplayWebhooks(ctx context.Context, st store.Store, partnerID string, since, now time.Time) (total int, err error) {
	ids := []string{partnerID}
	if partnerID == "" {
		partners, err := st.Partners().List(ctx)
		if err != nil {
			return 0, err
		}
		ids = nil
		for _, p := range partners {
			ids = append(ids, p.ID)
		}
	}
	if err := record(ctx, st, audit.WebhookReplay, partnerID, map[string]string{"since": since.UTC().Format(time.RFC3339)}, now); err != nil {
		return 0, err
	}
	for _, id := range ids {
		n, err := st.Webhooks().Replay(ctx, id, since, now)
		if total += n; err != nil {
			return total, fmt.Errorf("replay webhooks: %w", err)
		}
	}
	return total, nil
}
