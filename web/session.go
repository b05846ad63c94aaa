package web

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// cookieName is the cookie that names a session; its value says nothing else.
const cookieName = "anamnesis_session"

// maxSessions bounds the memory that sessions take; the oldest go first.
const maxSessions = 10_000

// session is one consultation's token. It is replaced, never changed.
type session struct {
	initial, token string
	expires        time.Time
}

// sessions are kept in memory: a restart ends them, as an expiry does.
type sessions struct {
	mu  sync.Mutex
	by  map[string]*session
	now func() time.Time
}

func newSessions(now func() time.Time) *sessions {
	return &sessions{by: map[string]*session{}, now: now}
}

func (s *sessions) of(r *http.Request) *session {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ses := s.by[c.Value]
	if ses == nil || !s.now().Before(ses.expires) {
		return nil
	}
	return ses
}

func (s *sessions) put(id string, ses *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.by) >= maxSessions {
		s.sweep()
	}
	s.by[id] = ses
}

// sweep drops what has expired, and the session that expires first where nothing has.
func (s *sessions) sweep() {
	oldest := ""
	for id, ses := range s.by {
		if !s.now().Before(ses.expires) {
			delete(s.by, id)
		} else if oldest == "" || ses.expires.Before(s.by[oldest].expires) {
			oldest = id
		}
	}
	if len(s.by) >= maxSessions {
		delete(s.by, oldest)
	}
}

// login is the part of the service's login response that the back end needs.
type login struct {
	AccessToken string `json:"access_token"`
	ExpiresIn   int    `json:"expires_in"`
}

// start logs in and gives the page the legal terms.
func (s *server) start(w http.ResponseWriter, r *http.Request) {
	body, _ := json.Marshal(map[string]string{"partner_id": s.cfg.PartnerID, "secret": s.cfg.Secret})
	status, b, err := s.call(r.Context(), http.MethodPost, "/login", "", body, "")
	var l login
	if err != nil || status != http.StatusOK || json.Unmarshal(b, &l) != nil {
		upstream(w, status, b, err)
		return
	}
	status, terms, err := s.call(r.Context(), http.MethodGet, "/terms", l.AccessToken, nil, "")
	if err != nil || status != http.StatusOK {
		upstream(w, status, terms, err)
		return
	}
	id := rand.Text() + rand.Text()
	s.sessions.put(id, &session{initial: l.AccessToken, expires: s.sessions.now().Add(time.Duration(l.ExpiresIn) * time.Second)})
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: id, Path: "/", HttpOnly: true, Secure: s.cfg.Secure, SameSite: http.SameSiteStrictMode, MaxAge: l.ExpiresIn})
	answer(w, http.StatusOK, terms)
}

// accept records consent and gives the page the onboarding questions and the time left, not the token.
func (s *server) accept(w http.ResponseWriter, r *http.Request) {
	ses := s.sessions.of(r)
	if ses == nil {
		fail(w, http.StatusUnauthorized, "the session has ended")
		return
	}
	var in struct {
		ContentVersion string `json:"content_version"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&in); err != nil {
		fail(w, http.StatusBadRequest, "content_version is missing")
		return
	}
	body, _ := json.Marshal(map[string]any{"content_version": in.ContentVersion, "all_policies_accepted": true})
	status, b, err := s.call(r.Context(), http.MethodPost, "/terms", ses.initial, body, "")
	var out struct {
		Login      login           `json:"login_response"`
		Onboarding json.RawMessage `json:"onboarding_response"`
	}
	if err != nil || status != http.StatusOK || json.Unmarshal(b, &out) != nil {
		upstream(w, status, b, err)
		return
	}
	c, _ := r.Cookie(cookieName)
	s.sessions.put(c.Value, &session{initial: ses.initial, token: out.Login.AccessToken, expires: ses.expires})
	reply, _ := json.Marshal(map[string]any{"onboarding_response": out.Onboarding, "expires_in": out.Login.ExpiresIn})
	answer(w, http.StatusOK, reply)
}

func upstream(w http.ResponseWriter, status int, body []byte, err error) {
	if err != nil || status == 0 {
		fail(w, http.StatusBadGateway, "the service cannot be reached")
		return
	}
	if status == http.StatusOK {
		fail(w, http.StatusBadGateway, "the service gave an answer that cannot be read")
		return
	}
	answer(w, status, body)
}
