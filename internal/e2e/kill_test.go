package e2e

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/auth"
)

// drivers are the people who are in a consultation when a service is killed.
func drivers() int { return howOften(4, 64) }

// TestKill kills a service with SIGKILL again and again, by turns while nothing is under way and
// in the midst of turns, and holds the next one on the same database to all that was acknowledged.
func TestKill(t *testing.T) {
	dsn, creds := newDatabase(t)
	crew, seen := make([]*driver, drivers()), newWitness(t)
	for i := range crew {
		crew[i] = &driver{rand: rand.New(rand.NewPCG(7, uint64(i))), rounds: map[string]int{}}
	}
	var ready, whole []time.Duration // from the start of a process to its being ready, to its indexes being made
	for life := range *kills {
		if end, ok := t.Deadline(); ok && time.Until(end) < 4*time.Minute { // of which other tests need some
			t.Errorf("no time for more than %d kills of %d", life, *kills)
			break
		}
		begin := time.Now()
		c := beginChild(t, ownChild(dsn))
		awaitReady(t, c.url)
		ready = append(ready, time.Since(begin))
		c.prepared(t)
		whole = append(whole, time.Since(begin))
		during := life%2 == 1
		after := time.Duration(0)
		if during {
			after = time.Duration(2+rand.IntN(60)) * time.Millisecond
		}
		if !live(t, crew, c, creds, seen, after) {
			c.kill()
			t.Fatalf("in life %d", life)
		}
	}
	c := startChild(t, ownChild(dsn))
	defer c.kill()
	total := settleAll(t, crew, c.url, creds, seen)
	checkRounds(t, c.url, creds, total.rounds)
	checkStored(t, dsn, c.url, creds, total.tokens)
	seen.check(t)
	t.Logf("%d kills, %d consultations, %d acknowledged calls; of open fate: %d applied before the kill, %d not",
		len(ready), len(total.rounds), total.answered, total.applied, total.dropped)
	t.Logf("%d clients; ready after the start: %s; all indexes made: %s", len(crew), spread(ready), spread(whole))
	if *kills >= 24 && total.applied+total.dropped == 0 {
		t.Error("no kill met a turn under way")
	}
}

// spread says how durations lie.
func spread(d []time.Duration) string {
	slices.Sort(d)
	at := func(percent int) time.Duration { return d[min(len(d)*percent/100, len(d)-1)].Round(time.Millisecond) }
	return fmt.Sprintf("median %v, 95 %% %v, slowest %v", at(50), at(95), at(100))
}

// awaitReady returns when the service says that it is ready.
func awaitReady(t testing.TB, url string) {
	t.Helper()
	c := newCaller(url, auth.Credentials{})
	defer c.http.CloseIdleConnections()
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(time.Millisecond) {
		if r, err := c.send("GET", "/readyz", "", ""); err == nil && r.status == http.StatusOK {
			return
		}
	}
	t.Fatal("the service is not ready")
}

// live lets the crew settle and work until the service is killed: after so long, or, where that is
// 0, when all have rested.
func live(t *testing.T, crew []*driver, c *child, creds auth.Credentials, seen *witness, after time.Duration) bool {
	t.Helper()
	var (
		wg      sync.WaitGroup
		settled sync.WaitGroup
		errs    = make([]error, len(crew))
	)
	settled.Add(len(crew))
	for i, d := range crew {
		d.caller = seen.watch(newCaller(c.url, creds))
		wg.Go(func() {
			errs[i] = d.settle()
			settled.Done()
			for n := 0; errs[i] == nil && (after > 0 || n < howOften(5, 1)); n++ {
				errs[i] = d.turn()
			}
		})
	}
	settled.Wait()
	if after > 0 {
		time.Sleep(after)
	} else {
		wg.Wait()
	}
	c.kill()
	wg.Wait()
	ok := true
	for i, err := range errs {
		if err != nil && !(after > 0 && errors.Is(err, errDead)) {
			t.Errorf("driver %d: %v", i, err)
			ok = false
		}
		crew[i].http.CloseIdleConnections()
	}
	return ok
}

// checkRounds holds the records of all consultations against the answers that stand.
func checkRounds(t *testing.T, url string, creds auth.Credentials, want map[string]int) {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: url + v1, PartnerID: creds.PartnerID, Secret: creds.Secret, APIKey: creds.APIKey})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	now := time.Now().UTC()
	err = c.Records(context.Background(), now.AddDate(0, 0, -1), now, func(r api.Record) error {
		got[r.ConversationID] = r.RoundsCount
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, n := range want {
		if rounds, ok := got[id]; !ok || rounds != n {
			t.Errorf("consultation %s: %d rounds (there: %v), %d were acknowledged", id, rounds, ok, n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d records of %d consultations", len(got), len(want))
	}
}
