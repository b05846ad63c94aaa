package ratelimit_test

import (
	"errors"
	"math"
	"net/http"
	"testing"
	"time"

	"anamnesis/internal/ratelimit"

	"github.com/google/go-cmp/cmp"
)

func TestPolicyCheck(t *testing.T) {
	for name, c := range map[string]struct {
		p  ratelimit.Policy
		ok bool
	}{
		"zero":           {ratelimit.Policy{}, true},
		"usual":          {ratelimit.Policy{Rate: 10, Burst: 20, DailyQuota: 5000}, true},
		"largest":        {ratelimit.Policy{Rate: ratelimit.MaxRate, Burst: ratelimit.MaxBurst, DailyQuota: ratelimit.MaxDaily}, true},
		"rate negative":  {ratelimit.Policy{Rate: -1}, false},
		"rate tiny":      {ratelimit.Policy{Rate: 1e-9}, false},
		"rate infinite":  {ratelimit.Policy{Rate: math.Inf(1)}, false},
		"rate NaN":       {ratelimit.Policy{Rate: math.NaN()}, false},
		"burst negative": {ratelimit.Policy{Burst: -1}, false},
		"burst huge":     {ratelimit.Policy{Burst: ratelimit.MaxBurst + 1}, false},
		"quota negative": {ratelimit.Policy{DailyQuota: -1}, false},
		"quota huge":     {ratelimit.Policy{DailyQuota: ratelimit.MaxDaily + 1}, false},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.p.Check()
			if (err == nil) != c.ok || (err != nil && !errors.Is(err, ratelimit.ErrPolicy)) {
				t.Errorf("Check(%+v) = %v, want ok %v", c.p, err, c.ok)
			}
		})
	}
}

// FuzzMemory feeds any policy and any order of times: nothing overflows, and the state stays inside its ranges.
func FuzzMemory(f *testing.F) {
	f.Add(1.0, 5, int64(10), int64(0), int64(1))
	f.Add(math.Inf(1), -5, int64(-10), int64(math.MaxInt64), int64(math.MinInt64))
	f.Add(1e-300, 1<<40, int64(math.MaxInt64), int64(4102444800e9), int64(0))
	f.Fuzz(func(t *testing.T, rate float64, burst int, quota, t1, t2 int64) {
		p := ratelimit.Policy{Rate: rate, Burst: burst, DailyQuota: quota}
		m := ratelimit.NewMemory(0)
		for _, ns := range []int64{t1, t2, t1} {
			if ns < 0 || ns > 4102444800e9 { // until 2100
				continue
			}
			d := m.Allow(t.Context(), "k", p, time.Unix(0, ns))
			for _, s := range []ratelimit.State{d.Burst, d.Daily} {
				if s.Remaining < 0 || s.Remaining > s.Limit || s.Reset < 0 {
					t.Errorf("policy %+v at %d: state %+v", p, ns, s)
				}
			}
			if d.Allowed != (d.RetryAfter == 0) {
				t.Errorf("policy %+v at %d: %+v", p, ns, d)
			}
		}
	})
}

func TestSetHeader(t *testing.T) {
	now := time.Date(2026, 11, 21, 23, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		p      ratelimit.Policy
		before int
		want   http.Header
	}{
		"no limit": {ratelimit.Policy{}, 0, http.Header{}},
		"first of a burst": {ratelimit.Policy{Rate: 2, Burst: 20}, 0, http.Header{
			"Ratelimit-Policy": {`"burst";q=20;w=10`},
			"Ratelimit":        {`"burst";r=19;t=1`},
		}},
		"both": {ratelimit.Policy{Rate: 2, Burst: 20, DailyQuota: 5000}, 3, http.Header{
			"Ratelimit-Policy": {`"burst";q=20;w=10, "daily";q=5000;w=86400`},
			"Ratelimit":        {`"burst";r=16;t=1, "daily";r=4996;t=3600`},
		}},
		"burst spent": {ratelimit.Policy{Rate: 0.4, Burst: 2}, 2, http.Header{
			"Retry-After":      {"3"},
			"Ratelimit-Policy": {`"burst";q=2;w=5`},
			"Ratelimit":        {`"burst";r=0;t=3`},
		}},
		"burst spent, fast": {ratelimit.Policy{Rate: 50, Burst: 1}, 1, http.Header{
			"Retry-After":      {"1"},
			"Ratelimit-Policy": {`"burst";q=1;w=1`},
			"Ratelimit":        {`"burst";r=0;t=1`},
		}},
		"quota spent": {ratelimit.Policy{Rate: 5, Burst: 9, DailyQuota: 1}, 1, http.Header{
			"Retry-After":      {"3600"},
			"Ratelimit-Policy": {`"burst";q=9;w=2, "daily";q=1;w=86400`},
			"Ratelimit":        {`"burst";r=8;t=1, "daily";r=0;t=3600`},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			m := ratelimit.NewMemory(0)
			for range c.before {
				m.Allow(t.Context(), "k", c.p, now)
			}
			got := http.Header{}
			m.Allow(t.Context(), "k", c.p, now).SetHeader(got, c.p)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("header (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTightest(t *testing.T) {
	burst, daily := ratelimit.State{Limit: 5, Remaining: 2}, ratelimit.State{Limit: 9, Remaining: 2}
	for name, c := range map[string]struct{ d, want ratelimit.State }{
		"none":        {},
		"daily only":  {daily, daily},
		"equal":       {daily, daily},
		"burst tight": {ratelimit.State{Limit: 9, Remaining: 3}, burst},
	} {
		t.Run(name, func(t *testing.T) {
			d := ratelimit.Decision{Daily: c.d}
			if name == "equal" || name == "burst tight" {
				d.Burst = burst
			}
			if diff := cmp.Diff(c.want, d.Tightest()); diff != "" {
				t.Errorf("tightest (-want +got):\n%s", diff)
			}
		})
	}
}
