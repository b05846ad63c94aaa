package e2e

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"testing"

	"anamnesis/internal/app"
)

var (
	update = flag.Bool("update", false, "rewrite the golden transcripts")
	kills  = flag.Int("kills", 14, "how often TestKill kills the service")
)

// childEnv makes the test binary serve on the database that it names, until it is killed or its parent is gone; the
// others say where, if not on a free port, and where limits are counted, if not in memory.
const (
	childEnv       = "ANAMNESIS_E2E_DATABASE"
	childListenEnv = "ANAMNESIS_E2E_LISTEN"
	childLimitsEnv = "ANAMNESIS_E2E_RATE_LIMITS"
)

// prepared is a child's second line.
const prepared = "prepared"

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

// endWithParent ends this process when its standard input does, which startChild holds.
func endWithParent() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

// serve says in its first line where it serves, and in its second that all it takes to answer is made.
func serve(dsn string) error {
	ctx := context.Background()
	go endWithParent()
	cfg := app.Config{Listen: cmp.Or(os.Getenv(childListenEnv), "127.0.0.1:0"), RateLimits: os.Getenv(childLimitsEnv)}
	cfg.Database, cfg.DatabaseTimeout, cfg.DatabaseWait = dsn, patience, 4*patience
	cfg.EncryptionKey = masterKey
	debug.SetGCPercent(800) // as the command does while it starts
	service, err := app.New(ctx, cfg)
	if err != nil {
		return err
	}
	fmt.Println(service.URL())
	go func() {
		service.Prepare()
		debug.SetGCPercent(100)
		debug.FreeOSMemory()
		fmt.Println(prepared)
	}()
	return service.Run(ctx)
}
