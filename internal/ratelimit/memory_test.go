package ratelimit_test

import (
	"fmt"
	"testing"
	"time"

	"anamnesis/internal/ratelimit"
	"anamnesis/internal/ratelimit/ratelimittest"
)

func TestMemory(t *testing.T) {
	ratelimittest.Run(t, ratelimittest.Facts{
		New: func(*testing.T) ratelimit.Limiter { return ratelimit.NewMemory(0) },
	})
}

func TestMemoryIsBounded(t *testing.T) {
	m := ratelimit.NewMemory(128)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := ratelimit.Policy{Rate: 1}
	for i := range 10_000 {
		m.Allow(t.Context(), fmt.Sprint("p_", i), p, now.Add(time.Duration(i)))
	}
	if got := m.Len(); got > 128 {
		t.Errorf("%d keys remembered, want at most 128", got)
	}
	if d := m.Allow(t.Context(), "p_9999", p, now.Add(10_000)); d.Allowed {
		t.Error("the last key was forgotten")
	}
}

func TestMemoryAllocatesNothing(t *testing.T) {
	m, ctx := ratelimit.NewMemory(0), t.Context()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := ratelimit.Policy{Rate: 100, Burst: 20, DailyQuota: 1000}
	if n := testing.AllocsPerRun(100, func() { m.Allow(ctx, "p_one", p, now) }); n != 0 {
		t.Errorf("%v allocations a request, want 0", n)
	}
}

func BenchmarkMemory(b *testing.B) {
	m, ctx := ratelimit.NewMemory(0), b.Context()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := ratelimit.Policy{Rate: 100, Burst: 20, DailyQuota: 1 << 40}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		m.Allow(ctx, "p_one", p, now.Add(time.Duration(i)*time.Millisecond))
	}
}

// A request that waited for its turn is no less welcome than those that came after it and went before.
func TestOutOfOrder(t *testing.T) {
	m, p := ratelimit.NewMemory(0), ratelimit.Policy{Rate: 100, Burst: 100}
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for i := range 50 {
		if !m.Allow(t.Context(), "p", p, now.Add(time.Duration(i)*time.Millisecond)).Allowed {
			t.Fatal("refused in order")
		}
	}
	for i := range 40 {
		if !m.Allow(t.Context(), "p", p, now.Add(-5*time.Second)).Allowed {
			t.Fatalf("late request %d is refused", i)
		}
	}
}
