package sqlite

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"anamnesis/internal/store"
)

var crashRounds = flag.Int("crash.rounds", 30, "how often TestCrash kills the writing process")

const (
	crashPath  = "ANAMNESIS_TEST_CRASH_PATH" // set for the child: the database to write to
	crashRound = "ANAMNESIS_TEST_CRASH_ROUND"
	crashSIDs  = 8 // goroutines of the child, each with a consultation of its own
)

func TestMain(m *testing.M) {
	if path := os.Getenv(crashPath); path != "" {
		if err := crashChild(path, os.Getenv(crashRound)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// crashChild writes until it is killed, and says on stdout what was acknowledged: "u sid version" and "e sid name".
func crashChild(path, round string) error {
	s, err := Open(context.Background(), path, Options{CheckpointEvery: 5 * time.Millisecond})
	if err != nil {
		return err
	}
	failed := make(chan error)
	for i := range crashSIDs {
		go func() { failed <- crashWriter(s, crashSID(i), round) }()
	}
	return <-failed
}

func crashSID(i int) string { return fmt.Sprint("sid", i) }

func crashWriter(s *Store, sid, round string) error {
	ctx, cs, at := context.Background(), s.Consultations(), time.Unix(1_700_000_000, 0)
	c, err := cs.Get(ctx, sid)
	if errors.Is(err, store.ErrNotFound) {
		c = store.Consultation{SID: sid, PartnerID: "p", Started: at, Updated: at, State: number(1)}
		err = cs.Create(ctx, c, &store.Reply{KeyHash: number(1), Body: number(1)})
		c.Version = 1
		fmt.Printf("u %s 1\n", sid)
	}
	for n := 0; err == nil; n++ {
		next := number(c.Version + 1)
		err = cs.Update(ctx, sid, c.Version, store.Change{State: next, At: at, Reply: &store.Reply{KeyHash: next, Body: next}})
		if err != nil {
			break
		}
		c.Version++
		fmt.Printf("u %s %d\n", sid, c.Version)
		name := fmt.Sprintf("%s-%d", round, n)
		if err = s.Events().AddEvent(ctx, store.Event{SID: sid, PartnerID: "p", Name: name, At: at}); err == nil {
			fmt.Printf("e %s %s\n", sid, name)
		}
	}
	return err
}

// number pads so that states grow and span pages, as real ones do.
func number(n int64) []byte { return fmt.Appendf(nil, "%0*d", 500+n%3000, n) }

// acknowledged is what the child said, and so must be there.
type acknowledged struct {
	versions map[string]int64
	events   map[string]map[string]bool
	total    int
}

// TestCrash kills a writing process at random moments, while it opens the database too. After each few kills every
// acknowledged write must be there, each whole and none twice.
func TestCrash(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	path := filepath.Join(t.TempDir(), "crash.db")
	a := &acknowledged{versions: map[string]int64{}, events: map[string]map[string]bool{}}
	for i := range crashSIDs {
		a.events[crashSID(i)] = map[string]bool{}
	}
	for round := range *crashRounds {
		a.killOne(t, path, round)
		if round%3 == 2 || round == *crashRounds-1 { // not each time, so that logs of killed processes meet killed successors
			a.verify(t, path)
		}
	}
	t.Logf("%d acknowledged writes over %d kills", a.total, *crashRounds)
	if a.total < *crashRounds {
		t.Errorf("only %d acknowledged writes: the test did not test", a.total)
	}
}

// killOne runs a child and kills it: one time in four at a moment after its start, else after its first write.
func (a *acknowledged) killOne(t *testing.T, path string, round int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), crashPath+"="+path, crashRound+"="+strconv.Itoa(round))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	later := time.Duration(rand.IntN(60_000)) * time.Microsecond
	lines := bufio.NewScanner(out)
	if round%4 == 0 {
		time.AfterFunc(later, func() { _ = cmd.Process.Kill() })
	}
	for n := 0; lines.Scan(); n++ {
		if n == 0 && round%4 != 0 {
			time.AfterFunc(later, func() { _ = cmd.Process.Kill() })
		}
		a.note(t, lines.Text())
	}
	if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Fatalf("round %d: the child ended by itself: %v", round, err)
	}
}

func (a *acknowledged) note(t *testing.T, line string) {
	t.Helper()
	var kind, sid, what string
	if n, err := fmt.Sscan(line, &kind, &sid, &what); n != 3 {
		t.Fatalf("line %q: %v", line, err)
	}
	a.total++
	if kind == "e" {
		a.events[sid][what] = true
		return
	}
	version, err := strconv.ParseInt(what, 10, 64)
	if err != nil || version <= a.versions[sid] {
		t.Fatalf("line %q after version %d: %v", line, a.versions[sid], err)
	}
	a.versions[sid] = version
}

func (a *acknowledged) verify(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for sid, events := range a.events {
		a.verifyVersion(t, s, sid)
		seen := map[string]int{}
		all, err := s.Events().Events(t.Context(), sid)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if seen[e.Name]++; seen[e.Name] > 1 {
				t.Errorf("%s: event %s is there twice", sid, e.Name)
			}
		}
		for name := range events {
			if seen[name] == 0 {
				t.Errorf("%s: acknowledged event %s is lost", sid, name)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	checkIntegrity(t, path)
}

// verifyVersion allows what was acknowledged and, for each kill since the last look, one write that was under way.
func (a *acknowledged) verifyVersion(t *testing.T, s *Store, sid string) {
	t.Helper()
	c, err := s.Consultations().Get(t.Context(), sid)
	if errors.Is(err, store.ErrNotFound) && a.versions[sid] == 0 {
		return
	}
	if err != nil {
		t.Fatalf("%s, acknowledged at version %d: %v", sid, a.versions[sid], err)
	}
	if c.Version < a.versions[sid] || c.Version > a.versions[sid]+3 {
		t.Errorf("%s is at version %d, acknowledged %d", sid, c.Version, a.versions[sid])
	}
	if string(c.State) != string(number(c.Version)) {
		t.Errorf("%s at version %d has another version's state", sid, c.Version)
	}
	for v := int64(1); v <= c.Version; v++ {
		body, err := s.Consultations().Reply(t.Context(), sid, number(v))
		if err != nil || string(body) != string(number(v)) {
			t.Errorf("%s: reply of version %d: error %v", sid, v, err)
		}
	}
	if _, err := s.Consultations().Reply(t.Context(), sid, number(c.Version+1)); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%s: a reply of version %d without its state, error %v", sid, c.Version+1, err)
	}
	a.versions[sid] = c.Version
}
