package app

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestWithin(t *testing.T) {
	stopped := make(chan error, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /echo", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Seen", r.Header.Get("X-Sent")+" "+r.Host+" "+r.URL.RawQuery)
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.Copy(w, r.Body)
	})
	mux.HandleFunc("GET /panic", func(http.ResponseWriter, *http.Request) { panic("no") })
	mux.HandleFunc("GET /nothing", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("GET /endless", func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write([]byte("more")); err != nil {
				stopped <- err
				return
			}
		}
	})
	c := &http.Client{Transport: within{mux}}
	do := func(ctx context.Context, method, path, body string) (*http.Response, error) {
		req, err := http.NewRequestWithContext(ctx, method, "https://service.example"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Sent", "sent")
		return c.Do(req)
	}
	ctx := context.Background()
	res, err := do(ctx, "POST", "/echo?a=b", "words")
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusTeapot || string(b) != "words" || res.Header.Get("X-Seen") != "sent service.example a=b" {
		t.Errorf("%d %q %v %v", res.StatusCode, b, res.Header, err)
	}
	if res, err := do(ctx, "GET", "/nothing", ""); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("nothing written: %v %v", res, err)
	}
	if _, err := do(ctx, "GET", "/panic", ""); !errors.Is(err, errHandler) {
		t.Errorf("panic: %v", err)
	}
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := do(short, "GET", "/slow", ""); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("slow: %v", err)
	}
	if res, err = do(ctx, "GET", "/endless", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(res.Body, make([]byte, 100)); err != nil {
		t.Error(err)
	}
	_ = res.Body.Close()
	if err := <-stopped; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("endless ended with %v", err)
	}
}
