package obs

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics is everything the service counts, in a registry of its own, so that two services in one process (as in
// tests) do not meet. All names begin with anamnesis_; go_ and process_ come with the client library. Labels take few
// values, each written in the code or configured: never anything out of a request's body, path or query. Safe for
// concurrent use.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec   // route, method, status
	latency    *prometheus.HistogramVec // route
	inFlight   prometheus.Gauge
	started    prometheus.Counter
	ended      *prometheus.CounterVec // triage
	turns      prometheus.Counter
	rejections *prometheus.CounterVec   // limit
	storeOps   *prometheus.HistogramVec // op, result
	engine     *prometheus.HistogramVec // call
}

// NewMetrics makes a registry with every metric of the service in it.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: counterVec("http_requests_total", "Requests answered, by route pattern, method and class of status.",
			"route", "method", "status"),
		latency: histogramVec("http_request_duration_seconds", "Time from the request's arrival to the last byte written.",
			latencyBuckets(), "route"),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "anamnesis_http_requests_in_flight",
			Help: "Requests being answered now."}),
		started: counter("consultations_started_total", "Consultations begun with an initial symptom."),
		ended:   counterVec("consultations_ended_total", "Consultations ended, by triage level.", "triage"),
		turns:   counter("turns_total", "Answers applied to a consultation."),
		rejections: counterVec("ratelimit_rejections_total", "Requests refused by the rate limiter, by the limit that refused.",
			"limit"),
		storeOps: histogramVec("store_operation_duration_seconds", "Time of one operation of the store, by result ok or error.",
			storeBuckets(), "op", "result"),
		engine: histogramVec("engine_duration_seconds", "Time in which the engine worked out what an answer means and what comes next, by call.",
			storeBuckets(), "call"),
	}
	m.registry.MustRegister(m.requests, m.latency, m.inFlight, m.started, m.ended, m.turns, m.rejections, m.storeOps, m.engine,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers a scrape.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// Registry takes further collectors, such as a connection pool's.
func (m *Metrics) Registry() *prometheus.Registry { return m.registry }

// ConsultationStarted counts a consultation begun.
func (m *Metrics) ConsultationStarted() { m.started.Inc() }

// ConsultationEnded counts a consultation ended; triage is the triage level's id, one of the few that exist.
func (m *Metrics) ConsultationEnded(triage string) { m.ended.WithLabelValues(triage).Inc() }

// Turn counts an answer applied.
func (m *Metrics) Turn() { m.turns.Inc() }

// RateLimited counts a request refused; limit is what ratelimit.Decision.Rejection names.
func (m *Metrics) RateLimited(limit string) { m.rejections.WithLabelValues(limit).Inc() }

// Weighed records how long the engine worked for a call: turn or report.
func (m *Metrics) Weighed(call string, took time.Duration) {
	m.engine.WithLabelValues(call).Observe(took.Seconds())
}

// StoreOp records one operation of the store, named after its method, that took d and ended with err. An outcome that
// the contract expects, such as not found, is for the caller to pass as nil.
func (m *Metrics) StoreOp(op string, d time.Duration, err error) {
	result := "ok"
	if err != nil {
		result = "error"
	}
	m.storeOps.WithLabelValues(op, result).Observe(d.Seconds())
}

// latencyBuckets span 0.5 ms, a turn without waiting, to 20 s, the longest budget of an endpoint; 3, 5 and 10 s are
// budgets too.
func latencyBuckets() []float64 {
	return []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 3, 5, 10, 20}
}

// storeBuckets span 50 µs, a cached read, to 2.5 s, a disk in trouble.
func storeBuckets() []float64 {
	return []float64{.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 2.5}
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: "anamnesis_" + name, Help: help})
}

func counterVec(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: "anamnesis_" + name, Help: help}, labels)
}

func histogramVec(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "anamnesis_" + name, Help: help, Buckets: buckets}, labels)
}
