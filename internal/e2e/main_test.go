package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"anamnesis/internal/app"
)

var (
	update = flag.Bool("update", false, "rewrite the golden transcripts")
	kills  = flag.Int("kills", 14, "how often TestKill kills the service")
)

// childEnv makes the test binary serve on the database that it names, until it is killed.
const childEnv = "ANAMNESIS_E2E_DATABASE"

func TestMain(m *testing.M) {
	if dsn := os.Getenv(childEnv); dsn != "" {
		if err := serve(dsn); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if dir := os.Getenv(diskEnv); dir != "" {
		if err := serveDisk(dir, os.Getenv(diskImageEnv)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	os.Exit(runStores(m))
}

// serve says where it serves, in one line.
func serve(dsn string) error {
	ctx := context.Background()
	cfg := app.Config{Listen: "127.0.0.1:0", Database: dsn, DatabaseTimeout: patience}
	cfg.EncryptionKey = masterKey
	service, err := app.New(ctx, cfg)
	if err != nil {
		return err
	}
	fmt.Println(service.URL())
	return service.Run(ctx)
}
