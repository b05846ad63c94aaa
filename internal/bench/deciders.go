package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

// Errors of the rows with servers that decide.
var (
	// errNoDecider: a server's program was not given.
	errNoDecider = errors.New("the server was not given: make bench builds it from tools/opa and tools/openfga")
	// errSetUp: a server refused what it must know for its decisions.
	errSetUp = errors.New("the server refused its set-up")
)

// owned is how many owners of records the deciders know.
const owned = 1000

// opa measures turns against decisions of OPA, an authorization by a table of owners, over its REST interface.
func (b *Bench) opa(ctx context.Context) (Result, error) {
	return b.decider(ctx, b.OPA, []string{"run", "--server", "--log-level", "error", "--addr"}, "/health", setUpOPA)
}

func setUpOPA(c *conn) ([][]byte, error) {
	policy := "package turns\ndefault allow := false\nallow if { input.user == data.owners[input.turn]; input.action == \"answer\" }\n"
	owners := map[string]string{}
	for i := range owned {
		owners[fmt.Sprintf("turn%d", i)] = fmt.Sprintf("user%d", i)
	}
	table, _ := json.Marshal(owners)
	for path, body := range map[string][]byte{"/v1/policies/turns": []byte(policy), "/v1/data/owners": table} {
		if status, _, err := c.do(request("PUT", path, "", body)); err != nil || status >= 300 {
			return nil, errors.Join(errSetUp, err)
		}
	}
	var out [][]byte
	for i := range owned {
		body, _ := json.Marshal(map[string]any{"input": map[string]string{"user": fmt.Sprintf("user%d", i), "turn": fmt.Sprintf("turn%d", i), "action": "answer"}})
		out = append(out, request("POST", "/v1/data/turns/allow", "", body))
	}
	return out, nil
}

// openFGA measures turns against Check of OpenFGA, of a direct relation in its memory, over its HTTP interface.
func (b *Bench) openFGA(ctx context.Context) (Result, error) {
	grpc, err := freeAddress(ctx)
	if err != nil {
		return Result{}, err
	}
	args := []string{"run", "--playground-enabled=false", "--log-level=error", "--datastore-engine=memory", "--grpc-addr", grpc, "--http-addr"}
	return b.decider(ctx, b.OpenFGA, args, "/healthz", setUpOpenFGA)
}

func setUpOpenFGA(c *conn) ([][]byte, error) {
	post := func(path string, body any) ([]byte, error) {
		text, _ := json.Marshal(body)
		status, answer, err := c.do(request("POST", path, "", text))
		if err == nil && status >= 300 {
			err = fmt.Errorf("%w: %d %.200s", errSetUp, status, answer)
		}
		return answer, err
	}
	var made struct {
		ID string `json:"id"`
	}
	answer, err := post("/stores", map[string]string{"name": "bench"})
	if err == nil {
		err = json.Unmarshal(answer, &made)
	}
	store := "/stores/" + made.ID
	if err == nil {
		_, err = post(store+"/authorization-models", json.RawMessage(`{"schema_version":"1.1","type_definitions":[{"type":"user"},{"type":"turn","relations":{"owner":{"this":{}}},"metadata":{"relations":{"owner":{"directly_related_user_types":[{"type":"user"}]}}}}]}`))
	}
	key := func(i int) map[string]string {
		return map[string]string{"user": fmt.Sprintf("user:u%d", i), "relation": "owner", "object": fmt.Sprintf("turn:t%d", i)}
	}
	var out [][]byte
	for i := 0; i < owned && err == nil; i++ {
		_, err = post(store+"/write", map[string]any{"writes": map[string]any{"tuple_keys": []any{key(i)}}})
		body, _ := json.Marshal(map[string]any{"tuple_key": key(i)})
		out = append(out, request("POST", store+"/check", "", body))
	}
	return out, err
}

// decider measures turns of 64 connections against the decisions of a server, whose address is its last argument.
func (b *Bench) decider(ctx context.Context, program string, args []string, health string, setUp func(*conn) ([][]byte, error)) (Result, error) {
	if program == "" {
		return Result{}, errNoDecider
	}
	const n = 64
	p, err := b.openPair(ctx, n, b.file(), func(ctx context.Context) (*child, error) {
		addr, err := freeAddress(ctx)
		if err != nil {
			return nil, err
		}
		return startChild(ctx, addr, health, filepath.Join(b.dir, filepath.Base(program)+".log"), program, append(args, addr)...)
	})
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	requests, err := setUp(p.toPe[0])
	if err != nil {
		return Result{}, err
	}
	for i := range n {
		p.theirs = append(p.theirs, &cycle{requests: requests, at: i * owned / n})
	}
	return b.turnsOf(p, n)
}
