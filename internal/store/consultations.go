package store

import (
	"context"
	"time"
)

// Consultation is one conversation. Package consult owns the meaning of State; the rest is what must be queried.
type Consultation struct {
	SID       string
	PartnerID string
	Started   time.Time
	Updated   time.Time
	Ended     time.Time // zero while the conversation goes on
	Version   int64     // 1 when created, one more with each update
	State     []byte
	Notices   []Notice // written by Create, never read
}

// Reply is the answer given to a request that carried an idempotency key.
type Reply struct {
	KeyHash []byte // hash of the key, not empty
	Body    []byte // the answer's bytes
}

// Change is what one update writes.
type Change struct {
	PartnerID string // whose consultation it is, for those who bind the state to it; it is not written
	State     []byte
	At        time.Time // becomes Updated
	Ended     time.Time // becomes Ended, zero included
	Reply     *Reply    // kept in the same transaction; nil for none
	Notices   []Notice  // written in the same transaction
}

// Consultations keeps consultations and the replies that belong to them.
type Consultations interface {
	// Create adds a consultation at version 1, whatever c.Version says, and r if it is not nil: both or neither.
	// ErrExists if the sid has one already.
	Create(ctx context.Context, c Consultation, r *Reply) error
	// Get returns the consultation. ErrNotFound if the sid has none.
	Get(ctx context.Context, sid string) (Consultation, error)
	// Update writes c and adds one to the version, if the consultation is still at that version and c.Reply's key has
	// not been used on it; state and reply are written together or not at all. Of many updates that expect the same
	// version exactly one succeeds. ErrNotFound if the sid has no consultation; ErrConflict if the version differs or
	// the key has been used, so a caller with a key looks for its Reply then.
	Update(ctx context.Context, sid string, version int64, c Change) error
	// Reply returns the body kept under that key. ErrNotFound if there is none.
	Reply(ctx context.Context, sid string, keyHash []byte) ([]byte, error)
	// ForgetReplies removes replies written (Started or Change.At) before that time and returns how many. Bodies hold
	// the patient's data and are of no use once the token has expired. It works in steps: on an error, those counted
	// are gone and others may remain.
	ForgetReplies(ctx context.Context, before time.Time) (int, error)

	// Erase removes the consultation and every trace of the session: replies, events, feedback, consents, notices.
	// ErrNotFound if there was nothing at all.
	Erase(ctx context.Context, sid string) error
	// ExpireBefore erases the partner's consultations that started before that time, and the traces older than that
	// of sessions that never had a consultation. It returns the number of sessions erased. It works in steps: on an
	// error, those counted are gone and others may remain.
	ExpireBefore(ctx context.Context, partnerID string, before time.Time) (int, error)

	// Range calls yield for each of the partner's consultations with from <= Started < to, in order of start, then of
	// sid, with the session's events in order of time, then of arrival. Each consultation and its events are seen at
	// one moment, the whole range is not. No transaction is open during yield, which may take its time and use the
	// store. An error of yield ends the range and is returned as it is.
	Range(ctx context.Context, partnerID string, from, to time.Time, yield func(Consultation, []Event) error) error
}
