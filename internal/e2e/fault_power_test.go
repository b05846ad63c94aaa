package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"syscall"
	"testing"
	"time"

	"anamnesis/internal/auth"
)

// TestPowerCut takes the power away in the midst of turns, again and again: what was not synced is lost, or torn to
// sectors. No acknowledged answer may be missing afterwards.
func TestPowerCut(t *testing.T) {
	onDisk(t)
	image, cuts := t.TempDir(), howOften(3, 200)
	crew, seen := make([]*driver, 4), newWitness(t)
	for i := range crew {
		crew[i] = &driver{rand: rand.New(rand.NewPCG(8, uint64(i))), rounds: map[string]int{}}
	}
	var (
		d     *disk
		creds auth.Credentials
	)
	for round := range cuts {
		d = newDisk(t, image)
		if round == 0 {
			creds = newPartnerOn(t, d.dsn())
		}
		c := startChild(t, ownChild(d.dsn()))
		if !live(t, crew, c, creds, seen, time.Duration(2+rand.IntN(120))*time.Millisecond) { // kills it
			t.Fatalf("in round %d", round)
		}
		image = t.TempDir()
		d.tell("cut %s %d %v", image, round, []float64{0, .5, .9}[round%3])
		d.unmount()
	}
	d = newDisk(t, image)
	c := startChild(t, ownChild(d.dsn()))
	defer c.kill()
	total := settleAll(t, crew, c.url, creds, seen)
	checkRounds(t, c.url, creds, total.rounds)
	checkStored(t, d.dsn(), c.url, creds, total.tokens)
	seen.check(t)
	t.Logf("%d power cuts, %d consultations, %d acknowledged calls; of open fate: %d applied, %d not",
		cuts, len(total.rounds), total.answered, total.applied, total.dropped)
	if total.answered < cuts {
		t.Error("hardly anything was acknowledged")
	}
}

// TestDiskFails fills the disk under load, makes it read only, and has it fail, and gives it back each time: changes are
// answered 503 meanwhile, reads go on, and changes are taken again within a second, without a restart.
func TestDiskFails(t *testing.T) {
	onDisk(t)
	d := newDisk(t, t.TempDir())
	creds := newPartnerOn(t, d.dsn())
	c := startChild(t, ownChild(d.dsn()))
	defer c.kill()
	s := &server{dsn: d.dsn(), front: c.url, creds: creds}
	crew := newCrew(t, c.url, creds, 4)
	probe := crew.witness.watch(s.caller())
	token := probe.token(t)
	rounds := map[string]int{sid(token): 0}
	if out, err := probe.send("POST", v1+"/initial", token, complaint); err != nil || out.status != http.StatusOK {
		t.Fatal(out.status, err)
	}
	for _, f := range []struct{ name, command string }{
		{"full", "room 50000"},
		{"read only", fmt.Sprint("fail ", int(syscall.EROFS))},
		{"failing", fmt.Sprint("fail ", int(syscall.EIO))},
	} {
		time.Sleep(200 * time.Millisecond)
		d.tell("%s", f.command)
		refusals := untilStatus(t, probe, token, http.StatusServiceUnavailable)
		for range 5 {
			if out, err := probe.send("GET", v1+"/chat", token, ""); err != nil || out.status != http.StatusOK {
				t.Errorf("%s: a read gives %d %s %v", f.name, out.status, out.body, err)
			}
		}
		time.Sleep(300 * time.Millisecond)
		d.tell("well")
		took := untilStatus(t, probe, token, http.StatusOK)
		t.Logf("%s: refused after %v; taken again after %v", f.name, refusals.Round(time.Millisecond), took.Round(time.Millisecond))
		if took > time.Duration(howOften(5, 1))*time.Second { // the short form runs on machines that are busy with more
			t.Errorf("%s: changes are taken again after %v", f.name, took)
		}
		crew.settled()
	}
	answered := crew.rest()
	crew.check(t, s, rounds)
	got := crew.witness.statuses()
	t.Logf("%d acknowledged calls; of open fate: %d applied, %d not; responses by status: %v", answered, crew.applied, crew.dropped, got)
	for status := range got {
		if status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable {
			t.Errorf("%d answers of %d", got[status], status)
		}
	}
}

// untilStatus makes a harmless change until it is answered so, and says how long that took.
func untilStatus(t *testing.T, c *caller, token string, status int) time.Duration {
	t.Helper()
	begin := time.Now()
	for time.Since(begin) < 20*time.Second {
		out, err := c.send("POST", v1+"/analytics/feedback", token, `{"stars":5,"message":"`+fmt.Sprintf("%0500d", time.Now().UnixNano())+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		if out.status == status {
			return time.Since(begin)
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("no answer of %d", status)
	return 0
}

func onDisk(t *testing.T) {
	if *storeName == onPostgres {
		t.Skip("SQLite's disk")
	}
}

func (d *disk) dsn() string { return "sqlite:" + d.dir + "/x.db" }

// settleAll holds a service to all that a crew was acknowledged, and adds up.
func settleAll(t *testing.T, crew []*driver, url string, creds auth.Credentials, seen *witness) *driver {
	t.Helper()
	total := &driver{rounds: map[string]int{}}
	for _, d := range crew {
		d.caller = seen.watch(newCaller(url, creds))
		if err := d.settle(); err != nil {
			t.Error(err)
		}
		total.tokens = append(total.tokens, d.tokens...)
		total.applied, total.dropped, total.answered = total.applied+d.applied, total.dropped+d.dropped, total.answered+d.answered
		for id, n := range d.rounds {
			total.rounds[id] = n
		}
	}
	return total
}
