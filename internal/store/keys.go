package store

import (
	"context"
	"time"
)

// SigningKey signs and verifies consultation tokens. Its secret must be readable, so it is the one secret kept here.
type SigningKey struct {
	ID      string // the token's kid
	Secret  []byte
	Created time.Time
	Retired time.Time // zero while tokens signed with it are accepted
}

// Keys keeps the signing keys. Two are live while keys rotate: the newest signs, both verify.
type Keys interface {
	// Live returns the keys that are not retired, newest first, then by id.
	Live(ctx context.Context) ([]SigningKey, error)
	// Add adds a live key. ErrExists if the id is taken, by a retired key too.
	Add(ctx context.Context, key SigningKey) error
	// Retire takes a key out of use; a key retired already keeps its first time. ErrNotFound for an unknown id.
	Retire(ctx context.Context, id string, at time.Time) error
}
