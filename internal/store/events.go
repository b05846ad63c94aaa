package store

import (
	"context"
	"time"
)

// Event is an analytics event that a partner attached to a session.
type Event struct {
	SID       string
	PartnerID string
	Name      string
	Payload   []byte // JSON; nil where the event came without a value
	At        time.Time
}

// Feedback is what a user thought of an assessment.
type Feedback struct {
	SID       string
	PartnerID string
	Stars     int // 1 to 5
	Labels    []string
	Message   string
	At        time.Time
	Notices   []Notice // written by SetFeedback, never read
}

// Events keeps analytics events and feedback.
type Events interface {
	// AddEvent adds e to its session. The same event twice is two events.
	AddEvent(ctx context.Context, e Event) error
	// Events returns a session's events in order of time, then of arrival; none is no error.
	Events(ctx context.Context, sid string) ([]Event, error)
	// SetFeedback keeps f as the session's only feedback: the last one written counts.
	SetFeedback(ctx context.Context, f Feedback) error
	// Feedback returns a session's feedback. ErrNotFound if there is none.
	Feedback(ctx context.Context, sid string) (Feedback, error)
}
