package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"anamnesis/api"
)

// Records calls yield with each of the partner's consultations that started in a range of whole UTC days, both
// included, in order of start. An error of yield ends it and is returned as it is. Retries end with the first record:
// from then on a broken connection is an error, and the range is incomplete.
func (c *Client) Records(ctx context.Context, first, last time.Time, yield func(api.Record) error) error {
	body, err := json.Marshal(api.RecordsRequest{StartDate: first.Format(time.DateOnly), EndDate: last.Format(time.DateOnly)})
	if err != nil {
		return fmt.Errorf("client: encode request: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, api.BudgetRecords+c.cfg.Slack)
	defer cancel()
	for attempt := 0; ; attempt++ {
		var res *http.Response
		if res, err = c.query(ctx, body); err == nil {
			defer res.Body.Close()
			return decodeRecords(res.Body, yield)
		}
		if attempt >= c.cfg.Retries || !c.queryAgain(err) || !c.wait(ctx, attempt, err) {
			return err
		}
	}
}

// queryAgain gets another token where the one kept is no longer taken.
func (c *Client) queryAgain(err error) bool {
	var e *Error
	if errors.As(err, &e) && e.Status == http.StatusUnauthorized && e.Message != "invalid_client" {
		c.mu.Lock()
		defer c.mu.Unlock()
		had := c.portal != ""
		c.portal = ""
		return had
	}
	return op{repeat: always}.again(err)
}

func (c *Client) query(ctx context.Context, body []byte) (*http.Response, error) {
	token, err := c.portalToken(ctx)
	if err != nil {
		return nil, err
	}
	o := op{method: http.MethodPost, url: c.cfg.PortalURL + api.PortalPath + "/analytics/query", token: token, portal: true, body: struct{}{}}
	res, err := c.send(ctx, o, body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode == http.StatusOK {
		return res, nil
	}
	defer res.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(res.Body, maxResponse))
	return nil, readError(res, b)
}

// portalToken keeps the token of retrieval until shortly before it expires.
func (c *Client) portalToken(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.portal != "" && time.Now().Before(c.until) {
		return c.portal, nil
	}
	var l api.LoginResponse
	o := op{
		method: http.MethodPost, url: c.cfg.PortalURL + api.PortalPath + "/oauth/token", basic: true, portal: true,
		form: "grant_type=client_credentials", budget: turn,
	}
	if err := c.do(ctx, o, &l); err != nil {
		return "", err
	}
	c.portal, c.until = l.AccessToken, time.Now().Add(time.Duration(l.ExpiresIn)*time.Second*9/10)
	return c.portal, nil
}

// decodeRecords reads {"records":[…]} one record at a time.
func decodeRecords(r io.Reader, yield func(api.Record) error) error {
	d := json.NewDecoder(r)
	for _, want := range []json.Token{json.Delim('{'), "records", json.Delim('[')} {
		if t, err := d.Token(); err != nil || t != want {
			return fmt.Errorf("client: answer is no list of records: %w", errors.Join(err))
		}
	}
	for d.More() {
		var rec api.Record
		if err := d.Decode(&rec); err != nil {
			return fmt.Errorf("client: records are incomplete: %w", err)
		}
		if err := yield(rec); err != nil {
			return err
		}
	}
	for range 2 { // ] and }
		if _, err := d.Token(); err != nil {
			return fmt.Errorf("client: records are incomplete: %w", err)
		}
	}
	return nil
}

// Export gives everything that is kept of one of the partner's sessions. An *Error of status 404 where there is nothing.
func (c *Client) Export(ctx context.Context, sid string) (*api.ConsultationExport, error) {
	out := &api.ConsultationExport{}
	return out, c.session(ctx, http.MethodGet, sid, out)
}

// Erase removes one of the partner's sessions with every trace. An *Error of status 404 where there is nothing (any more).
func (c *Client) Erase(ctx context.Context, sid string) error {
	return c.session(ctx, http.MethodDelete, sid, nil)
}

// session makes a call about one session, a second time where the token kept is no longer taken.
func (c *Client) session(ctx context.Context, method, sid string, out any) error {
	for again := true; ; again = false {
		token, err := c.portalToken(ctx)
		if err != nil {
			return err
		}
		err = c.do(ctx, op{method: method, url: c.cfg.PortalURL + api.PortalPath + "/consultations/" + url.PathEscape(sid), token: token, portal: true, budget: turn}, out)
		var e *Error
		if !errors.As(err, &e) || e.Status != http.StatusUnauthorized || !again || !c.queryAgain(err) {
			return err
		}
	}
}
