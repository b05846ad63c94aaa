package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/anishathalye/porcupine"
)

// reference says what a consultation must answer: a service that nobody else uses, asked one call after the other.
type reference struct {
	t *testing.T
	c *caller

	mu    sync.Mutex         // the checker takes several consultations at a time
	known map[string]told    // by path: the calls that were applied, one a line
	ends  map[string][2]told // by path: the report, and GET /chat after it
	tips  map[string]string  // tokens by the path that they stand at
}

func newReference(t *testing.T) *reference {
	s, err := start("sqlite:"+t.TempDir()+"/reference.db", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.stop() })
	return &reference{t: t, c: s.caller(), known: map[string]told{}, ends: map[string][2]told{}, tips: map[string]string{}}
}

// at is the answer to the last call of a path, where all before it were applied.
func (r *reference) at(path string) told {
	if out, ok := r.known[path]; ok {
		return out
	}
	parent, last := "", path
	if i := strings.LastIndexByte(path, '\n'); i >= 0 {
		parent, last = path[:i], path[i+1:]
	}
	token, ok := r.tips[parent]
	if !ok || parent == "" {
		token = r.replay(parent)
	}
	out := r.send("POST", token, last, parent == "")
	if out.status == http.StatusOK {
		delete(r.tips, parent)
		r.tips[path] = token
	} else {
		r.tips[parent] = token
	}
	r.known[path] = out
	return out
}

func (r *reference) send(method, token, body string, first bool) told {
	r.t.Helper()
	to := "/chat"
	if first {
		to = "/initial"
	}
	got, err := r.c.send(method, v1+to, token, body)
	if err != nil {
		r.t.Fatal(err)
	}
	return told{got.status, string(got.body)}
}

// replay makes a consultation that stands at a path.
func (r *reference) replay(path string) string {
	token := r.c.token(r.t)
	for i, body := range strings.Split(path, "\n") {
		if path != "" {
			r.send("POST", token, body, i == 0)
		}
	}
	return token
}

// end is the report at a path, and what GET /chat gives from then on.
func (r *reference) end(path string) (report, chat told) {
	if e, ok := r.ends[path]; ok {
		return e[0], e[1]
	}
	token := r.replay(path)
	got, err := r.c.send("GET", v1+"/report", token, "")
	if err != nil {
		r.t.Fatal(err)
	}
	report, chat = told{got.status, string(got.body)}, r.send("GET", token, "", false)
	r.ends[path] = [2]told{report, chat}
	return report, chat
}

// standing is a consultation in the model.
type standing struct {
	path     string // "" before POST /initial
	reported bool
}

// model is the interface of one consultation, calls one after the other.
func (r *reference) model() porcupine.Model {
	return (&porcupine.NondeterministicModel{
		Partition: func(ops []porcupine.Operation) [][]porcupine.Operation {
			var tokens []string
			by := map[string][]porcupine.Operation{}
			for _, o := range ops {
				token := o.Input.(asked).token
				if by[token] == nil {
					tokens = append(tokens, token)
				}
				by[token] = append(by[token], o)
			}
			var out [][]porcupine.Operation
			for _, token := range tokens {
				out = append(out, by[token])
			}
			return out
		},
		Init: func() []any { return []any{standing{}} },
		Step: func(s, in, out any) []any {
			r.mu.Lock()
			defer r.mu.Unlock()
			next, want := r.step(s.(standing), in.(asked).call)
			return judge(s.(standing), next, want, in.(asked), out.(told))
		},
		Equal:             func(a, b any) bool { return a == b },
		DescribeOperation: describe,
	}).ToModel()
}

// step is where a call leads and what it must answer; a status of 400 or 404 says that it cannot be applied.
func (r *reference) step(s standing, c call) (standing, told) {
	refused, now := told{status: http.StatusBadRequest}, told{status: http.StatusNotFound}
	if s.path != "" {
		now = r.at(s.path)
	}
	switch {
	case c.path == "/initial" && s.path == "":
		return standing{path: c.body}, r.at(c.body)
	case c.path == "/initial":
		return s, refused
	case s.path == "":
		return s, now
	case c.path == "" && s.reported:
		_, chat := r.end(s.path)
		return s, chat
	case c.path == "":
		return s, now
	case c.path == "/report" && !reportPossible(now.body):
		return s, refused
	case c.path == "/report":
		report, _ := r.end(s.path)
		return standing{s.path, true}, report
	case s.reported:
		return s, refused
	case c.path == "/step-back" && stepBackPossible(now.body):
		back := s.path[:strings.LastIndexByte(s.path, '\n')]
		return standing{path: back}, r.at(back)
	case c.path == "/step-back":
		return s, refused
	}
	next := s.path + "\n" + c.body
	if out := r.at(next); out.status != http.StatusOK {
		return s, refused
	}
	return standing{path: next}, r.at(next)
}

// judge gives the states that an answer allows.
func judge(s, next standing, want told, in asked, out told) []any {
	switch {
	case out.open() && want.status == http.StatusOK && next != s:
		return []any{s, next}
	case out.open():
		return []any{s}
	case out.status == http.StatusOK && want == out:
		return []any{next}
	case out.status == http.StatusOK:
		return nil
	case out.status == want.status:
		return []any{s}
	case out.status == http.StatusBadRequest && in.contended && in.call.path != "/initial": // judged against the question of its arrival
		return []any{s}
	case out.status == http.StatusBadRequest && s.path == "" && in.call.path == "/report":
		return []any{s}
	}
	return nil
}

func describe(in, out any) string {
	i, o := in.(asked), out.(told)
	return fmt.Sprintf("%s %.200s -> %d %.200s", i.call.path, i.call.body, o.status, o.body)
}

// explain logs the first consultation that is at fault.
func (r *reference) explain(t *testing.T, m porcupine.Model, ops []porcupine.Operation) {
	for _, part := range m.Partition(ops) {
		if porcupine.CheckOperations(m, part) {
			continue
		}
		slices.SortFunc(part, func(a, b porcupine.Operation) int { return int(a.Call - b.Call) })
		for _, o := range part {
			t.Logf("%d..%d contended %v: %s", o.Call, o.Return, o.Input.(asked).contended, describe(o.Input, o.Output))
		}
		return
	}
}
