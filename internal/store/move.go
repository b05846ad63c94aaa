package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"iter"
	"time"
)

// Record is one thing that a store keeps: exactly one field is set.
type Record struct {
	Partner      *Partner      `json:",omitempty"`
	APIKey       *APIKey       `json:",omitempty"`
	SigningKey   *SigningKey   `json:",omitempty"` // retired ones too
	Consultation *Consultation `json:",omitempty"`
	Reply        *KeptReply    `json:",omitempty"`
	Consent      *Consent      `json:",omitempty"`
	Event        *Event        `json:",omitempty"`
	Feedback     *Feedback     `json:",omitempty"`
	DataKey      *DataKey      `json:",omitempty"` // whoever opens the other store needs its master key
	Audit        *AuditEntry   `json:",omitempty"`
	Webhook      *Webhook      `json:",omitempty"`
	Delivery     *Delivery     `json:",omitempty"` // without its number
}

// KeptReply is a reply with the session that it belongs to and the time from which its age counts.
type KeptReply struct {
	SID string
	At  time.Time
	Reply
}

// Mover reads and writes everything, for moving from one store to another.
type Mover interface {
	// Export calls yield for every record as it was at one moment, kind by kind, events in order of arrival. An error of
	// yield ends the export and is returned as it is. yield must not use the store.
	Export(ctx context.Context, yield func(Record) error) error
	// Import adds records as they are, times and versions included. ErrExists if the store keeps anything already. It may
	// work in steps: after another error some records may have been added.
	Import(ctx context.Context, records iter.Seq2[Record, error]) error
}

// Tally has the number and the checksum of records by kind. The order of records does not matter.
type Tally map[string]Sum

// Sum is the number of records and the sum of their SHA-256 hashes, word by word.
type Sum struct {
	Count int64
	Check [4]uint64
}

// Kind names the record's kind.
func (r Record) Kind() string {
	switch {
	case r.Partner != nil:
		return "partners"
	case r.APIKey != nil:
		return "api keys"
	case r.SigningKey != nil:
		return "signing keys"
	case r.Consultation != nil:
		return "consultations"
	case r.Reply != nil:
		return "replies"
	case r.Consent != nil:
		return "consents"
	case r.Event != nil:
		return "events"
	case r.Feedback != nil:
		return "feedback"
	case r.DataKey != nil:
		return "data keys"
	case r.Audit != nil:
		return "audit entries"
	case r.Webhook != nil:
		return "webhooks"
	case r.Delivery != nil:
		return "deliveries"
	}
	return "nothing"
}

// Add counts a record.
func (t Tally) Add(r Record) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(b)
	sum := t[r.Kind()]
	sum.Count++
	for i := range sum.Check {
		sum.Check[i] += binary.LittleEndian.Uint64(hash[8*i:])
	}
	t[r.Kind()] = sum
	return nil
}
