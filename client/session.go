package client

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"anamnesis/api"
)

// Session is one consultation, from login on. Its methods may be called from many goroutines; turns wait for each other.
type Session struct {
	c     *Client
	turns sync.Mutex // held by a turn

	mu      sync.Mutex
	token   string
	expires time.Time
}

// Login opens a session. The service judges the body, then the credentials, then the language.
func (c *Client) Login(ctx context.Context) (*Session, error) {
	if c.cfg.PartnerID == "" || c.cfg.Secret == "" {
		return nil, errors.New("client: PartnerID and Secret are needed to log in")
	}
	var l api.LoginResponse
	err := c.do(ctx, op{
		method: http.MethodPost, url: c.cfg.BaseURL + "/login", language: c.cfg.Language, budget: turn,
		body: api.LoginRequest{PartnerID: c.cfg.PartnerID, Secret: c.cfg.Secret},
	}, &l)
	if err != nil {
		return nil, err
	}
	s := &Session{c: c}
	s.keep(l)
	return s, nil
}

// Resume goes on with a session whose token was kept, after a restart of the caller.
func (c *Client) Resume(token string, expires time.Time) *Session {
	return &Session{c: c, token: token, expires: expires}
}

func (s *Session) keep(l api.LoginResponse) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token, s.expires = l.AccessToken, time.Now().Add(time.Duration(l.ExpiresIn)*time.Second)
}

// Token is the session's token and when it expires; warn the person in time, nothing renews it.
func (s *Session) Token() (token string, expires time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token, s.expires
}

// op makes a call of this session.
func (s *Session) op(method, path string, budget time.Duration, body any) op {
	token, _ := s.Token()
	return op{method: method, url: s.c.cfg.BaseURL + path, token: token, budget: budget, body: body}
}

// Terms gives the legal content to show.
func (s *Session) Terms(ctx context.Context) (*api.TermsResponse, error) {
	var t api.TermsResponse
	return &t, s.c.do(ctx, s.op(http.MethodGet, "/terms", terms, nil), &t)
}

// Accept records the person's consent to a version of the terms. The session goes on with the upgraded token.
func (s *Session) Accept(ctx context.Context, contentVersion string) (*api.OnboardingResponse, error) {
	var a api.AcceptResponse
	o := s.op(http.MethodPost, "/terms", terms, api.AcceptRequest{ContentVersion: contentVersion, AllPoliciesAccepted: true})
	if err := s.c.do(ctx, o, &a); err != nil {
		return nil, err
	}
	s.keep(a.LoginResponse)
	return &a.OnboardingResponse, nil
}
