package store

import (
	"context"
	"time"
)

// AuditEntry is one act in the audit log. Package audit owns the meaning of Hash, and of what is hashed.
type AuditEntry struct {
	Seq    int64 // 1 for the first
	At     time.Time
	Actor  string // who
	Action string // did what
	Target string // to what; "" where there is nothing to name
	Detail string // a JSON object; "" for none
	Hash   []byte // of this entry and of the one before
}

// Audit keeps the audit log, which only grows.
type Audit interface {
	// Append adds what next makes of the newest entry, the zero entry where there is none, with the sequence number
	// after its own. Nobody appends between the two. next may be called several times and must not use the store.
	Append(ctx context.Context, next func(last AuditEntry) AuditEntry) (AuditEntry, error)
	// Entries returns up to limit entries after that sequence number, in order.
	Entries(ctx context.Context, after int64, limit int) ([]AuditEntry, error)
}
