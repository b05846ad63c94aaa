package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"anamnesis/api"
)

// maxResponse bounds what is read of an answer; the largest, twenty articles, is far below.
const maxResponse = 16 << 20

// repeat says after what a call may be sent again.
type repeat int

const (
	always  repeat = iota // after anything temporary
	refused               // only after a 429: it was refused before it was looked at
)

// op is one call.
type op struct {
	method, url string
	token       string
	key         string // Idempotency-Key
	language    string
	basic       bool   // credentials by Basic
	portal      bool   // retrieval: no api key
	accept      string // media type wanted; "" is JSON
	body        any    // sent as JSON
	form        string // sent as a form
	budget      time.Duration
	repeat      repeat
}

// do sends a call, again where it may be, and decodes its answer into out.
func (c *Client) do(ctx context.Context, o op, out any) error {
	var payload []byte
	if o.body != nil {
		b, err := json.Marshal(o.body)
		if err != nil {
			return fmt.Errorf("client: encode request: %w", err)
		}
		payload = b
	}
	if o.form != "" {
		payload = []byte(o.form)
	}
	for attempt := 0; ; attempt++ {
		err := c.once(ctx, o, payload, out)
		if err == nil || attempt >= c.cfg.Retries || !o.again(err) {
			return err
		}
		if !c.wait(ctx, attempt, err) {
			return err
		}
	}
}

// again says whether a failed call may be sent another time.
func (o op) again(err error) bool {
	var e *Error
	if errors.As(err, &e) {
		return e.Status == http.StatusTooManyRequests || o.repeat == always && e.Temporary()
	}
	return o.repeat == always
}

// wait backs off; false where it is not worth it, or ctx is done.
func (c *Client) wait(ctx context.Context, attempt int, err error) bool {
	d := min(c.cfg.Backoff<<attempt, maxBackoff)
	d = d/2 + rand.N(d/2+1)
	var e *Error
	if errors.As(err, &e) && e.RetryAfter > d {
		d = e.RetryAfter
	}
	if d > maxBackoff {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// once sends a call within its own time.
func (c *Client) once(ctx context.Context, o op, payload []byte, out any) error {
	ctx, cancel := context.WithTimeout(ctx, o.budget+c.cfg.Slack)
	defer cancel()
	res, err := c.send(ctx, o, payload)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(io.LimitReader(res.Body, maxResponse+1))
	switch {
	case err != nil:
		return fmt.Errorf("client: read answer: %w", err)
	case res.StatusCode != http.StatusOK:
		return readError(res, b)
	case len(b) > maxResponse:
		return errors.New("client: answer too large")
	case out == nil:
		return nil
	}
	if raw, ok := out.(*[]byte); ok {
		*raw = b
		return nil
	}
	if err := json.Unmarshal(b, out); err != nil {
		return fmt.Errorf("client: decode answer: %w", err)
	}
	return nil
}

func (c *Client) send(ctx context.Context, o op, payload []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, o.method, o.url, bytes.NewReader(payload))
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	if o.repeat == refused {
		// The transport sends a request with an idempotency key again on its own, unless it cannot get the body twice.
		req.Body, req.GetBody = struct{ io.ReadCloser }{io.NopCloser(bytes.NewReader(payload))}, nil
	}
	h := req.Header
	h.Set("Accept", cmp.Or(o.accept, "application/json"))
	if o.basic {
		req.SetBasicAuth(c.cfg.PartnerID, c.cfg.Secret)
	}
	if !o.portal {
		h.Set(api.HeaderAPIKey, c.cfg.APIKey)
	}
	for name, value := range map[string]string{
		"Authorization": bearer(o.token), api.HeaderIdempotencyKey: o.key, api.HeaderLanguage: o.language, "Content-Type": o.contentType(),
	} {
		if value != "" {
			h.Set(name, value)
		}
	}
	res, err := c.cfg.HTTP.Do(req)
	if err != nil {
		return nil, fmt.Errorf("client: %w", err)
	}
	return res, nil
}

func bearer(token string) string {
	if token == "" {
		return ""
	}
	return "Bearer " + token
}

func (o op) contentType() string {
	switch {
	case o.form != "":
		return "application/x-www-form-urlencoded"
	case o.body != nil:
		return "application/json"
	}
	return ""
}
