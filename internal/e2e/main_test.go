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
	kills  = flag.Int("kills", 40, "how often TestKill kills the service")
)

// childEnv makes the test binary serve on the SQLite file that it names, until it is killed.
const childEnv = "ANAMNESIS_E2E_DATABASE"

func TestMain(m *testing.M) {
	if file := os.Getenv(childEnv); file != "" {
		if err := serve(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	closeStage()
	os.Exit(code)
}

// serve says where it serves, in one line.
func serve(file string) error {
	ctx := context.Background()
	service, err := app.New(ctx, app.Config{Listen: "127.0.0.1:0", Database: "sqlite:" + file})
	if err != nil {
		return err
	}
	fmt.Println(service.URL())
	return service.Run(ctx)
}
