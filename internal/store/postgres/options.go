package postgres

import (
	"log/slog"
	"time"
)

// Limits of Options.
const (
	MinConnections     = 4 // loads, writes, and two for the rest
	MaxConnections     = 1000
	DefaultConnections = 10
	DefaultTimeout     = 900 * time.Millisecond
)

// Options tune a store; the zero value is good for a server.
type Options struct {
	MaxConnections int           // of this process, MinConnections to MaxConnections; 0 is DefaultConnections
	MaxBatch       int           // reads or writes in one group; 0 is 512
	Timeout        time.Duration // how long a call waits for the database; 0 is DefaultTimeout
	Wait           time.Duration // how long Open waits for a database that cannot be reached; 0 tries once
	Log            *slog.Logger  // the database away and back, failures of background work; nil drops them
}

func (o Options) withDefaults() Options {
	if o.MaxConnections == 0 {
		o.MaxConnections = DefaultConnections
	}
	o.MaxConnections = min(max(o.MaxConnections, MinConnections), MaxConnections)
	if o.MaxBatch <= 0 {
		o.MaxBatch = 512
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
