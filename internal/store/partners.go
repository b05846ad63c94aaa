package store

import (
	"context"
	"time"
)

// Partner is a customer of the service with its settings. Of its secret only a hash is known here.
type Partner struct {
	ID         string
	Name       string
	SecretHash []byte   // hash of the login secret
	Languages  []string // enabled BCP 47 tags; the first is the partner's default
	Origins    []string // values of the Origin header that its api keys may be used from; none allows all
	Debug      bool     // answers carry debug_messages

	Rate       float64 // sustained requests a second; 0 is unlimited
	Burst      int     // requests that may come at once; 0 leaves it to the limiter
	DailyQuota int64   // requests a UTC day; 0 is unlimited

	RetentionDays int // days from its start after which a consultation expires; 0 keeps it
	Created       time.Time
}

// APIKey is a key that opens the interface for one partner, known by its hash only.
type APIKey struct {
	Hash      []byte
	PartnerID string
	Created   time.Time
	Revoked   time.Time // zero while the key works
}

// Partners keeps partners and their api keys.
type Partners interface {
	// Create adds a partner together with its first key, both or neither; key.PartnerID is taken from p.
	// ErrExists if the partner's id or the key's hash is taken.
	Create(ctx context.Context, p Partner, key APIKey) error
	// Update replaces the settings of p.ID: everything but the secret's hash and the time of creation.
	// ErrNotFound if there is no such partner.
	Update(ctx context.Context, p Partner) error
	// SetSecret replaces the hash of the partner's login secret. ErrNotFound if there is no such partner.
	SetSecret(ctx context.Context, id string, hash []byte) error
	// Partner returns one partner. ErrNotFound if there is none.
	Partner(ctx context.Context, id string) (Partner, error)
	// List returns all partners in order of creation, then of id.
	List(ctx context.Context) ([]Partner, error)

	// AddKey adds a key to an existing partner. ErrNotFound without that partner, ErrExists if the hash is taken.
	AddKey(ctx context.Context, key APIKey) error
	// RevokeKey ends a key at that time; a key revoked already keeps its first time. ErrNotFound for an unknown hash.
	RevokeKey(ctx context.Context, hash []byte, at time.Time) error
	// PartnerByKey returns the key with that hash and its partner, also when the key is revoked: the caller looks at
	// APIKey.Revoked. ErrNotFound for an unknown hash.
	PartnerByKey(ctx context.Context, hash []byte) (Partner, APIKey, error)
	// APIKeys returns a partner's keys, revoked ones too, in order of creation, then of hash.
	APIKeys(ctx context.Context, partnerID string) ([]APIKey, error)
}
