package sqlite

import (
	"log/slog"
	"runtime"
	"time"
)

// Options tune a store; the zero value is good for a server.
type Options struct {
	Readers         int           // connections that read; 0 is 4 or GOMAXPROCS, whichever is more
	Recent          int           // consultations kept in memory, at most; 0 is 4096
	MaxBatch        int           // writes in one transaction; 0 is 1024
	BusyTimeout     time.Duration // how long to wait for another process' lock, whole milliseconds; 0 is 5 s
	CheckpointEvery time.Duration // how often the log is copied into the database file; 0 is 200 ms
	Log             *slog.Logger  // failures of background work; nil drops them
}

func (o Options) withDefaults() Options {
	if o.Readers <= 0 {
		o.Readers = max(4, runtime.GOMAXPROCS(0))
	}
	if o.Recent <= 0 {
		o.Recent = 4096
	}
	if o.MaxBatch <= 0 {
		o.MaxBatch = 1024
	}
	if o.BusyTimeout <= 0 {
		o.BusyTimeout = 5 * time.Second
	}
	if o.CheckpointEvery <= 0 {
		o.CheckpointEvery = 200 * time.Millisecond
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
