package sealed

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"anamnesis/internal/store"
)

// magic begins every sealed record: a byte that neither JSON nor UTF-8 begins with, and the version of the form.
//
//	magic (2)  length of the data key's id (1)  id  nonce (12)  ciphertext  tag (16)
const magic = "\xae\x01"

// textMagic begins sealed text, base64 of a sealed record. No text of a user begins with a control character.
const textMagic = "\x01sealed:"

// kind is what a record is. It is part of what the record is bound to.
type kind byte

const (
	stateKind kind = 1 + iota
	replyKind
	eventKind
	feedbackKind
	webhookKind
)

// bound is what a record is bound to: its kind and the parts, each with its length before it.
func bound(k kind, parts ...string) []byte {
	b := make([]byte, 1, 128)
	b[0] = byte(k)
	for _, p := range parts {
		b = append(b, byte(len(p)>>8), byte(len(p)))
		b = append(b, p...)
	}
	return b
}

// seal encrypts. Nothing stays nothing, and where there is no key all stays as it is.
func (r *ring) seal(ctx context.Context, plain, bound []byte) ([]byte, error) {
	if len(plain) == 0 {
		return plain, nil
	}
	k, err := r.sealing(ctx)
	if err != nil {
		return nil, err
	}
	return k.seal(plain, bound), nil
}

// seal is ring.seal with a key that is known; nil leaves all as it is.
func (k *dataKey) seal(plain, bound []byte) []byte {
	if k == nil || len(plain) == 0 {
		return plain
	}
	size := k.aead.NonceSize()
	out := make([]byte, len(k.head)+size, len(k.head)+size+len(plain)+k.aead.Overhead())
	copy(out, k.head)
	nonce := out[len(k.head):]
	_, _ = rand.Read(nonce)
	return k.aead.Seal(out, nonce, plain, bound)
}

// unseal decrypts in place. What has no seal is given back as it is.
func (r *ring) unseal(ctx context.Context, b, bound []byte) ([]byte, error) {
	id, rest, ok := split(b)
	if !ok {
		return b, nil
	}
	k, err := r.find(ctx, string(id))
	if err != nil {
		return nil, err
	}
	size := k.aead.NonceSize()
	if len(rest) < size+k.aead.Overhead() {
		return nil, ErrDamaged
	}
	plain, err := k.aead.Open(rest[size:size], rest[:size], rest[size:], bound)
	if err != nil {
		return nil, ErrDamaged
	}
	return plain, nil
}

// split parts a sealed record into the id of its key and what follows.
func split(b []byte) (id, rest []byte, ok bool) {
	const head = len(magic) + 1
	if len(b) < head || string(b[:len(magic)]) != magic {
		return nil, nil, false
	}
	n := int(b[len(magic)])
	if len(b) < head+n {
		return nil, nil, false
	}
	return b[head : head+n], b[head+n:], true
}

// current reports whether a record is sealed with that key.
func (k *dataKey) current(b []byte) bool { return bytes.HasPrefix(b, k.head) }

// words is what a person wrote in a feedback.
type words struct {
	Labels  []string `json:"l,omitempty"`
	Message string   `json:"m,omitempty"`
}

func (r *ring) sealFeedback(ctx context.Context, f store.Feedback) (store.Feedback, error) {
	if len(f.Labels) == 0 && f.Message == "" {
		return f, nil
	}
	k, err := r.sealing(ctx)
	if err != nil {
		return f, err
	}
	return k.sealFeedback(f)
}

func (k *dataKey) sealFeedback(f store.Feedback) (store.Feedback, error) {
	if k == nil || len(f.Labels) == 0 && f.Message == "" {
		return f, nil
	}
	plain, err := json.Marshal(words{f.Labels, f.Message})
	if err != nil {
		return f, fmt.Errorf("seal feedback: %w", err)
	}
	b := k.seal(plain, bound(feedbackKind, f.SID, f.PartnerID))
	f.Labels, f.Message = nil, textMagic+base64.RawStdEncoding.EncodeToString(b)
	return f, nil
}

func (r *ring) openFeedback(ctx context.Context, f store.Feedback) (store.Feedback, error) {
	b, ok := sealedText(f.Message)
	if !ok {
		return f, nil
	}
	plain, err := r.unseal(ctx, b, bound(feedbackKind, f.SID, f.PartnerID))
	if err != nil {
		return store.Feedback{}, err
	}
	var w words
	if err := json.Unmarshal(plain, &w); err != nil {
		return store.Feedback{}, ErrDamaged
	}
	f.Labels, f.Message = w.Labels, w.Message
	return f, nil
}

// sealedText gives the sealed record behind a text.
func sealedText(text string) ([]byte, bool) {
	enc, ok := strings.CutPrefix(text, textMagic)
	if !ok {
		return nil, false
	}
	b, err := base64.RawStdEncoding.DecodeString(enc)
	return b, err == nil
}
