// Package audit keeps the log of what operators and partners did: who, what, to what, when. It owns the chain of
// hashes that makes a change in the middle of the log show.
//
//	hash of entry n = SHA-256( hash of entry n-1 | number, time, actor, action, target, detail of entry n )
//
// Who can write to the store can also cut off the log's end, or write the whole chain anew. So every entry's hash goes
// to the service's own log too, and Verify can be told a hash that the log must still contain.
//
// Entries name partners, keys by the beginning of their hash, and sids. They hold no secret and nothing that a patient
// said.
package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"anamnesis/internal/store"
)

// The actions that are logged.
const (
	PartnerCreate       = "partner.create"
	PartnerKeyAdd       = "partner.key.add"
	PartnerKeyRevoke    = "partner.key.revoke"
	PartnerSecretRotate = "partner.secret.rotate"
	PartnerWebhook      = "partner.webhook"
	ConsultationErase   = "consultation.erase"
	ConsultationExport  = "consultation.export"
	ConsultationExpire  = "consultation.expire"
	SigningKeyRotate    = "keys.rotate"
	RecordsReencrypt    = "keys.reencrypt"
	PortalLogin         = "portal.login"
	PortalRefused       = "portal.refused" // wrong credentials
	PortalQuery         = "portal.query"
	PortalOverview      = "portal.overview"
	PortalReplay        = "portal.replay"
	WebhookReplay       = "webhooks.replay"
)

// Entry is an act.
type Entry struct {
	Actor  string // "partner <id>", "command <user id>", "service", or "somebody" where nobody was identified
	Action string // one of the constants
	Target string // "" where there is nothing to name
	Detail map[string]string
}

// Log writes and reads the audit log. It is safe for concurrent use.
type Log struct {
	store store.Audit
	now   func() time.Time
	log   *slog.Logger
}

// New makes a log on a store; nil for now is time.Now, for log drops the hashes that go there.
func New(st store.Audit, now func() time.Time, log *slog.Logger) *Log {
	if now == nil {
		now = time.Now
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Log{st, now, log}
}

// Record logs an act. It is called before the act: what cannot be logged is not done.
func (l *Log) Record(ctx context.Context, e Entry) error {
	detail := ""
	if len(e.Detail) > 0 {
		b, err := json.Marshal(e.Detail) // keys in order
		if err != nil {
			return fmt.Errorf("audit: %w", err)
		}
		detail = string(b)
	}
	at := l.now().UTC().Truncate(time.Microsecond)
	done, err := l.store.Append(ctx, func(last store.AuditEntry) store.AuditEntry {
		next := store.AuditEntry{Seq: last.Seq + 1, At: at, Actor: e.Actor, Action: e.Action, Target: e.Target, Detail: detail}
		next.Hash = hash(last.Hash, &next)
		return next
	})
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	l.log.InfoContext(ctx, "audit", slog.Int64("seq", done.Seq), slog.String("actor", e.Actor), slog.String("action", e.Action), slog.String("hash", hex.EncodeToString(done.Hash)))
	return nil
}

// hash covers every field, each with its length before it.
func hash(prev []byte, e *store.AuditEntry) []byte {
	h := sha256.New()
	part := func(b []byte) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(b)))
		h.Write(n[:])
		h.Write(b)
	}
	part([]byte("anamnesis audit v1"))
	part(prev)
	part(fmt.Appendf(nil, "%d %d", e.Seq, e.At.UnixMicro()))
	for _, s := range []string{e.Actor, e.Action, e.Target, e.Detail} {
		part([]byte(s))
	}
	return h.Sum(nil)
}

// ErrBroken says that the log is not what was written.
var ErrBroken = errors.New("the audit log was changed")

// page is how many entries are read at once.
const page = 500

// Each calls yield for every entry in order. An error of yield ends it and is returned as it is.
func (l *Log) Each(ctx context.Context, yield func(store.AuditEntry) error) error {
	for after := int64(0); ; {
		entries, err := l.store.Entries(ctx, after, page)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, e := range entries {
			if err := yield(e); err != nil {
				return err
			}
			after = e.Seq
		}
	}
}

// Verified is what Verify found.
type Verified struct {
	Entries int64
	Head    string // hash of the newest entry in hexadecimal; "" where there is none
}

// Verify reads the whole log and fails with ErrBroken where a number is missing or a hash does not fit, or where head,
// the hash of some entry as noted before, is not among them; "" looks for none.
func (l *Log) Verify(ctx context.Context, head string) (v Verified, err error) {
	var prev []byte
	found := head == ""
	err = l.Each(ctx, func(e store.AuditEntry) error {
		if e.Seq != v.Entries+1 {
			return fmt.Errorf("%w: entry %d is missing", ErrBroken, v.Entries+1)
		}
		if !bytes.Equal(e.Hash, hash(prev, &e)) {
			return fmt.Errorf("%w: entry %d", ErrBroken, e.Seq)
		}
		prev, v.Entries, v.Head = e.Hash, e.Seq, hex.EncodeToString(e.Hash)
		found = found || v.Head == head
		return nil
	})
	if err == nil && !found {
		err = fmt.Errorf("%w: the entry with the hash that was noted is missing", ErrBroken)
	}
	return v, err
}
