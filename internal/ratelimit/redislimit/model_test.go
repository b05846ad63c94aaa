package redislimit

import (
	"context"
	"maps"
	"os"
	"strconv"
	"testing"
	"time"
)

// The quota holds over random histories of requests, of ways to Redis that are cut, lose answers or bring calls late, of
// replicas that die, end and begin, and of midnights: no request more than the quota. Then all that is left is granted.
func TestQuotaHolds(t *testing.T) {
	steps := []func(*history){
		(*history).cutOne, (*history).healOne, (*history).cutAll, (*history).healAll, (*history).loseAnswers, (*history).arriveLate,
		(*history).evening, (*history).kill, (*history).end, (*history).wait3s, (*history).wait3s, (*history).wait300ms, (*history).wait300ms,
		(*history).requests, (*history).requests, (*history).requests, (*history).requests, (*history).requests, (*history).requests,
	}
	for seed := range histories() {
		h := newHistory(t, seed)
		h.run(steps)
		h.check("quota exceeded")
		h.useUp()
		h.done()
	}
}

// The same where Redis is flushed, or an older copy takes its place, while all replicas reach it and none dies.
func TestQuotaHoldsWhenRedisForgets(t *testing.T) {
	steps := []func(*history){
		(*history).cutOne, (*history).healOne, (*history).cutAll, (*history).healAll, (*history).loseAnswers, (*history).arriveLate,
		(*history).flushed, (*history).olderCopy, (*history).evening, (*history).wait3s, (*history).wait300ms, (*history).wait300ms,
		(*history).requests, (*history).requests, (*history).requests, (*history).requests, (*history).requests,
	}
	for seed := range histories() {
		h := newHistory(t, seed)
		h.run(steps)
		h.check("quota exceeded")
		h.done()
	}
}

// histories is how many there are: ANAMNESIS_FAULTS=long makes them many.
func histories() uint64 {
	if os.Getenv("ANAMNESIS_FAULTS") == "long" {
		return 5000
	}
	return 300
}

func (h *history) cutOne()      { h.any().link.cut = true }
func (h *history) healOne()     { h.any().link.cut = false }
func (h *history) loseAnswers() { h.any().link.flaky = h.random.Float64() }
func (h *history) wait3s()      { h.wait(time.Duration(h.random.IntN(3000)) * time.Millisecond) }
func (h *history) wait300ms()   { h.wait(time.Duration(h.random.IntN(300)) * time.Millisecond) }
func (h *history) requests()    { h.request(h.any(), 1+h.random.IntN(20)) }

func (h *history) cutAll() {
	for _, r := range h.replicas {
		r.link.cut = true
	}
}

func (h *history) healAll() {
	for _, r := range h.replicas {
		r.link.cut, r.link.flaky = false, 0
	}
}

func (h *history) arriveLate() {
	for _, f := range h.late {
		f()
	}
	h.late = nil
}

// evening is a few seconds before midnight, when all replicas have just reached Redis.
func (h *history) evening() {
	if h.random.IntN(4) > 0 {
		return
	}
	h.healAll()
	h.now = h.now.Truncate(day).Add(day - 10*time.Second)
	h.wait(2 * DefaultProbe)
	h.tenMinutesOn()
}

func (h *history) kill() {
	if h.random.IntN(3) == 0 {
		h.replace(h.random.IntN(len(h.replicas)))
	}
}

func (h *history) end() {
	i := h.random.IntN(len(h.replicas))
	_ = h.replicas[i].giveBack(context.Background(), round{mode: leave})
	h.replace(i)
}

// replace ends a replica and begins another. What the old one granted and could not tell nobody will ever know: ten
// minutes later Redis gives away what it had claimed, and that is granted again.
func (h *history) replace(i int) {
	k := h.replicas[i].lease("p")
	h.untold[k.day] += k.used - max(0, k.told)
	h.replicas[i] = h.begin()
}

func (h *history) flushed() { h.forget(false) }

// olderCopy brings back what Redis knew a while ago. Who has heard of nothing since may claim again what others claimed
// since, until these have told.
func (h *history) olderCopy() { h.forget(true) }

func (h *history) forget(back bool) {
	h.healAll()
	for _, r := range h.replicas {
		r.look(context.Background())
		_ = r.giveBack(context.Background(), round{restate: true})
	}
	older, today := maps.Clone(h.hash), dayOf(h.now)
	for range h.random.IntN(4) {
		h.requests()
	}
	claimed := h.claimed()
	h.flush()
	if back {
		h.hash = older
		h.allowed[today] += max(0, claimed-h.claimed())
	}
	for range h.random.IntN(6) {
		h.requests()
		h.wait300ms()
	}
	h.wait(2 * time.Second)
}

// claimed is how much of the day is claimed in Redis.
func (h *history) claimed() int64 {
	n, _ := strconv.ParseInt(h.hash["u"], 10, 64)
	return n
}

// useUp heals all and has one replica grant what is left of the day.
func (h *history) useUp() {
	h.healAll()
	h.arriveLate()
	h.now = h.now.Add(11 * time.Minute)
	h.wait(2 * DefaultProbe)
	h.tenMinutesOn()
	for i := 0; i < 40 && h.granted[dayOf(h.now)] < h.policy.DailyQuota; i++ {
		h.request(h.replicas[0], int(h.policy.DailyQuota-h.granted[dayOf(h.now)]))
		h.wait(3 * DefaultProbe)
	}
	h.request(h.replicas[0], 5)
	if n := h.granted[dayOf(h.now)]; n < h.policy.DailyQuota {
		h.t.Errorf("seed %d: %d granted of %d, and no more", h.seed, n, h.policy.DailyQuota)
	}
	h.check("quota exceeded at the end of the day")
}

// A partner whose people go to one replica is not refused while others keep a part of the day, nor when Redis is away for
// a second, nor long after that.
func TestNobodyIsRefusedBeforeTheQuota(t *testing.T) {
	h := newHistory(t, 1)
	h.policy.DailyQuota, h.policy.Rate = 5000, 0
	for len(h.replicas) < 3 {
		h.replicas = append(h.replicas, h.begin())
	}
	for i := 0; h.granted[dayOf(h.now)] < 4900; i++ {
		switch i % 100 {
		case 50:
			h.cutAll()
		case 60:
			h.healAll()
		}
		r := h.replicas[0]
		if i%10 == 0 {
			r = h.any()
		}
		if h.request(r, 1) == 0 {
			t.Fatalf("refused after %d of %d", h.granted[dayOf(h.now)], h.policy.DailyQuota)
		}
		h.wait(100 * time.Millisecond)
	}
	h.useUp()
}
