package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"anamnesis/api"
	"anamnesis/internal/analytics"
	"anamnesis/internal/audit"
	"anamnesis/internal/auth"
	"anamnesis/internal/clinical"
	"anamnesis/internal/consult"
	"anamnesis/internal/kb"
	"anamnesis/internal/obs"
	"anamnesis/internal/ratelimit"
	"anamnesis/internal/store"
)

// Consents keeps the proof of acceptance; store.Consents has it.
type Consents interface {
	RecordConsent(ctx context.Context, c store.Consent) error
	Consents(ctx context.Context, sid string) ([]store.Consent, error)
}

// Events keeps events and feedback; store.Events has it.
type Events interface {
	AddEvent(ctx context.Context, e store.Event) error
	Events(ctx context.Context, sid string) ([]store.Event, error)
	SetFeedback(ctx context.Context, f store.Feedback) error
	Feedback(ctx context.Context, sid string) (store.Feedback, error)
}

// Records reads and erases past consultations; store.Consultations has it.
type Records interface {
	Erase(ctx context.Context, sid string) error
	Get(ctx context.Context, sid string) (store.Consultation, error)
	Range(ctx context.Context, partnerID string, from, to time.Time, yield func(store.Consultation, []store.Event) error) error
}

// Reviews replays past consultations; consult.Service does.
type Reviews interface {
	Review(state []byte) (*consult.Review, error)
}

// Search is the type-ahead.
type Search interface {
	// Search lists the symptoms that a text may mean, best first, and the text to show before
	// alternative names. Symptoms that do not occur in sex are left out; AnySex leaves none out.
	Search(lang, text string, sex clinical.Sex) (prefix string, found []api.Suggestion)
}

// Auditor logs what partners do with what is kept; audit.Log does.
type Auditor interface {
	Record(ctx context.Context, e audit.Entry) error
}

// Config is what the interface needs. All fields but those that say otherwise must be set.
type Config struct {
	Auth          *auth.Authenticator
	Limiter       ratelimit.Limiter
	Consultations consult.Calls
	Consents      Consents
	Events        Events
	Records       Records
	Recorder      analytics.Recorder
	Reviews       Reviews
	Base          *kb.Base // terms, onboarding questions and articles
	Search        Search

	// Portal limits each partner's calls under /v4, PortalLogins each address' requests for a token of it; the zero
	// value is 20 a second and 400 at once, and 2 and 100.
	Portal, PortalLogins ratelimit.Policy

	MaxWorking int // requests worked on at once; more are refused with 503; 0 is 512

	Audit   Auditor                           // nil logs nothing
	Ready   func(context.Context) error       // for /readyz; nil is always ready
	Modes   func() map[string]string          // how parts of the service work now, for /readyz; nil says nothing
	Web     http.Handler                      // everything that is no route of the interface; nil answers 404
	Metrics *obs.Metrics                      // nil makes its own
	Log     *slog.Logger                      // nil drops everything
	Now     func() time.Time                  // nil is time.Now
	Budget  func(time.Duration) time.Duration // changes the budgets, for tests; nil leaves them
}

func (c Config) withDefaults() (Config, error) {
	if c.Auth == nil || c.Limiter == nil || c.Consultations == nil || c.Consents == nil || c.Events == nil ||
		c.Records == nil || c.Recorder == nil || c.Reviews == nil || c.Base == nil || c.Search == nil {
		return c, errors.New("httpapi: a part of the configuration is missing")
	}
	if c.MaxWorking <= 0 {
		c.MaxWorking = 512
	}
	if c.Portal.Unlimited() {
		c.Portal = ratelimit.Policy{Rate: 20, Burst: 400}
	}
	if c.PortalLogins.Unlimited() {
		c.PortalLogins = ratelimit.Policy{Rate: 2, Burst: 100}
	}
	if c.Ready == nil {
		c.Ready = func(context.Context) error { return nil }
	}
	if c.Metrics == nil {
		c.Metrics = obs.NewMetrics()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Budget == nil {
		c.Budget = func(d time.Duration) time.Duration { return d }
	}
	return c, nil
}

// server is the interface at work. It is not changed once made.
type server struct {
	Config
	legal map[string]*api.TermsResponse // by language
	docs  *docs

	working  atomic.Int64 // requests worked on now
	searches searches
}

// New makes the handler of everything under the service's address.
func New(c Config) (http.Handler, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &server{Config: c, legal: legalContent(c.Base)}
	if s.docs, err = newDocs(api.Document()); err != nil {
		return nil, err
	}
	return s.handler(), nil
}
