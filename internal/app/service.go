package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anamnesis/api"
	"anamnesis/internal/audit"
	"anamnesis/internal/auth"
	"anamnesis/internal/consult"
	"anamnesis/internal/httpapi"
	"anamnesis/internal/kb"
	"anamnesis/internal/obs"
	"anamnesis/internal/store"
	"anamnesis/internal/webhook"
	"anamnesis/knowledge"
)

// Limits of the HTTP server that no request gets around.
const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
	insideTimeout     = 25 * time.Second // a little above the budgets of the interface
)

// Service is a service whose address is bound. Run serves it.
type Service struct {
	cfg      Config
	store    store.Store
	audit    *audit.Log
	signer   *auth.Signer
	limits   *limits
	medicine prepared
	listener net.Listener
	incoming net.Listener // listener with its limits and TLS
	server   *http.Server
	stopping atomic.Bool
	once     sync.Once
}

// LoadBase decodes the knowledge base that is built in. Its further languages are decoded when they are first needed.
func LoadBase() (*kb.Base, error) {
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		return nil, fmt.Errorf("knowledge base: %w", err)
	}
	files, err := knowledge.Translations.ReadDir("compiled")
	if err != nil {
		return nil, fmt.Errorf("knowledge base: %w", err)
	}
	for _, f := range files {
		base.Translate(strings.TrimSuffix(f.Name(), kb.TranslationSuffix), func() ([]byte, error) {
			return knowledge.Translations.ReadFile("compiled/" + f.Name())
		})
	}
	return base, nil
}

// New assembles a service and binds its address; connections wait there until Run. It fails with ErrConfig, or
// with what store, knowledge base or network say. Close a service that is not run.
func New(ctx context.Context, c Config) (*Service, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c = c.withDefaults()
	s := &Service{cfg: c}
	if err := s.assemble(ctx); err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Service) assemble(ctx context.Context) (err error) {
	if s.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", s.cfg.Listen); err != nil {
		return err
	}
	if s.incoming, err = bound(s.listener, s.cfg); err != nil {
		return err
	}
	medicine := make(chan prepared, 1)
	go func() { medicine <- prepare() }() // beside the database
	st, err := openSealed(ctx, s.cfg, true)
	if err != nil {
		return err
	}
	s.store, s.audit = st, audit.New(st.Audit(), s.cfg.Now, s.cfg.Log)
	s.signer, err = auth.NewSigner(ctx, auth.SignerConfig{Keys: s.store.Keys(), Now: s.cfg.Now, Lifetime: s.cfg.SessionTTL})
	if err != nil {
		return err
	}
	s.medicine = <-medicine
	handler, err := s.handler(s.medicine)
	if err != nil {
		return err
	}
	trusted, err := prefixes(s.cfg.TrustedProxies)
	if err != nil {
		return err
	}
	s.server = &http.Server{
		Handler: transport(handler, trusted), ReadHeaderTimeout: readHeaderTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(s.cfg.Log.Handler(), slog.LevelWarn),
	}
	s.medicine.begin() // not before: what makes the service ready would wait for a processor
	return nil
}

func (s *Service) handler(m prepared) (http.Handler, error) {
	if m.err != nil {
		return nil, m.err
	}
	var (
		web    http.Handler
		err    error
		inside = &within{} // set below: page and interface know each other
	)
	if s.cfg.Web != nil {
		client := &http.Client{Transport: inside, Timeout: insideTimeout}
		if web, err = s.cfg.Web(s.URL()+api.BasePath, client); err != nil {
			return nil, fmt.Errorf("web client: %w", err)
		}
	}
	metrics := obs.NewMetrics()
	if st, ok := s.store.(store.Watched); ok {
		watchStore(metrics, st)
	}
	kept := measured{s.store.Consultations(), metrics}
	if s.limits, err = openLimits(s.cfg, metrics); err != nil {
		return nil, err
	}
	consultations := consult.NewServiceSoon(m.interview, kept, s.cfg.Now, observer{metrics})
	inside.handler, err = httpapi.New(httpapi.Config{
		Auth:          auth.NewAuthenticator(s.store.Partners(), s.signer),
		Limiter:       s.limits,
		Consultations: consultations,
		Consents:      s.store.Consents(),
		Events:        s.store.Events(),
		Records:       s.store.Consultations(),
		Recorder:      consultations,
		Reviews:       consultations,
		Base:          m.base,
		Search:        m.search,
		Ready:         s.ready,
		Modes:         func() map[string]string { return map[string]string{"rate_limits": s.limits.mode()} },
		Audit:         s.audit,
		Web:           web,
		Metrics:       metrics,
		Log:           s.cfg.Log,
		Now:           s.cfg.Now,
	})
	return inside.handler, err
}

// ready is false from the first moment of a shutdown, so that a load balancer looks elsewhere.
func (s *Service) ready(ctx context.Context) error {
	if s.stopping.Load() {
		return errors.New("shutting down")
	}
	return s.store.Ping(ctx)
}

// Addr is the bound address, host:port.
func (s *Service) Addr() string { return s.listener.Addr().String() }

// URL is the service's address for a client on this machine, without a path.
func (s *Service) URL() string {
	scheme := "http://"
	if s.cfg.TLSCert != "" {
		scheme = "https://"
	}
	addr, _ := s.listener.Addr().(*net.TCPAddr)
	if addr != nil && addr.IP.IsUnspecified() {
		return fmt.Sprintf("%slocalhost:%d", scheme, addr.Port)
	}
	return scheme + s.Addr()
}

// Store is the service's store, for commands and tests that share its process. It closes with the service.
func (s *Service) Store() store.Store { return s.store }

// Run serves until ctx is done, then lets the requests under way end, up to Config.Grace, and closes everything.
// It returns nil after an orderly end. A service runs once.
func (s *Service) Run(ctx context.Context) error {
	s.cfg.Log.InfoContext(ctx, "serving", slog.String("address", s.Addr()), slog.Any("config", s.cfg))
	upkeep, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { s.upkeep(upkeep) })
	wg.Go(func() { webhook.NewSender(s.store.Webhooks(), s.cfg.Now, s.cfg.Log).Run(upkeep) })
	failed := make(chan error, 1)
	go func() { failed <- s.server.Serve(s.incoming) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = s.shutdown(ctx)
	}
	stop()
	wg.Wait()
	return errors.Join(err, s.Close())
}

func (s *Service) shutdown(ctx context.Context) error {
	s.stopping.Store(true)
	s.cfg.Log.InfoContext(ctx, "shutting down")
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.Grace)
	defer cancel()
	if err := s.server.Shutdown(grace); err != nil {
		return errors.Join(fmt.Errorf("shutdown: %w", err), s.server.Close())
	}
	return nil
}

// Close frees what New took. After Run it does nothing.
func (s *Service) Close() error {
	var errs []error
	s.once.Do(func() {
		if s.listener != nil {
			if err := s.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
				errs = append(errs, err)
			}
		}
		if s.limits != nil {
			errs = append(errs, s.limits.close())
		}
		if s.store != nil {
			errs = append(errs, s.store.Close())
		}
	})
	return errors.Join(errs...)
}

// observer counts what happens in consultations.
type observer struct{ m *obs.Metrics }

func (o observer) Started()              { o.m.ConsultationStarted() }
func (o observer) Turned()               { o.m.Turn() }
func (o observer) Finished(level string) { o.m.ConsultationEnded(level) }

func (o observer) Weighed(call string, took time.Duration) { o.m.Weighed(call, took) }
