package api

import (
	"encoding/json"
	"time"
)

// ConsultationExport is the answer of GET /v4/consultations/{sid}, an addition of this service: everything that is kept
// of one session. Record and Replay are absent where the session never began a consultation.
type ConsultationExport struct {
	ConversationID string            `json:"conversation_id"`
	PartnerID      string            `json:"partner_id"`
	Consents       []ExportedConsent `json:"consents"`
	Record         *Record           `json:"record,omitempty"`
	Replay         *Replay           `json:"replay,omitempty"`
	Feedback       *ExportedFeedback `json:"feedback,omitempty"`
	Events         []ExportedEvent   `json:"events"`
}

// ExportedConsent is an acceptance of the terms.
type ExportedConsent struct {
	ContentVersion string    `json:"content_version"`
	At             time.Time `json:"at"`
}

// ExportedFeedback is the session's feedback.
type ExportedFeedback struct {
	FeedbackRequest
	At time.Time `json:"at"`
}

// ExportedEvent is an analytics event as it was sent.
type ExportedEvent struct {
	Event string          `json:"event"`
	Value json.RawMessage `json:"value,omitempty"`
	At    time.Time       `json:"at"`
}
