package e2e

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/api"

	"github.com/anishathalye/porcupine"
)

const complaint = `{"gender":"female","age":40,"initial_query":"headache, nausea and trouble with my stomach"}`

// asked is a call of a history.
type asked struct {
	token     string
	call      call
	contended bool // another change of the consultation was under way at the same time
}

// told is what came back; status 0 is nothing.
type told struct {
	status int
	body   string
}

// open says that nobody knows whether the call was applied.
func (o told) open() bool { return o.status == 0 || o.status >= http.StatusInternalServerError }

// history is what clients did on shared tokens, and when.
type history struct {
	f     *fleet
	seen  *witness
	begin time.Time

	mu     sync.Mutex
	ops    []porcupine.Operation
	tokens []string
}

func (h *history) send(c *caller, token string, do call) told {
	c.url = h.f.any()
	method := "POST"
	if do.path == "/report" || do.path == "" {
		method = "GET"
	}
	path := do.path
	if path == "" {
		path = "/chat"
	}
	begin := time.Since(h.begin)
	r, err := c.send(method, v1+path, token, do.body)
	out := told{r.status, string(r.body)}
	var network *net.OpError
	switch {
	case errors.As(err, &network) && network.Op == "dial": // nothing was sent
		time.Sleep(20 * time.Millisecond)
		return told{}
	case err != nil:
		out = told{}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ops = append(h.ops, porcupine.Operation{Input: asked{token: token, call: do}, Output: out, Call: int64(begin), Return: int64(time.Since(h.begin))})
	return out
}

// together has clients work on one consultation, each by what it saw last.
func (h *history) together(r *rand.Rand, clients, steps int) {
	token := h.login()
	var wg sync.WaitGroup
	for range clients {
		mine := rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))
		wg.Go(func() {
			d := &driver{caller: h.caller(), rand: mine}
			for range steps {
				if out := h.send(d.caller, token, d.next()); out.status == http.StatusOK && strings.Contains(out.body, `"conversation_details"`) {
					d.state = []byte(out.body)
				} else {
					d.state = nil
				}
				time.Sleep(time.Duration(mine.IntN(4)) * time.Millisecond)
			}
		})
	}
	wg.Wait()
}

func (h *history) caller() *caller { return h.seen.watch(newCaller("", h.f.creds)) }

// login tries until a living replica answers.
func (h *history) login() string {
	for {
		d := &driver{caller: h.caller()}
		d.url = h.f.any()
		if d.login() == nil {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.tokens = append(h.tokens, d.token)
			return d.token
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// next is what somebody does who knows a state, or none; the path of GET /chat is empty.
func (d *driver) next() call {
	dice := d.rand.IntN(100)
	if d.state == nil {
		if dice < 15 {
			return call{path: "/initial", body: complaint}
		}
		return call{}
	}
	s := decode(d.state)
	switch {
	case dice < 2:
		return call{path: "/initial", body: complaint}
	case dice < 12:
		return call{path: "/step-back"}
	case dice < 18:
		return call{}
	case dice < 19 || dice < 40 && s.ConversationDetails.ReportPossible:
		return call{path: "/report"}
	case s.Question == nil:
		return call{}
	}
	return call{path: "/chat", body: encode(d.answer(s.Question))}
}

// finished gives the history as the checker takes it: a change of open fate may happen at any later time, and what
// overlaps another change of its consultation is marked.
func (h *history) finished() []porcupine.Operation {
	by := map[string][]int{}
	for i, o := range h.ops {
		if in := o.Input.(asked); in.call.path != "" && in.call.path != "/report" {
			by[in.token] = append(by[in.token], i)
		}
	}
	for _, list := range by {
		for _, i := range list {
			in := h.ops[i].Input.(asked)
			in.contended = slices.ContainsFunc(list, func(j int) bool {
				return i != j && h.ops[j].Call <= h.ops[i].Return && h.ops[i].Call <= h.ops[j].Return
			})
			h.ops[i].Input = in
		}
	}
	var out []porcupine.Operation
	for _, o := range h.ops {
		if o.Output.(told).open() {
			if o.Input.(asked).call.path == "" {
				continue
			}
			o.Return = math.MaxInt64
		}
		out = append(out, o)
	}
	return out
}

// TestHistories has clients begin, answer, step back, read and fetch reports on shared tokens, on any replica, while
// replicas are killed and frozen, and proves that each consultation went as if the calls had come one after the other.
func TestHistories(t *testing.T) {
	h := &history{f: newFleet(t), seen: newWitness(t), begin: time.Now()}
	var (
		wg   sync.WaitGroup
		stop atomic.Bool
	)
	for i := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(21, uint64(i)))
			for !stop.Load() {
				h.together(r, 2+r.IntN(3), 14)
			}
		})
	}
	frozen := time.Duration(howOften(1200, 10_000)) * time.Millisecond
	faults := howOften(1, 12)
	for i := range faults {
		time.Sleep(200 * time.Millisecond)
		h.f.restart(t, i%len(h.f.replicas))
		time.Sleep(200 * time.Millisecond)
		if i%3 == 0 {
			thaw := h.f.freeze((i + 1) % len(h.f.replicas))
			time.Sleep(frozen)
			thaw()
		}
	}
	time.Sleep(200 * time.Millisecond)
	stop.Store(true)
	wg.Wait()
	for _, token := range h.tokens {
		h.send(h.caller(), token, call{})
	}
	h.check(t)
	checkStored(t, h.f.dsn, h.f.any(), h.f.creds, h.tokens)
	h.seen.check(t)
	t.Logf("%d kills; responses by status: %v", faults, h.seen.statuses())
}

func (h *history) check(t *testing.T) {
	t.Helper()
	ops := h.finished()
	ref := newReference(t)
	counts := map[string]int{}
	for _, o := range ops {
		in, out := o.Input.(asked), o.Output.(told)
		switch {
		case out.open():
			counts["of open fate"]++
		case out.status == http.StatusOK:
			counts[cmp.Or(in.call.path, "read")]++
		default:
			counts["refused"]++
		}
	}
	model := ref.model()
	if got, info := porcupine.CheckOperationsVerbose(model, ops, 2*time.Minute); got != porcupine.Ok {
		t.Errorf("the history is not linearizable: %s", got)
		if path := t.ArtifactDir() + "/history.html"; porcupine.VisualizePath(model, info, path) == nil {
			t.Log("see", path)
		}
		ref.explain(t, model, ops)
	}
	if i := slices.IndexFunc(ops, func(o porcupine.Operation) bool { // a checker that takes everything would show nothing
		return o.Input.(asked).call.path == "/chat" && o.Output.(told).status == http.StatusOK
	}); i < 0 {
		t.Error("no answer was acknowledged")
	} else {
		ops[i].Output = told{http.StatusOK, ref.at(complaint).body}
		if porcupine.CheckOperationsTimeout(model, ops, time.Minute) != porcupine.Illegal {
			t.Error("an answer that was not applied is not found")
		}
	}
	t.Logf("%d calls on %d consultations are linearizable: %v", len(ops), len(h.tokens), counts)
}

// reportPossible and stepBackPossible read a state.
func reportPossible(body string) bool {
	return decode([]byte(body)).ConversationDetails.ReportPossible
}

func stepBackPossible(body string) bool {
	var d api.ConversationDetails = decode([]byte(body)).ConversationDetails
	return d.StepBackPossible
}
