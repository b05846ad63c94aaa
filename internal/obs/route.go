package obs

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Route counts the requests of one route. It is made once, when the route is registered, so that a request looks no
// label up.
type Route struct {
	inFlight prometheus.Gauge
	latency  prometheus.Observer
	status   [6]prometheus.Counter // by status/100; 0 is "other"
}

// Route makes the counters of a route from its method and its pattern, such as "/api/v1/article/{id}". For what
// matches no route pass a word like "unmatched", never the path. A method that HTTP does not define counts as "other".
func (m *Metrics) Route(method, pattern string) *Route {
	r := &Route{inFlight: m.inFlight, latency: m.latency.WithLabelValues(pattern)}
	method = knownMethod(method)
	for class, name := range [...]string{"other", "1xx", "2xx", "3xx", "4xx", "5xx"} {
		r.status[class] = m.requests.WithLabelValues(pattern, method, name)
	}
	return r
}

// Start counts a request in; call Done on every Start, also after a panic.
func (r *Route) Start() { r.inFlight.Inc() }

// Done counts a request out that was answered with an HTTP status after d.
func (r *Route) Done(status int, d time.Duration) {
	r.inFlight.Dec()
	r.latency.Observe(d.Seconds())
	class := status / 100
	if class < 1 || class > 5 {
		class = 0
	}
	r.status[class].Inc()
}

func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return method
	}
	return "other"
}
