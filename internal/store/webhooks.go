package store

import (
	"context"
	"time"
)

// Webhook is where a partner is told of what happens to its consultations.
type Webhook struct {
	PartnerID string
	URL       string
	Secret    []byte // what messages are signed with; it must be readable
	Private   bool   // the address may be one of a private network
	Created   time.Time
}

// Notice is one thing that a partner is told. It is written together with what it tells of, or not at all, and only
// where the partner has a webhook then.
type Notice struct {
	ID        string // of the message, the same at every attempt
	SID       string
	PartnerID string
	Event     string
	Body      []byte // JSON
	At        time.Time
}

// Delivery is a notice on its way.
type Delivery struct {
	Notice
	Seq       int64
	Attempts  int
	Due       time.Time // when to try next; zero when there is nothing to try any more
	Delivered time.Time // zero until the partner has taken it
}

// Webhooks keeps webhooks and the notices for them.
type Webhooks interface {
	// Set keeps w as its partner's only webhook. ErrNotFound if there is no such partner.
	Set(ctx context.Context, w Webhook) error
	// Webhook returns a partner's webhook. ErrNotFound if it has none.
	Webhook(ctx context.Context, partnerID string) (Webhook, error)
	// Reseal puts another form of a secret in the place of old. ErrNotFound if the partner has no webhook with old.
	Reseal(ctx context.Context, partnerID string, old, secret []byte) error
	// Remove takes a partner's webhook away, and the notices that are not delivered. ErrNotFound if it has none.
	Remove(ctx context.Context, partnerID string) error

	// Take returns up to limit deliveries that are due at now, the longest due first, and sets their Due to until:
	// nobody else takes them before. Whoever took them and dies leaves them to others then.
	Take(ctx context.Context, now, until time.Time, limit int) ([]Delivery, error)
	// Settle counts an attempt. A delivery that was erased meanwhile is no error.
	Settle(ctx context.Context, seq int64, delivered, due time.Time) error
	// Replay makes the partner's deliveries of since and later due at now, delivered ones too, with no attempt counted,
	// and returns how many.
	Replay(ctx context.Context, partnerID string, since, now time.Time) (int, error)
	// Forget removes notices from before that time, delivered or not, and returns how many.
	Forget(ctx context.Context, before time.Time) (int, error)
}
