package app

import (
	"context"
	"errors"
	"time"

	"anamnesis/internal/obs"
	"anamnesis/internal/store"

	"github.com/prometheus/client_golang/prometheus"
)

// measured is consultations whose turns are timed.
type measured struct {
	store.Consultations
	m *obs.Metrics
}

// done records an operation begun then. What the contract has happen in the course of things is no error.
func (c measured) done(op string, begin time.Time, err error) {
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrExists) || errors.Is(err, context.Canceled) {
		err = nil
	}
	c.m.StoreOp(op, time.Since(begin), err)
}

// Get implements store.Consultations.
func (c measured) Get(ctx context.Context, sid string) (store.Consultation, error) {
	begin := time.Now()
	v, err := c.Consultations.Get(ctx, sid)
	c.done("get", begin, err)
	return v, err
}

// Create implements store.Consultations.
func (c measured) Create(ctx context.Context, v store.Consultation, r *store.Reply) error {
	begin := time.Now()
	err := c.Consultations.Create(ctx, v, r)
	c.done("create", begin, err)
	return err
}

// Update implements store.Consultations.
func (c measured) Update(ctx context.Context, sid string, version int64, change store.Change) error {
	begin := time.Now()
	err := c.Consultations.Update(ctx, sid, version, change)
	c.done("update", begin, err)
	return err
}

// watchStore puts queues and connections of a store that tells of them into the metrics.
func watchStore(m *obs.Metrics, st store.Watched) {
	gauge := func(name, help, label, value string, of func(store.Busy) int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "anamnesis_" + name, Help: help, ConstLabels: prometheus.Labels{label: value}},
			func() float64 { return float64(of(st.Busy())) })
	}
	const queue, connections = "Calls that wait for the store.", "Connections of the store, at work and at most."
	m.Registry().MustRegister(
		gauge("store_queue", queue, "of", "writes", func(b store.Busy) int { return b.Writes }),
		gauge("store_queue", queue, "of", "loads", func(b store.Busy) int { return b.Loads }),
		gauge("store_connections", connections, "state", "used", func(b store.Busy) int { return b.Used }),
		gauge("store_connections", connections, "state", "most", func(b store.Busy) int { return b.Most }),
	)
}
