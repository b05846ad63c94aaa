package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"sync"
	"testing"

	"anamnesis/api"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const jsonType = "application/json"

// bodies holds JSON bodies against the document's schemas, each compiled once: the library that judges the rest
// compiles a schema anew for every response, which took two thirds of what a crowd of clients could spend.
type bodies struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema // by JSON pointer into the document
}

func newBodies(doc *openapi3.T) (*bodies, error) {
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	b := &bodies{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}}
	b.compiler.DefaultDraft(jsonschema.Draft2020)
	b.compiler.AssertFormat()
	return b, b.compiler.AddResource("openapi.json", v)
}

// check judges a response's body. It reports false where the document asks for no JSON, or has no such response.
func (b *bodies) check(in *openapi3filter.RequestValidationInput, res *http.Response, got []byte) (bool, error) {
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	responses := in.Route.Operation.Responses
	r := responses.Status(res.StatusCode)
	if media != jsonType || r == nil || r.Value == nil || r.Value.Content[jsonType] == nil || r.Value.Content[jsonType].Schema == nil {
		return false, nil
	}
	at := r.Ref
	if at == "" {
		escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(in.Route.Path)
		at = fmt.Sprintf("#/paths/%s/%s/responses/%d", escaped, strings.ToLower(in.Route.Method), res.StatusCode)
	}
	schema, err := b.schema(at + "/content/application~1json/schema")
	if err != nil {
		return true, err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(got))
	if err != nil {
		return true, fmt.Errorf("body: %w", err)
	}
	return true, schema.Validate(v)
}

func (b *bodies) schema(at string) (*jsonschema.Schema, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, ok := b.compiled[at]; ok {
		return s, nil
	}
	s, err := b.compiler.Compile("openapi.json" + at)
	if err == nil {
		b.compiled[at] = s
	}
	return s, err
}

// TestContractRefuses holds true and untrue responses against the contract: what takes everything shows nothing.
func TestContractRefuses(t *testing.T) {
	c, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	const login = `{"access_token":"a.b.c","token_type":"Bearer","expires_in":1860}`
	for _, r := range []struct {
		name, path, kind, body string
		status                 int
		valid                  bool
	}{
		{"error", "/chat", jsonType, `{"error":"no"}`, 400, true},
		{"error without its field", "/chat", jsonType, `{}`, 400, false},
		{"error of a wrong type", "/chat", jsonType, `{"error":7}`, 400, false},
		{"field that is not in the document", "/chat", jsonType, `{"error":"no","more":1}`, 400, false},
		{"no JSON", "/chat", jsonType, `{"error":`, 400, false},
		{"status that is not in the document", "/chat", jsonType, `{"error":"no"}`, 418, false},
		{"content type that is not in the document", "/chat", "text/html", `{"error":"no"}`, 400, false},
		{"another operation's body", "/chat", jsonType, login, 200, false},
	} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", api.BasePath+r.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res := &http.Response{StatusCode: r.status, Header: http.Header{"Content-Type": {r.kind}}}
		if err := c.response(req, res, []byte(r.body)); (err == nil) != r.valid {
			t.Errorf("%s: %v", r.name, err)
		}
	}
}
