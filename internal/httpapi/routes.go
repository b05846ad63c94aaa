package httpapi

import (
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"anamnesis/api"
	"anamnesis/internal/auth"
)

// route is one operation of the interface.
type route struct {
	method  string
	pattern string
	budget  time.Duration
	guards  []guard // run in this order, before the body is read
	do      endpoint
}

// routes are all operations with their guards beside them.
func (s *server) routes() []route {
	const v1, v4 = api.BasePath, api.PortalPath
	var (
		open     = []guard(nil)
		keyed    = []guard{s.apiKey, s.limit}
		initial  = append(slices.Clone(keyed), s.token(auth.KindInitial))
		either   = append(slices.Clone(keyed), s.token(auth.KindInitial, auth.KindUpgraded))
		upgraded = append(slices.Clone(keyed), s.token(auth.KindUpgraded))
		turn     = append(slices.Clone(upgraded), s.arrive)
		login    = []guard{s.limitAddress}
		portal   = []guard{s.portal, s.limitPortal}
	)
	return []route{
		{"POST", v1 + "/login", api.BudgetTurn, keyed, handle(readLogin, s.login)},
		{"GET", v1 + "/terms", api.BudgetTerms, either, handle(readNothing, s.terms)},
		{"POST", v1 + "/terms", api.BudgetTerms, initial, handle(s.readAcceptance, s.accept)},

		{"POST", v1 + "/initial", api.BudgetTurn, turn, handle(readInitial, s.initial)},
		{"POST", v1 + "/chat", api.BudgetTurn, turn, s.chat},
		{"GET", v1 + "/chat", api.BudgetTurn, upgraded, handle(readNothing, s.state)},
		{"POST", v1 + "/step-back", api.BudgetTurn, turn, handle(readStepBack, s.stepBack)},
		{"GET", v1 + "/report", api.BudgetTurn, upgraded, handle(readNothing, s.report)},
		{"GET", v1 + "/report/reasons", api.BudgetTurn, upgraded, handle(readNothing, s.reportReasons)},
		{"GET", v1 + "/report.pdf", api.BudgetTurn, upgraded, handle(readNothing, s.reportPDF)},
		{"GET", v1 + "/report.fhir", api.BudgetTurn, upgraded, handle(readNothing, s.reportFHIR)},

		{"GET", v1 + "/symptom-search", api.BudgetSearch, upgraded, handle(readSearch, s.search)},
		{"GET", v1 + "/articles", api.BudgetArticle, upgraded, handle(readArticleIDs, s.articleList)},
		{"GET", v1 + "/article/{id}", api.BudgetArticle, upgraded, handle(readArticleID, s.article)},

		{"POST", v1 + "/analytics", api.BudgetTurn, upgraded, handle(readEvent, s.event)},
		{"POST", v1 + "/analytics/feedback", api.BudgetTurn, upgraded, handle(readFeedback, s.feedback)},

		{"POST", v4 + "/oauth/token", api.BudgetTurn, login, s.oauthToken},
		{"POST", v4 + "/analytics/query", api.BudgetRecords, portal, handle(readRange, s.records)},
		{"POST", v4 + "/analytics/overview", api.BudgetTurn, portal, handle(readRange, s.overview)},
		{"POST", v4 + "/analytics/replay", api.BudgetTurn, portal, handle(readReplay, s.replay)},
		{"GET", v4 + "/consultations/{sid}", api.BudgetTurn, portal, handle(readSID, s.export)},
		{"DELETE", v4 + "/consultations/{sid}", api.BudgetTurn, portal, handle(readSID, s.erase)},

		{"GET", "/openapi.yaml", api.BudgetTerms, open, s.docs.document},
		{"GET", "/docs", api.BudgetTerms, open, s.docs.page},
		{"GET", "/docs/{file}", api.BudgetTerms, open, s.docs.asset},
		{"GET", "/healthz", api.BudgetTerms, open, s.healthz},
		{"GET", "/readyz", api.BudgetTerms, open, s.readyz},
	}
}

// handler puts the routes on a mux. Patterns go without their method, so that a wrong one is answered in our form.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	methods := map[string]map[string]http.Handler{}
	for _, rt := range s.routes() {
		if methods[rt.pattern] == nil {
			methods[rt.pattern] = map[string]http.Handler{}
		}
		methods[rt.pattern][rt.method] = s.serve(rt)
	}
	for pattern, byMethod := range methods {
		mux.Handle(pattern, s.byMethod(pattern, byMethod))
	}
	mux.Handle("/metrics", s.byMethod("/metrics", map[string]http.Handler{http.MethodGet: s.Metrics.Handler()}))
	unknown := s.refuse("unmatched", errNoRoute)
	if s.Web == nil {
		mux.Handle("/", unknown)
	} else {
		mux.Handle("/", s.caught(s.Web))
		mux.Handle(api.BasePath+"/", unknown)
		mux.Handle(api.PortalPath+"/", unknown)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !canonical(r.URL.Path) { // the mux would redirect, with a body of its own
			unknown.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// byMethod picks the operation of a path. HEAD is GET where nothing but documents is served.
func (s *server) byMethod(pattern string, handlers map[string]http.Handler) http.Handler {
	var allowed []string
	for m := range handlers {
		allowed = append(allowed, m)
	}
	slices.Sort(allowed)
	wrong := s.refuse(pattern, &methodError{allow: strings.Join(allowed, ", ")})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m := r.Method
		if m == http.MethodHead && !strings.HasPrefix(pattern, api.BasePath) {
			m = http.MethodGet
		}
		if h := handlers[m]; h != nil {
			h.ServeHTTP(w, r)
			return
		}
		wrong.ServeHTTP(w, r)
	})
}

func canonical(p string) bool {
	if !strings.HasPrefix(p, "/") {
		return false
	}
	c := path.Clean(p)
	return c == p || c+"/" == p
}
