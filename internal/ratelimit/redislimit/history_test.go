package redislimit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"anamnesis/internal/ratelimit"

	"github.com/redis/go-redis/v9"
)

// history is one random course of requests and faults; the same seed is the same course.
type history struct {
	*world
	seed     uint64
	random   *rand.Rand
	policy   ratelimit.Policy
	replicas []*simulated
	begun    int
	beat     time.Duration   // since the last signs of life
	granted  map[int64]int64 // by day
	untold   map[int64]int64 // granted by replicas that died before they could tell, by day
	allowed  map[int64]int64 // granted beyond the quota because nobody could know, by day
	clients  []*redis.Client
}

// simulated is a replica whose signs of life the history gives.
type simulated struct {
	*Limiter
	link *link
}

func newHistory(t *testing.T, seed uint64) *history {
	random := rand.New(rand.NewPCG(seed, 1))
	h := &history{
		world: newWorld(t, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)), seed: seed, random: random,
		granted: map[int64]int64{}, allowed: map[int64]int64{}, untold: map[int64]int64{},
		policy: ratelimit.Policy{DailyQuota: 1 + random.Int64N(400)},
	}
	if random.IntN(2) == 0 {
		h.policy.Rate, h.policy.Burst = 5000, 5000
	}
	for range 1 + random.IntN(4) {
		h.replicas = append(h.replicas, h.begin())
	}
	return h
}

// begin starts a replica that reaches Redis. It asks about the partner: who has not knows nothing of its day.
func (h *history) begin() *simulated {
	h.begun++
	r := &simulated{link: &link{world: h.world, random: h.random}}
	client := redis.NewClient(&redis.Options{MaxRetries: -1, DisableIdentity: true})
	client.AddHook(r.link)
	h.clients = append(h.clients, client)
	r.Limiter = idleLimiter(Config{Client: client, Timeout: time.Minute, Replica: fmt.Sprint("r", h.begun)})
	r.clock = func() time.Time { return h.now }
	r.look(context.Background())
	h.request(r, 1)
	return r
}

func (h *history) done() {
	for _, c := range h.clients {
		_ = c.Close()
	}
}

func (h *history) any() *simulated { return h.replicas[h.random.IntN(len(h.replicas))] }

func (h *history) run(steps []func(*history)) {
	for range 80 {
		steps[h.random.IntN(len(steps))](h)
	}
}

// request sends n requests of the partner to one replica.
func (h *history) request(r *simulated, n int) (granted int) {
	for range n {
		if r.Allow(context.Background(), "p", h.policy, h.now).Allowed {
			granted++
		}
		select {
		case key := <-r.short:
			_ = r.announce(context.Background(), key)
		default:
		}
	}
	h.granted[dayOf(h.now)] += int64(granted)
	return granted
}

// wait lets time pass; all replicas give their signs of life meanwhile.
func (h *history) wait(d time.Duration) {
	for d > 0 {
		step := min(d, DefaultProbe-h.beat)
		h.now, h.beat, d = h.now.Add(step), h.beat+step, d-step
		if h.beat < DefaultProbe {
			continue
		}
		h.beat = 0
		for _, r := range h.replicas {
			r.look(context.Background())
		}
		clear(h.short)
	}
}

// tenMinutesOn is when Redis gives away what replicas had claimed that died.
func (h *history) tenMinutesOn() {
	for d, n := range h.untold {
		h.allowed[d] += n
	}
	clear(h.untold)
}

func (h *history) check(what string) {
	for d, n := range h.granted {
		if n > h.policy.DailyQuota+h.allowed[d] {
			h.t.Errorf("seed %d: %s: %d of %d", h.seed, what, n, h.policy.DailyQuota)
		}
	}
}
