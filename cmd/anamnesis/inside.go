package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"
)

// inside runs a service in this program on a free port, with a database that is removed at the
// end, and gives what a client needs to talk to it. The terminal so takes the same way as any partner.
func inside(ctx context.Context, language string) (client.Config, func(), error) {
	dir, err := os.MkdirTemp("", "anamnesis-consult-")
	if err != nil {
		return client.Config{}, nil, err
	}
	cfg := app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + filepath.Join(dir, "consult.db")}
	c, stop, err := insideAt(ctx, cfg, language)
	if err != nil {
		return client.Config{}, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return c, func() { stop(); os.RemoveAll(dir) }, nil
}

func insideAt(ctx context.Context, cfg app.Config, language string) (client.Config, func(), error) {
	service, err := app.New(ctx, cfg)
	if err != nil {
		return client.Config{}, nil, err
	}
	creds, err := app.CreatePartner(ctx, service.Store(), app.NewPartner{Name: "terminal", Languages: []string{language}}, time.Now())
	if err != nil {
		return client.Config{}, nil, errors.Join(err, service.Close())
	}
	running, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = service.Run(running) // its end is our stop; an early one shows in the next call
	}()
	c := client.Config{BaseURL: service.URL() + api.BasePath, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey, Language: language}
	return c, func() { cancel(); <-done }, nil
}
