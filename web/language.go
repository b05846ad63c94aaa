package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// login is the part of the service's login response that the back end needs.
type login struct {
	AccessToken string `json:"access_token"`
	ExpiresIn   int    `json:"expires_in"`
}

// login tries the languages wished, as far as the client has words for them, then what is configured, then the
// partner's own default. A language that the partner has not is a 400.
func (s *server) login(ctx context.Context, wished []string) (login, reply) {
	body, _ := json.Marshal(map[string]string{"partner_id": s.cfg.PartnerID, "secret": s.cfg.Secret})
	var l login
	var r reply
	for _, tag := range append(s.candidates(wished), "") {
		r = s.call(ctx, request{method: http.MethodPost, path: "/login", body: body, language: tag})
		if r.read(&l) || r.status != http.StatusBadRequest {
			break
		}
	}
	return l, r
}

// maxCandidates bounds the logins that one start may try.
const maxCandidates = 4

// candidates match the wish with the client's own words: exactly, else another region of the same language, the
// configured one first. What is configured comes last of all.
func (s *server) candidates(wished []string) []string {
	var out []string
	add := func(match func(have string) bool) {
		for _, have := range s.languages {
			if match(have) && !slices.Contains(out, have) && len(out) < maxCandidates {
				out = append(out, have)
			}
		}
	}
	for _, tag := range wished {
		add(func(have string) bool { return strings.EqualFold(have, tag) })
		add(func(have string) bool { return have == s.cfg.Language && primary(have) == primary(tag) })
		add(func(have string) bool { return primary(have) == primary(tag) })
	}
	if s.cfg.Language != "" && !slices.Contains(out, s.cfg.Language) {
		out = append(out, s.cfg.Language)
	}
	return out
}

// offered remembers which languages the partner has.
type offered struct {
	mu    sync.Mutex
	tags  []string
	until time.Time
}

// offerFor is how long it is remembered.
const offerFor = 10 * time.Minute

// probeTime bounds the first question which languages there are: the terms must not wait for it long.
const probeTime = 2 * time.Second

// allowed are the languages that a person may choose from: those that the page has words for and the partner is
// allowed. The service tells them by what a login answers.
func (s *server) allowed(ctx context.Context) []string {
	s.offered.mu.Lock()
	defer s.offered.mu.Unlock()
	if s.cfg.Now().Before(s.offered.until) {
		return s.offered.tags
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	body, _ := json.Marshal(map[string]string{"partner_id": s.cfg.PartnerID, "secret": s.cfg.Secret})
	tags := []string{}
	for _, tag := range s.languages {
		switch r := s.call(ctx, request{method: http.MethodPost, path: "/login", body: body, language: tag}); {
		case r.ok():
			tags = append(tags, tag)
		case r.status != http.StatusBadRequest:
			return tags // the service does not answer just now: ask again next time
		}
	}
	s.offered.tags, s.offered.until = tags, s.cfg.Now().Add(offerFor)
	return tags
}

// primary is the language of a tag without its region, in lower case.
func primary(tag string) string {
	p, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(p)
}

// language reads the claim of that name. The token came from the service itself, so its signature is not looked at.
func language(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	b, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		Language string `json:"language"`
	}
	if json.Unmarshal(b, &claims) != nil {
		return ""
	}
	return claims.Language
}
