package store

import "context"

// Store is everything that the service keeps. Users take only the part they need.
type Store interface {
	Partners() Partners
	Keys() Keys
	Consents() Consents
	Consultations() Consultations
	Events() Events
	DataKeys() DataKeys
	Audit() Audit
	Webhooks() Webhooks
	Rewriter

	Mover

	// Ping reports whether the store can be read now; for readiness probes.
	Ping(ctx context.Context) error
	// Close completes the writes already begun, refuses others with ErrClosed, and frees everything.
	// A second Close does nothing.
	Close() error
}
