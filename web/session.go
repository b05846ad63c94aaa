package web

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"time"
)

// cookieName is the cookie of a consultation.
const cookieName = "anamnesis_session"

// session is one consultation of one browser, as its cookie holds it.
type session struct {
	Tag      string    `json:"tag"`     // tells this session from a later one of the same browser; no secret
	Initial  string    `json:"initial"` // token before the terms are accepted
	Token    string    `json:"token"`   // token after
	Language string    `json:"language"`
	Expires  time.Time `json:"expires"`
}

// about is what the page is told of its session.
type about struct {
	Session    string          `json:"session"` // sent back with each call as X-Session
	Language   string          `json:"language,omitempty"`
	ExpiresIn  int             `json:"expires_in"` // seconds
	Accepted   bool            `json:"accepted"`
	Terms      json.RawMessage `json:"terms,omitempty"`
	Languages  []string        `json:"languages,omitempty"` // that may be chosen instead, with the terms
	Onboarding json.RawMessage `json:"onboarding_response,omitempty"`
}

func (s *server) about(ses session) about {
	left := int(ses.Expires.Sub(s.cfg.Now()) / time.Second)
	return about{Session: ses.Tag, Language: ses.Language, ExpiresIn: left, Accepted: ses.Token != ""}
}

// session reads the cookie. A session that has expired is none.
func (s *server) session(r *http.Request) (session, bool) {
	var ses session
	ok := s.seal.open(r, cookieName, &ses) && s.cfg.Now().Before(ses.Expires)
	return ses, ok
}

func (s *server) keep(w http.ResponseWriter, r *http.Request, ses session) {
	value, err := s.seal.seal(cookieName, ses)
	if err != nil {
		return // a struct of strings and a time always encodes
	}
	http.SetCookie(w, cookie(r, cookieName, "/", value, ses.Expires.Sub(s.cfg.Now()), s.cfg.Secure))
}

// start logs in, in the first language of those wished that the partner has, and gives the page the legal terms.
func (s *server) start(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Languages []string `json:"languages"` // BCP 47, best first
	}
	if !decode(w, r, &in) {
		return
	}
	l, reply := s.login(r.Context(), in.Languages)
	if !reply.ok() {
		reply.write(w)
		return
	}
	terms := s.call(r.Context(), request{method: http.MethodGet, path: "/terms", token: l.AccessToken})
	if !terms.ok() {
		terms.write(w)
		return
	}
	ses := session{
		Tag: rand.Text(), Initial: l.AccessToken, Language: language(l.AccessToken),
		Expires: s.cfg.Now().Add(time.Duration(l.ExpiresIn) * time.Second),
	}
	s.keep(w, r, ses)
	out := s.about(ses)
	out.Terms, out.Languages = terms.body, s.allowed(r.Context())
	writeJSON(w, http.StatusOK, out)
}

// resume tells a page that was loaded again which session its browser still has: 204 where it has none.
func (s *server) resume(w http.ResponseWriter, r *http.Request) {
	ses, ok := s.session(r)
	if !ok {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	writeJSON(w, http.StatusOK, s.about(ses))
}

// accept records consent and gives the page the onboarding questions, not the token.
func (s *server) accept(w http.ResponseWriter, r *http.Request) {
	ses, ok := s.current(w, r)
	if !ok {
		return
	}
	var in struct {
		ContentVersion string `json:"content_version"`
	}
	if !decode(w, r, &in) {
		return
	}
	body, _ := json.Marshal(map[string]any{"content_version": in.ContentVersion, "all_policies_accepted": true})
	reply := s.call(r.Context(), request{method: http.MethodPost, path: "/terms", token: ses.Initial, body: body})
	var out struct {
		Login      login           `json:"login_response"`
		Onboarding json.RawMessage `json:"onboarding_response"`
	}
	if !reply.read(&out) {
		reply.write(w)
		return
	}
	ses.Token = out.Login.AccessToken
	s.keep(w, r, ses)
	told := s.about(ses)
	told.Onboarding = out.Onboarding
	writeJSON(w, http.StatusOK, told)
}

// end forgets the session in this browser.
func (s *server) end(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, cookie(r, cookieName, "/", "", 0, s.cfg.Secure))
	w.WriteHeader(http.StatusNoContent)
}

// current is the session that the request means. A page that stands open from an earlier session of the same browser
// must not answer the questions of a later one: 409.
func (s *server) current(w http.ResponseWriter, r *http.Request) (session, bool) {
	ses, ok := s.session(r)
	tag := r.Header.Get("X-Session")
	switch {
	case !ok:
		fail(w, http.StatusUnauthorized, "the session has ended")
	case tag != "" && tag != ses.Tag:
		fail(w, http.StatusConflict, "another assessment has been started in this browser")
		ok = false
	}
	return ses, ok
}
