package main

import (
	"context"
	"os"
	"runtime/debug"

	"anamnesis/internal/app"
)

// Percentages of heap growth between collections. Building the indexes makes much garbage once,
// and serving little: so few collections at the start, and twice the usual number afterwards, which is still no more
// than two a second of some 20 ms each where both processors are busy with turns. GOGC, where it is set, is left alone.
const (
	gcStarting = 800
	gcServing  = 50
)

// startService assembles a service and gives back the memory that its start took, beside the first requests, which
// need not wait for it.
func startService(ctx context.Context, cfg app.Config) (*app.Service, error) {
	if os.Getenv("GOGC") != "" {
		return app.New(ctx, cfg)
	}
	debug.SetGCPercent(gcStarting)
	service, err := app.New(ctx, cfg)
	if err != nil {
		return nil, err
	}
	go func() {
		service.Prepare()
		debug.SetGCPercent(gcServing)
		debug.FreeOSMemory()
	}()
	return service, nil
}
