package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// consoleCookie is the cookie of an operator.
const consoleCookie = "anamnesis_console"

// consolePath is where the console is, and all that its cookie is sent to.
const consolePath = "/console"

// operator is who looks at a partner's consultations, as the cookie holds it.
type operator struct {
	Partner string    `json:"partner"`
	Token   string    `json:"token"` // bearer token of retrieval
	Expires time.Time `json:"expires"`
}

// console adds the console's back end. Its page is among the static files.
func (s *server) console(mux *http.ServeMux) {
	mux.HandleFunc("GET "+consolePath+"/session", own(s.operate))
	mux.HandleFunc("POST "+consolePath+"/session", own(s.signIn))
	mux.HandleFunc("DELETE "+consolePath+"/session", own(s.signOut))
	for _, name := range []string{"query", "overview", "replay"} {
		mux.HandleFunc("POST "+consolePath+"/data/"+name, own(s.retrieve("/v4/analytics/"+name)))
	}
}

func (s *server) operator(r *http.Request) (operator, bool) {
	var o operator
	ok := s.seal.open(r, consoleCookie, &o) && s.cfg.Now().Before(o.Expires)
	return o, ok
}

// operate says who is logged in: 204 where nobody is.
func (s *server) operate(w http.ResponseWriter, r *http.Request) {
	o, ok := s.operator(r)
	if !ok {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"partner": o.Partner})
}

// signIn trades a partner's id and secret for a token, which stays here.
func (s *server) signIn(w http.ResponseWriter, r *http.Request) {
	var in struct {
		PartnerID string `json:"partner_id"`
		Secret    string `json:"secret"`
	}
	if !decode(w, r, &in) {
		return
	}
	form := url.Values{"grant_type": {"client_credentials"}, "client_id": {in.PartnerID}, "client_secret": {in.Secret}}
	reply := take(s.ask(r, "/v4/oauth/token", "", "application/x-www-form-urlencoded", strings.NewReader(form.Encode())))
	var l login
	if !reply.read(&l) {
		reply.write(w)
		return
	}
	o := operator{Partner: in.PartnerID, Token: l.AccessToken, Expires: s.cfg.Now().Add(time.Duration(l.ExpiresIn) * time.Second)}
	value, err := s.seal.seal(consoleCookie, o)
	if err != nil {
		fail(w, http.StatusBadGateway, "the session cannot be kept")
		return
	}
	http.SetCookie(w, cookie(r, consoleCookie, consolePath, value, o.Expires.Sub(s.cfg.Now()), s.cfg.Secure))
	writeJSON(w, http.StatusOK, map[string]string{"partner": o.Partner})
}

func (s *server) signOut(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, cookie(r, consoleCookie, consolePath, "", 0, s.cfg.Secure))
	w.WriteHeader(http.StatusNoContent)
}

// retrieve passes one call of retrieval on under the operator's token: the service shows that partner's own data only.
func (s *server) retrieve(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		o, ok := s.operator(r)
		if !ok {
			fail(w, http.StatusUnauthorized, "not logged in")
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil || !json.Valid(body) {
			fail(w, http.StatusBadRequest, "the request cannot be read")
			return
		}
		resp, err := s.ask(r, path, o.Token, "application/json", bytes.NewReader(body))
		if err != nil {
			fail(w, http.StatusBadGateway, "the service cannot be reached")
			return
		}
		defer resp.Body.Close()
		w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(resp.StatusCode)
		if _, err := io.Copy(w, resp.Body); err != nil { // a day of records may be long
			panic(http.ErrAbortHandler) // the page must not take a part for the whole
		}
	}
}

// ask sends a request to the retrieval interface, which lies beside the consultation interface on the same host, for the
// browser that sent r: the service counts logins by where they come from.
func (s *server) ask(r *http.Request, path, token, kind string, body io.Reader) (*http.Response, error) {
	base, _ := strings.CutSuffix(s.cfg.BaseURL, "/api/v1")
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, base+path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", kind)
	req.Header["X-Forwarded-For"] = r.Header["X-Forwarded-For"]
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil && len(req.Header["X-Forwarded-For"]) == 0 {
		req.Header.Set("X-Forwarded-For", host)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return s.cfg.Client.Do(req)
}
