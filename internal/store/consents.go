package store

import (
	"context"
	"time"
)

// Consent says that the user of a session accepted one version of the legal content.
type Consent struct {
	SID            string
	PartnerID      string
	ContentVersion string
	At             time.Time
}

// Consents keeps the proof of what was accepted and when.
type Consents interface {
	// RecordConsent keeps c. For a version that the session accepted before, the first record stands and the answer
	// is nil.
	RecordConsent(ctx context.Context, c Consent) error
	// Consents returns what a session accepted in order of time, then of version; none is no error.
	Consents(ctx context.Context, sid string) ([]Consent, error)
}
