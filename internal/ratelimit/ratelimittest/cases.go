package ratelimittest

import (
	"time"

	"anamnesis/internal/ratelimit"
)

func unlimited(p *probe) {
	p.want(ratelimit.Policy{}, 1000, 1000, "zero policy")
	p.want(ratelimit.Policy{Burst: 1}, 10, 10, "burst without a rate")
	if d := p.allow(ratelimit.Policy{}); d != (ratelimit.Decision{Allowed: true}) {
		p.Errorf("decision without a limit = %+v, want only Allowed", d)
	}
}

func burst(p *probe) {
	policy := ratelimit.Policy{Rate: 1, Burst: 5}
	for i := range 5 {
		d := p.allow(policy)
		if !d.Allowed || d.RetryAfter != 0 {
			p.Fatalf("request %d = %+v, want it allowed", i+1, d)
		}
		if want := int64(4 - i); d.Burst.Limit != 5 || d.Burst.Remaining != want {
			p.Errorf("request %d: burst %+v, want limit 5, remaining %d", i+1, d.Burst, want)
		}
		p.near("reset", d.Burst.Reset, time.Second)
	}
	d := p.allow(policy)
	if d.Allowed || d.Burst.Remaining != 0 || d.Rejection() != ratelimit.BurstName {
		p.Errorf("sixth request = %+v, want it refused by the burst", d)
	}
	if d.Daily != (ratelimit.State{}) {
		p.Errorf("daily state %+v without a daily quota, want zero", d.Daily)
	}
}

func defaultBurst(p *probe) {
	for rate, want := range map[float64]int{0.2: 1, 1: 1, 2.5: 3, 10: 10} {
		p.key = time.Duration(rate * 1e9).String()
		p.want(ratelimit.Policy{Rate: rate}, want+5, want, "rate %v", rate)
	}
}

func refill(p *probe) {
	policy := ratelimit.Policy{Rate: 4, Burst: 8}
	p.want(policy, 9, 8, "at first")
	p.wait(250 * time.Millisecond)
	p.want(policy, 2, 1, "after one interval")
	p.wait(750 * time.Millisecond)
	p.want(policy, 4, 3, "after three intervals")
	p.wait(time.Hour)
	p.want(policy, 20, 8, "after an hour the bucket is full and not fuller")
}

func slowRate(p *probe) {
	policy := ratelimit.Policy{Rate: 0.1}
	p.want(policy, 2, 1, "at first")
	p.wait(9 * time.Second)
	p.want(policy, 1, 0, "after 9 s")
	p.wait(time.Second)
	p.want(policy, 2, 1, "after 10 s")
}

func sustained(p *probe) {
	policy := ratelimit.Policy{Rate: 7, Burst: 3}
	got := 0
	for range 6000 { // every 10 ms for a minute
		got += p.granted(policy, 1)
		p.wait(10 * time.Millisecond)
	}
	if want := 60*7 + 3; got < want-3 || got > want {
		p.Errorf("%d allowed in a minute, want %d or up to 3 fewer", got, want)
	}
}

func retryAfter(p *probe) {
	policy := ratelimit.Policy{Rate: 2, Burst: 3}
	p.granted(policy, 3)
	p.wait(100 * time.Millisecond)
	d := p.allow(policy)
	p.near("retry after", d.RetryAfter, 400*time.Millisecond)
	p.near("reset", d.Burst.Reset, 400*time.Millisecond)
	p.wait(d.RetryAfter - 2*p.Resolution)
	p.want(policy, 1, 0, "just before")
	p.wait(3 * p.Resolution)
	p.want(policy, 1, 1, "just after")
}

func daily(p *probe) {
	policy := ratelimit.Policy{DailyQuota: 3}
	for i := range 3 {
		d := p.allow(policy)
		if want := int64(2 - i); !d.Allowed || d.Daily.Limit != 3 || d.Daily.Remaining != want {
			p.Errorf("request %d = %+v, want it allowed with %d remaining of 3", i+1, d, want)
		}
		p.near("reset", d.Daily.Reset, 12*time.Hour)
	}
	d := p.allow(policy)
	if d.Allowed || d.Daily.Remaining != 0 || d.Rejection() != ratelimit.DailyName || d.Burst != (ratelimit.State{}) {
		p.Errorf("fourth request = %+v, want it refused by the quota", d)
	}
	p.near("retry after", d.RetryAfter, 12*time.Hour)
}

func midnight(p *probe) {
	policy := ratelimit.Policy{DailyQuota: 2}
	p.want(policy, 3, 2, "at noon")
	p.wait(12*time.Hour - time.Millisecond)
	p.want(policy, 1, 0, "just before midnight")
	p.wait(time.Millisecond)
	p.want(policy, 3, 2, "at midnight")
	p.wait(72 * time.Hour)
	p.want(policy, 3, 2, "three days later")
}

func zone(p *probe) {
	policy := ratelimit.Policy{DailyQuota: 2}
	p.want(policy, 3, 2, "in UTC")
	p.now = p.now.In(time.FixedZone("east", 14*3600)) // already tomorrow there
	p.want(policy, 1, 0, "in the east")
}
