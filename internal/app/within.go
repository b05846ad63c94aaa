package app

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// within carries the web client's requests to the interface of the same process. Over the network they would take a
// second connection for each of the browser's, which at the limit of connections no one could get, and would have to
// trust the certificate that is made for another name.
type within struct{ handler http.Handler }

// errHandler says that a handler gave up without an answer.
var errHandler = errors.New("the request was not answered")

// RoundTrip implements http.RoundTripper. The answer streams; closing its body ends the handler's writing.
func (t within) RoundTrip(r *http.Request) (*http.Response, error) {
	in := r.Clone(r.Context())
	in.RequestURI, in.Host, in.RemoteAddr = r.URL.RequestURI(), r.URL.Host, "127.0.0.1:0"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	body, pipe := io.Pipe()
	w := &answer{header: http.Header{}, pipe: pipe, begun: make(chan struct{})}
	go func() {
		defer func() {
			_ = in.Body.Close()
			err := io.EOF
			if v := recover(); v != nil {
				err = errHandler
				w.begin(http.StatusInternalServerError, true)
			}
			w.WriteHeader(http.StatusOK)
			_ = pipe.CloseWithError(err)
		}()
		t.handler.ServeHTTP(w, in)
	}()
	select {
	case <-w.begun:
	case <-r.Context().Done():
		_ = body.Close()
		return nil, r.Context().Err()
	}
	if w.failed {
		_ = body.Close()
		return nil, errHandler
	}
	return &http.Response{
		Status: fmt.Sprintf("%d %s", w.status, http.StatusText(w.status)), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: body, ContentLength: -1, Request: r,
	}, nil
}

// answer is the handler's side of it. What is begun is read by the other side only after begun is closed.
type answer struct {
	header, sent http.Header
	pipe         *io.PipeWriter
	once         sync.Once
	begun        chan struct{}
	status       int
	failed       bool // panicked before it began
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) { a.begin(status, false) }

func (a *answer) begin(status int, failed bool) {
	a.once.Do(func() {
		a.status, a.sent, a.failed = status, a.header.Clone(), failed
		close(a.begun)
	})
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.pipe.Write(b)
}
