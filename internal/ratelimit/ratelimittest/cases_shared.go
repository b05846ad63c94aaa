package ratelimittest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/internal/ratelimit"
)

// The cases here concern what one request, key, policy or moment does to another.

func burstSpendsNoQuota(p *probe) {
	policy := ratelimit.Policy{Rate: 1, Burst: 2, DailyQuota: 3}
	p.want(policy, 50, 2, "at first")
	p.wait(time.Hour)
	p.want(policy, 50, 1, "the quota's third request is still there")
}

func quotaSpendsNoBurst(p *probe) {
	p.want(ratelimit.Policy{Rate: 0.01, Burst: 5, DailyQuota: 2}, 50, 2, "with a quota of two")
	p.want(ratelimit.Policy{Rate: 0.01, Burst: 5}, 50, 3, "without the quota the burst's rest is still there")
}

func keys(p *probe) {
	policy := ratelimit.Policy{Rate: 1, Burst: 2, DailyQuota: 2}
	for i := range 100 {
		p.key = fmt.Sprintf("p_%d", i)
		p.want(policy, 3, 2, "key %s", p.key)
	}
	p.key = ""
	p.want(policy, 3, 2, "the empty key")
}

func smallerPolicy(p *probe) {
	p.granted(ratelimit.Policy{Rate: 1, Burst: 100, DailyQuota: 1000}, 100)
	small := ratelimit.Policy{Rate: 1, Burst: 2, DailyQuota: 50}
	if d := p.allow(small); d.Allowed || d.Daily.Remaining != 0 {
		p.Errorf("after 100 requests under a larger policy = %+v, want it refused", d)
	}
	p.now = noon.Add(12 * time.Hour)
	p.want(small, 3, 2, "next day")
}

func largerPolicy(p *probe) {
	p.granted(ratelimit.Policy{Rate: 1, Burst: 2, DailyQuota: 2}, 3)
	p.want(ratelimit.Policy{Rate: 1, Burst: 10, DailyQuota: 6}, 20, 4, "quota raised by four")
}

func clockBack(p *probe) {
	policy := ratelimit.Policy{Rate: 1, Burst: 3, DailyQuota: 5}
	p.now = time.Date(2026, 11, 22, 0, 0, 1, 0, time.UTC)
	p.want(policy, 4, 3, "just after midnight")
	p.wait(-2 * time.Second)
	p.want(policy, 4, 0, "two seconds back")
	p.wait(time.Hour)
	p.want(policy, 4, 2, "an hour on, the rest of the same day's quota")
}

func clockJump(p *probe) {
	policy := ratelimit.Policy{Rate: 1, Burst: 3, DailyQuota: 3}
	p.wait(30 * 24 * time.Hour)
	p.want(policy, 4, 3, "a month ahead")
	p.now = noon
	p.granted(policy, 1)
	p.wait(3 * time.Second)
	p.want(policy, 4, 3, "three seconds after coming back")
}

func concurrent(p *probe) {
	policy := ratelimit.Policy{Rate: 1, Burst: 40, DailyQuota: 1000}
	var (
		wg    sync.WaitGroup
		count atomic.Int64
	)
	for range 8 {
		wg.Go(func() { count.Add(int64(p.granted(policy, 25))) })
	}
	wg.Wait()
	if got := count.Load(); got != 40 {
		p.Errorf("%d of 200 concurrent requests allowed, want 40", got)
	}
}
