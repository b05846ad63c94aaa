package httpapi

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime"
	"runtime/debug"
	"time"

	"anamnesis/api"
	"anamnesis/internal/auth"
	"anamnesis/internal/consult"
	"anamnesis/internal/obs"
	"anamnesis/internal/store"

	"github.com/google/uuid"
)

// call is one request on its way through the layers. Guards write to it; endpoints read only.
type call struct {
	r        *http.Request
	w        http.ResponseWriter // for deadlines and header fields; respond alone writes to it
	partner  *store.Partner      // from the api key
	claims   *auth.Claims        // from the token
	ticket   *consult.Ticket     // of a turn
	body     []byte
	bodyRead bool // to its end
	status   int
	err      error // behind a status of 500 and more
}

// session names the consultation of the call's token.
func (c *call) session() consult.Session {
	return consult.Session{SID: c.claims.Session, PartnerID: c.partner.ID, Language: c.claims.Language, Debug: c.partner.Debug}
}

// writeSlack is the time to write a response after the budget is spent.
const writeSlack = 30 * time.Second

// serve makes the handler of a route.
func (s *server) serve(rt route) http.Handler {
	counters := s.Metrics.Route(rt.method, rt.pattern)
	budget := s.Budget(rt.budget)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		counters.Start()
		id := newRequestID()
		ctx, cancel := context.WithTimeout(obs.WithRequestID(r.Context(), id), budget)
		defer cancel()
		c := &call{r: r.WithContext(ctx), w: w}
		defer func() {
			took := time.Since(start)
			counters.Done(c.status, took)
			s.logCall(ctx, rt.pattern, c, took)
		}()
		w.Header().Set(api.HeaderRequestID, id)
		if parent := r.Header.Get(headerTrace); traceOf(parent) != "" {
			w.Header().Set(headerTrace, parent)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(start.Add(budget + writeSlack))
		s.respond(ctx, c, s.answer(ctx, rt, c, start.Add(budget)))
	})
}

// refuse makes a handler that always answers with one error.
func (s *server) refuse(pattern string, err error) http.Handler {
	return s.serve(route{"other", pattern, api.BudgetTerms, nil, func(context.Context, *call) (any, error) { return nil, err }})
}

// answer runs guards, body and endpoint. It does not panic.
func (s *server) answer(ctx context.Context, rt route, c *call, deadline time.Time) (rep reply) {
	defer func() {
		if v := recover(); v != nil {
			c.ticket.Release()
			rep = s.failure(c, s.panicked(ctx, v))
		}
	}()
	guarded := len(rt.guards) > 0 // the health checks are not, which must tell even then
	if guarded && s.full() {
		return s.failure(c, errOverloaded) // as early as can be: refusing must cost next to nothing
	}
	for _, g := range rt.guards {
		if err := g(ctx, c); err != nil {
			c.ticket.Release()
			return s.failure(c, err)
		}
	}
	if err := c.readBody(deadline); err != nil {
		c.ticket.Release()
		return s.failure(c, err)
	}
	if guarded {
		if !s.enter() {
			c.ticket.Release()
			return s.failure(c, errOverloaded)
		}
		defer s.leave()
	}
	v, err := s.within(ctx, c, rt.do)
	if err != nil {
		return s.failure(c, err)
	}
	if i, ok := v.(issued); ok {
		c.claims, v = i.Claims, loginResponse(i.Session)
	}
	return success(v)
}

var errPanic = errors.New("panic")

// panicked logs where it was. The value itself may hold what a user wrote, unless the runtime made it.
func (s *server) panicked(ctx context.Context, v any) error {
	what := fmt.Sprintf("%T", v)
	if re, ok := v.(runtime.Error); ok {
		what = re.Error()
	}
	s.Log.ErrorContext(ctx, "panic", slog.String("value", what), slog.String("stack", string(debug.Stack())))
	return errPanic
}

// caught answers a panic of a handler that is none of ours to guard: the server would log its value, which may hold what
// a user wrote.
func (s *server) caught(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch v := recover(); v {
			case nil:
			case http.ErrAbortHandler: // says nothing, and ends the connection
				panic(v)
			default:
				_ = s.panicked(r.Context(), v)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		h.ServeHTTP(w, r)
	})
}

// logCall writes the one line of a request: no path, no query, no body.
func (s *server) logCall(ctx context.Context, pattern string, c *call, took time.Duration) {
	attrs := []slog.Attr{
		slog.String("route", knownMethod(c.r.Method)+" "+pattern), slog.Int("status", c.status),
		slog.Float64("ms", float64(took.Microseconds())/1000),
	}
	if trace := traceOf(c.r.Header.Get(headerTrace)); trace != "" {
		attrs = append(attrs, slog.String("trace", trace))
	}
	if c.partner != nil {
		attrs = append(attrs, slog.String("partner", c.partner.ID))
	} else if c.claims != nil {
		attrs = append(attrs, slog.String("partner", c.claims.PartnerID))
	}
	if c.claims != nil && c.claims.Session != "" {
		attrs = append(attrs, slog.String("sid", c.claims.Session))
	}
	level := slog.LevelInfo
	if c.status >= http.StatusInternalServerError {
		level = slog.LevelError
		if c.err != nil {
			attrs = append(attrs, slog.String("error", c.err.Error()))
		}
	}
	s.Log.LogAttrs(ctx, level, "request", attrs...)
}

// knownMethod is a method as it may be logged: any other is a text of the client's.
func knownMethod(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return m
	}
	return "other"
}

// newRequestID is ours even where the client sends one: what a client sends may hold anything.
// It has to differ from others and is no secret, so that quick random numbers do.
func newRequestID() string {
	var id uuid.UUID
	binary.LittleEndian.PutUint64(id[:8], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, RFC 9562
	return id.String()
}
