package store

import (
	"context"
	"time"
)

// DataKey is a key that records are encrypted with, itself encrypted ("wrapped") with a master key that no store has.
// Package store/sealed owns the meaning of both.
type DataKey struct {
	ID      string
	Wrapped []byte
	Created time.Time
}

// DataKeys keeps the wrapped data keys.
type DataKeys interface {
	// All returns the data keys in order of creation, then of id.
	All(ctx context.Context) ([]DataKey, error)
	// Add adds a data key. ErrExists if the id is taken.
	Add(ctx context.Context, key DataKey) error
	// Rewrap replaces the wrapped form of a data key. ErrNotFound for an unknown id.
	Rewrap(ctx context.Context, id string, wrapped []byte) error
}

// Rewrite changes the bytes of records in their place. A function looks at one record, changes the fields that its
// comment names, and says whether there is something to write; it must not use the store. An error of it ends the
// work and is returned as it is.
type Rewrite struct {
	Consultation func(*Consultation) (bool, error)        // State
	Reply        func(sid string, _ *Reply) (bool, error) // Body
	Event        func(*Event) (bool, error)               // Payload
	Feedback     func(*Feedback) (bool, error)            // Labels, Message
}

// Rewriter changes how records are kept, while others read and write them.
type Rewriter interface {
	// Rewrite offers every record to r, but those written while it runs, and returns how many it wrote. Nothing but the
	// bytes changes: neither version nor time, and no write of another is lost. It works in steps: on an error, those
	// counted are changed and others may be.
	Rewrite(ctx context.Context, r Rewrite) (int, error)
}
