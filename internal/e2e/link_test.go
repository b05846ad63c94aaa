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

// TestLinkToTheDatabase makes the network between service and database slow, breaks its connections, and swallows all
// packets for a while.
func TestLinkToTheDatabase(t *testing.T) {
	if *storeName != onPostgres {
		t.Skip("a SQLite file has no network")
	}
	dsn, err := url.Parse(database(t))
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, dsn.Host)
	dsn.Host = p.listener.Addr().String()
	s, err := startWith(app.Config{Database: dsn.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	rounds := map[string]int{} // acknowledged, by sid
	for _, late := range []time.Duration{20 * time.Millisecond, 200 * time.Millisecond} {
		t.Run(fmt.Sprint("slower by ", late), func(t *testing.T) {
			p.delay.Store(int64(late / 2))
			defer p.delay.Store(0)
			d := &driver{caller: s.caller(), rand: rand.New(rand.NewPCG(2, 2)), rounds: map[string]int{}}
			begin := time.Now()
			refused := 0
			for range 8 {
				err := d.turn()
				if away(err) { // a machine that is busy for a moment
					refused++
					err = d.recover()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if refused > 2 {
				t.Errorf("%d of 8 steps were refused", refused)
			}
			maps.Copy(rounds, d.rounds)
			t.Logf("8 steps of a consultation in %v", time.Since(begin).Round(time.Millisecond))
		})
	}
	watch := newWatcher(t, s)
	crew := newCrew(t, s.URL(), s.creds, 4)
	for range 5 {
		time.Sleep(200 * time.Millisecond)
		p.reset()
		crew.settled()
	}
	time.Sleep(300 * time.Millisecond)
	p.mute.Store(true)
	gone := time.Now()
	time.Sleep(2500 * time.Millisecond)
	p.mute.Store(false)
	watch.outage(t, "swallowed", gone, time.Now())
	crew.settled()
	answered := crew.rest()
	rounds[sid(watch.token)] = 0
	crew.check(t, s, rounds)
	t.Logf("%d acknowledged calls; of open fate: %d applied, %d not", answered, crew.applied, crew.dropped)
}
