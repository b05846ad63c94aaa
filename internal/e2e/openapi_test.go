package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"anamnesis/api"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// contract is the OpenAPI document. It is safe for concurrent use.
type contract struct {
	router routers.Router
	bodies *bodies
}

func newContract() (*contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	bodies, err := newBodies(doc)
	return &contract{router, bodies}, err
}

// wire is a transport that holds every exchange against the contract and keeps what came back.
type wire struct {
	*contract
	faults   []error
	received []byte
}

func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	var sent []byte
	if req.Body != nil {
		sent, _ = io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := peek(res)
	if err != nil {
		return nil, err
	}
	w.received = append(w.received, got...)
	if err := w.check(req, sent, res, got); err != nil {
		w.faults = append(w.faults, fmt.Errorf("%s %s: %.1500w", req.Method, req.URL.Path, err))
	}
	return res, nil
}

// peek reads a response's body whole and puts it back.
func peek(res *http.Response) ([]byte, error) {
	got, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	res.Body = io.NopCloser(bytes.NewReader(got))
	return got, err
}

func (c *contract) check(req *http.Request, sent []byte, res *http.Response, got []byte) error {
	in, err := c.operation(req, sent)
	if err != nil {
		return err
	}
	return errors.Join(openapi3filter.ValidateRequest(context.Background(), in), c.holds(in, res, got))
}

// answered holds an answer alone against the contract, whatever was asked.
func (c *contract) answered(req *http.Request, res *http.Response, got []byte) error {
	in, err := c.operation(req, nil)
	if errors.Is(err, routers.ErrPathNotFound) || errors.Is(err, routers.ErrMethodNotAllowed) {
		return nil // no operation of the document: the answer's form is tested elsewhere
	}
	if err != nil {
		return err
	}
	return c.holds(in, res, got)
}

// response holds one response against the contract, which must have the operation.
func (c *contract) response(req *http.Request, res *http.Response, got []byte) error {
	in, err := c.operation(req, nil)
	if err != nil {
		return err
	}
	return c.holds(in, res, got)
}

// operation finds what of the document a request asks for.
func (c *contract) operation(req *http.Request, sent []byte) (*openapi3filter.RequestValidationInput, error) {
	plain := req.Clone(context.Background())
	plain.URL.Scheme, plain.URL.Host = "", ""
	plain.Body = io.NopCloser(bytes.NewReader(sent))
	route, params, err := c.router.FindRoute(plain)
	if err != nil {
		return nil, err
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	return &openapi3filter.RequestValidationInput{Request: plain, PathParams: params, Route: route, Options: options}, nil
}

// holds judges status, headers and body of a response.
func (c *contract) holds(in *openapi3filter.RequestValidationInput, res *http.Response, got []byte) error {
	options := *in.Options
	checked, err := c.bodies.check(in, res, got)
	options.ExcludeResponseBody = checked
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: res.StatusCode, Header: res.Header, Options: &options}
	return errors.Join(err, openapi3filter.ValidateResponse(context.Background(), out.SetBodyBytes(got)))
}
