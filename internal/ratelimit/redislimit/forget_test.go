package redislimit

import (
	"context"
	"testing"
	"time"
)

// few is a history of two replicas and a quota of 300, whose course the test gives.
func few(t *testing.T) (h *history, a, b *simulated) {
	h = newHistory(t, 1)
	t.Cleanup(h.done)
	h.policy.DailyQuota, h.policy.Rate = 300, 0
	h.now = h.now.Add(day)
	h.replicas = []*simulated{h.begin(), h.begin()}
	h.wait(2 * DefaultProbe)
	return h, h.replicas[0], h.replicas[1]
}

// drain has one replica grant all that it can, others giving up what it needs.
func (h *history) drain(r *simulated) {
	for range 12 {
		h.request(r, int(h.policy.DailyQuota))
		h.wait(DefaultProbe)
	}
}

// Redis lowered a claim and the answer was lost: what another has taken since is not granted alone.
func TestAnswerLostWhenGivingUp(t *testing.T) {
	h, a, b := few(t)
	h.request(a, 30)
	a.link.fate = unanswered
	_ = a.giveBack(context.Background(), round{needed: map[string]bool{"p": true}})
	a.link.fate, a.link.cut = fine, true
	h.drain(b)
	h.request(a, 300)
	h.check("with an answer lost")
}

// A call that arrives after its replica has told Redis more does not take it back.
func TestCallArrivesLate(t *testing.T) {
	h, a, b := few(t)
	a.link.fate = delayed
	h.request(a, 1)
	a.link.fate = fine
	h.wait(DefaultProbe)
	h.request(a, 100)
	a.link.cut = true
	h.request(b, 300)
	h.arriveLate()
	h.drain(b)
	h.request(a, 300)
	h.check("with a call that came late")
	if n := h.granted[dayOf(h.now)]; n < 290 {
		t.Errorf("%d granted of 300", n)
	}
}

// What replicas granted that have ended counts after a flush, as far as others have heard of it.
func TestFlushRemembersTheEnded(t *testing.T) {
	h, a, b := few(t)
	h.request(b, 100)
	_ = b.giveBack(context.Background(), round{mode: leave})
	h.replicas = h.replicas[:1]
	h.request(a, 10)
	h.flush()
	h.request(a, 1)
	h.wait(3 * time.Second)
	h.drain(a)
	h.drain(h.begin())
	h.check("after a flush")
	if n := h.granted[dayOf(h.now)]; n < 300 {
		t.Errorf("%d granted of 300", n)
	}
}
