package e2e

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"anamnesis/internal/store/postgres/pgtest"
)

// The stores that the suite runs on.
const (
	onSQLite   = "sqlite"
	onPostgres = "postgres"
)

var storeName = flag.String("store", "", "the store to run on, sqlite or postgres; both where it is not given")

// postgres is this binary's server.
var postgres pgtest.Shared

// database makes an empty database of the store under test and returns its DSN.
func database(t testing.TB) string {
	t.Helper()
	if *storeName == onPostgres {
		return postgres.Database(t)
	}
	return "sqlite:" + t.TempDir() + "/e2e.db"
}

// runStores runs all tests on the store that -store names, or on SQLite here and then on PostgreSQL in a process of
// its own, so that every test of the package is one of both. Benchmarks and -update are SQLite's where nothing is said.
func runStores(m *testing.M) int {
	measure := flag.Lookup("test.bench").Value.String() != ""
	both := *storeName == "" && !*update && !measure
	postgres.Durable = measure
	if *storeName == "" {
		*storeName = onSQLite
	}
	code := m.Run()
	if err := errors.Join(closeStage(), postgres.Close()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if !both {
		return code
	}
	args := []string{"-store=" + onPostgres}
	for _, arg := range os.Args[1:] {
		if !strings.HasPrefix(arg, "-test.testlogfile") && !strings.Contains(arg, "profile") { // files of this process
			args = append(args, arg)
		}
	}
	other := exec.Command(os.Args[0], args...)
	other.Stdout, other.Stderr = os.Stdout, os.Stderr
	if err := other.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "the tests above failed on PostgreSQL:", err)
		code = max(code, 1)
	}
	return code
}
