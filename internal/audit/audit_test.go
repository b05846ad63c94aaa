package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/store"
)

// memory is an audit log that can be tampered with.
type memory struct {
	mu  sync.Mutex
	all []store.AuditEntry
}

func (m *memory) Append(_ context.Context, next func(store.AuditEntry) store.AuditEntry) (store.AuditEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var last store.AuditEntry
	if n := len(m.all); n > 0 {
		last = m.all[n-1]
	}
	e := next(last)
	e.Seq = last.Seq + 1
	m.all = append(m.all, e)
	return e, nil
}

func (m *memory) Entries(_ context.Context, after int64, limit int) (out []store.AuditEntry, _ error) {
	for _, e := range m.all {
		if e.Seq > after && len(out) < limit {
			out = append(out, e)
		}
	}
	return out, nil
}

func written(t *testing.T, n int) (*memory, *Log, *bytes.Buffer) {
	t.Helper()
	var text bytes.Buffer
	m := &memory{}
	l := New(m, func() time.Time { return time.Unix(1_700_000_000, 1) }, slog.New(slog.NewTextHandler(&text, nil)))
	for i := range n {
		if err := l.Record(t.Context(), Entry{Actor: "command 0", Action: PartnerCreate, Target: fmt.Sprint("p", i), Detail: map[string]string{"b": "2", "a": "1"}}); err != nil {
			t.Fatal(err)
		}
	}
	return m, l, &text
}

func TestChain(t *testing.T) {
	_, l, text := written(t, 1200)
	v, err := l.Verify(t.Context(), "")
	if err != nil || v.Entries != 1200 || !bytes.Contains(text.Bytes(), []byte(v.Head)) {
		t.Errorf("%+v %v", v, err)
	}
	if _, err := l.Verify(t.Context(), v.Head); err != nil {
		t.Error(err)
	}
}

func TestTampering(t *testing.T) {
	for name, tamper := range map[string]func(m *memory){
		"actor":   func(m *memory) { m.all[3].Actor = "someone else" },
		"action":  func(m *memory) { m.all[3].Action = "x" },
		"target":  func(m *memory) { m.all[3].Target = "" },
		"detail":  func(m *memory) { m.all[3].Detail = "" },
		"time":    func(m *memory) { m.all[3].At = m.all[3].At.Add(time.Second) },
		"hash":    func(m *memory) { m.all[3].Hash = m.all[2].Hash },
		"removed": func(m *memory) { m.all = append(m.all[:3:3], m.all[4:]...) },
		"first":   func(m *memory) { m.all = m.all[1:] },
		"swapped": func(m *memory) { m.all[3], m.all[4] = m.all[4], m.all[3] },
		"moved between fields": func(m *memory) {
			m.all[3].Target, m.all[3].Action = m.all[3].Action+m.all[3].Target, ""
		},
		"rehashed alone": func(m *memory) {
			m.all[3].Actor = "someone else"
			m.all[3].Hash = hash(m.all[2].Hash, &m.all[3])
		},
	} {
		m, l, _ := written(t, 8)
		tamper(m)
		if _, err := l.Verify(t.Context(), ""); !errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	m, l, _ := written(t, 8)
	v, _ := l.Verify(t.Context(), "")
	m.all = m.all[:6]
	if _, err := l.Verify(t.Context(), ""); err != nil {
		t.Errorf("a shorter log is a log: %v", err)
	}
	if _, err := l.Verify(t.Context(), v.Head); !errors.Is(err, ErrBroken) {
		t.Errorf("the end was cut off: %v", err)
	}
}
