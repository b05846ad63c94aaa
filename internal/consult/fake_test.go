package consult_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/consult"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/internal/report"
	"anamnesis/internal/store"
	"anamnesis/knowledge"
)

// memory is a store of consultations in maps.
type memory struct {
	store.Consultations // what the service does not use
	mu                  sync.Mutex
	byID                map[string]store.Consultation
	replies             map[string][]byte
}

func newMemory() *memory {
	return &memory{byID: map[string]store.Consultation{}, replies: map[string][]byte{}}
}

func (m *memory) Create(_ context.Context, c store.Consultation, r *store.Reply) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.byID[c.SID]; ok {
		return store.ErrExists
	}
	c.Version = 1
	m.byID[c.SID] = c
	m.keep(c.SID, r)
	return nil
}

func (m *memory) keep(sid string, r *store.Reply) {
	if r != nil {
		m.replies[sid+string(r.KeyHash)] = r.Body
	}
}

func (m *memory) Get(_ context.Context, sid string) (store.Consultation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.byID[sid]
	if !ok {
		return c, store.ErrNotFound
	}
	return c, nil
}

func (m *memory) Update(_ context.Context, sid string, version int64, ch store.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.byID[sid]
	switch {
	case !ok:
		return store.ErrNotFound
	case c.Version != version:
		return store.ErrConflict
	}
	if ch.Reply != nil && m.replies[sid+string(ch.Reply.KeyHash)] != nil {
		return store.ErrConflict
	}
	c.Version, c.State, c.Updated, c.Ended = version+1, ch.State, ch.At, ch.Ended
	m.byID[sid] = c
	m.keep(sid, ch.Reply)
	return nil
}

func (m *memory) Reply(_ context.Context, sid string, key []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if b := m.replies[sid+string(key)]; b != nil {
		return b, nil
	}
	return nil, store.ErrNotFound
}

// edition is the interview on the compiled base, made once.
var edition = sync.OnceValues(func() (*consult.Interview, error) {
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		return nil, err
	}
	return consult.NewInterview(engine.New(b, engine.DefaultParams()), recognize.New(b)), nil
})

func interview(t testing.TB) *consult.Interview {
	t.Helper()
	iv, err := edition()
	if err != nil {
		t.Fatal(err)
	}
	return iv
}

func service(t testing.TB) *consult.Service {
	t.Helper()
	now := time.Date(2026, 6, 17, 10, 0, 0, 0, time.UTC)
	return consult.NewService(interview(t), newMemory(), func() time.Time { return now }, nil)
}

func encode(t *consult.Turn) ([]byte, error) { return json.Marshal(t) }

func encodeReport(t *consult.Turn, r *report.Report) ([]byte, error) {
	return json.Marshal(map[string]any{"turn": t, "report": r})
}
