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

// contract is the OpenAPI document.
type contract struct{ router routers.Router }

func newContract() (*contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(api.Document())
	if err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(doc)
	return &contract{router}, err
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
	ctx := context.Background()
	plain := req.Clone(ctx)
	plain.URL.Scheme, plain.URL.Host = "", ""
	plain.Body = io.NopCloser(bytes.NewReader(sent))
	route, params, err := c.router.FindRoute(plain)
	if err != nil {
		return err
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	in := &openapi3filter.RequestValidationInput{Request: plain, PathParams: params, Route: route, Options: options}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: res.StatusCode, Header: res.Header, Options: options}
	return errors.Join(openapi3filter.ValidateRequest(ctx, in), openapi3filter.ValidateResponse(ctx, out.SetBodyBytes(got)))
}

// answered holds an answer alone against the contract, whatever was asked.
func (c *contract) answered(req *http.Request, res *http.Response, got []byte) error {
	ctx := context.Background()
	plain := req.Clone(ctx)
	plain.URL.Scheme, plain.URL.Host = "", ""
	plain.Body = http.NoBody
	route, params, err := c.router.FindRoute(plain)
	if errors.Is(err, routers.ErrPathNotFound) || errors.Is(err, routers.ErrMethodNotAllowed) {
		return nil // no operation of the document: the answer's form is tested elsewhere
	}
	if err != nil {
		return err
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}
	in := &openapi3filter.RequestValidationInput{Request: plain, PathParams: params, Route: route, Options: options}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: res.StatusCode, Header: res.Header, Options: options}
	return openapi3filter.ValidateResponse(ctx, out.SetBodyBytes(got))
}
