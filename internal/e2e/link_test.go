package e2e

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"testing"
	"time"

	"anamnesis/internal/app"
)

// TestLinkToTheDatabase makes the network between service and database slow, breaks its connections, and keeps all
// packets back or swallows them for a while.
func TestLinkToTheDatabase(t *testing.T) {
	if *storeName != onPostgres {
		t.Skip("a SQLite file has no network")
	}
	dsn, err := url.Parse(database(t))
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, dsn.Host)
	dsn.Host = p.Listen
	s, err := startWith(app.Config{Database: dsn.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	rounds := map[string]int{} // acknowledged, by sid
	for _, late := range []time.Duration{20 * time.Millisecond, 200 * time.Millisecond} {
		t.Run(fmt.Sprint("slower by ", late), func(t *testing.T) {
			defer p.slow(late / 2)()
			d := &driver{caller: s.caller(), rand: rand.New(rand.NewPCG(2, 2)), rounds: map[string]int{}}
			// A machine that is busy for a moment makes the store give a call up; a link that is only slow does not, so
			// that one of three tries goes by.
			for try := 1; ; try++ {
				begin := time.Now()
				refused := d.steps(t, 8)
				t.Logf("8 steps of a consultation in %v, %d refused", time.Since(begin).Round(time.Millisecond), refused)
				if refused <= 2 {
					break
				} else if try == 3 {
					t.Fatal("the steps are refused again and again")
				}
			}
			maps.Copy(rounds, d.rounds)
		})
	}
	watch := newWatcher(t, s)
	crew := newCrew(t, s.URL(), s.creds, 4)
	for range 5 {
		time.Sleep(200 * time.Millisecond)
		p.reset()
		crew.settled()
	}
	for _, fault := range []struct {
		name  string
		begin func() (heal func())
	}{{"kept back", p.keepBack}, {"swallowed", p.swallow}} {
		time.Sleep(300 * time.Millisecond)
		heal := fault.begin()
		gone := time.Now()
		time.Sleep(2500 * time.Millisecond)
		heal()
		watch.outage(t, fault.name, gone, answers(t, dsn.String()))
		crew.settled()
	}
	answered := crew.rest()
	rounds[sid(watch.token)] = 0
	crew.check(t, s, rounds)
	t.Logf("%d acknowledged calls; of open fate: %d applied, %d not", answered, crew.applied, crew.dropped)
}

// steps does so many steps and gives how many were refused.
func (d *driver) steps(t *testing.T, n int) (refused int) {
	t.Helper()
	for range n {
		err := d.turn()
		if away(err) {
			refused++
			err = d.recover()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return refused
}
