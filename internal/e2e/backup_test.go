package e2e

import (
	"database/sql"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/app"

	_ "modernc.org/sqlite"
)

// TestBackupAndRestore takes a backup as docs/storage.md says, while people answer, and restores it: what was
// acknowledged before the backup began is there to the byte, and its tokens work.
func TestBackupAndRestore(t *testing.T) {
	dsn := database(t)
	s, err := start(dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	before := make([]*driver, 3)
	for i := range before {
		d := &driver{caller: s.caller(), rand: rand.New(rand.NewPCG(5, uint64(i))), rounds: map[string]int{}}
		for len(d.before) < 4 {
			if err := d.turn(); err != nil {
				t.Fatal(err)
			}
		}
		before[i] = d
	}
	meanwhile := newCrew(t, s.URL(), s.creds, 3)
	for begin := time.Now(); meanwhile.turns.Load() < 30 && time.Since(begin) < 20*time.Second; time.Sleep(time.Millisecond) {
	}
	restored := backup(t, dsn)
	if meanwhile.rest() == 0 {
		t.Error("nobody answered during the backup")
	}
	for i, err := range meanwhile.errs {
		if err != nil {
			t.Errorf("driver %d: %v", i, err)
		}
	}
	again, err := startWith(app.Config{Database: restored, DatabaseTimeout: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer again.stop()
	for i, d := range before {
		d.caller = newCaller(again.URL(), s.creds)
		if err := d.settle(); err != nil {
			t.Errorf("driver %d: %v", i, err)
		}
		for d.token != "" {
			if err := d.turn(); err != nil {
				t.Fatalf("driver %d goes on: %v", i, err)
			}
		}
	}
}

// backup makes a backup of a database in use and restores it to another, which it names.
func backup(t *testing.T, dsn string) (restored string) {
	t.Helper()
	if path, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		file := filepath.Join(t.TempDir(), "backup.db")
		if _, err := db.Exec("VACUUM INTO ?", file); err != nil {
			t.Fatal(err)
		}
		return "sqlite:" + file
	}
	server, file := postgres.Server(t), filepath.Join(t.TempDir(), "backup")
	restored = postgres.Database(t)
	for _, args := range [][]string{
		{"pg_dump", "--format=custom", "--file=" + file, dsn},
		{"pg_restore", "--exit-on-error", "--no-owner", "--dbname=" + restored, file},
	} {
		if out, err := exec.Command(filepath.Join(server.Bin(), args[0]), args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v %s", args[0], err, out)
		}
	}
	return restored
}
