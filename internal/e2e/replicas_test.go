package e2e

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/kb"
)

// onReplicas are as many services on one database, and a server in front of them that gives each request to any one.
func onReplicas(t *testing.T, n int, now func() time.Time) (front *server, all []*server) {
	t.Helper()
	if *storeName != onPostgres {
		t.Skip("a SQLite file is one process's")
	}
	dsn := database(t)
	for range n {
		s, err := start(dsn, now)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		to, _ := url.Parse(all[rand.IntN(n)].URL())
		r.SetURL(to)
	}})
	t.Cleanup(func() {
		proxy.Close()
		for _, s := range all {
			if err := s.stop(); err != nil {
				t.Error(err)
			}
		}
	})
	return &server{front: proxy.URL, creds: all[0].creds}, all
}

// TestTranscriptsOnReplicas plays all scripts at once on three replicas, each call on any of them: the transcripts are
// those of one.
func TestTranscriptsOnReplicas(t *testing.T) {
	front, _ := onReplicas(t, 3, func() time.Time { return today })
	contract, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := readScripts()
	if err != nil {
		t.Fatal(err)
	}
	base, err := app.LoadBase()
	if err != nil {
		t.Fatal(err)
	}
	played := playAtOnce(front, contract, base, scripts, 8)
	for i, sc := range scripts {
		t.Run(sc.name, func(t *testing.T) {
			if played[i].err != nil {
				t.Fatal(played[i].err)
			}
			golden(t, sc, played[i].print(sc))
		})
	}
}

type playedScript struct {
	*transcript
	err error
}

func playAtOnce(s *server, contract *contract, base *kb.Base, scripts []*script, n int) []playedScript {
	played := make([]playedScript, len(scripts))
	var wg sync.WaitGroup
	slots := make(chan struct{}, n)
	for i, sc := range scripts {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			played[i].transcript, played[i].err = perform(s, contract, base, sc)
		})
	}
	wg.Wait()
	return played
}

// TestReplicasSeeChangesWithin2Seconds changes a partner and then revokes its key on one replica, while both are used.
func TestReplicasSeeChangesWithin2Seconds(t *testing.T) {
	_, all := onReplicas(t, 2, nil)
	creds := all[0].creds
	callers := []*caller{newCaller(all[0].URL(), creds), newCaller(all[1].URL(), creds)}
	token := callers[0].token(t)
	const foreign = "https://not.example"
	everywhere := func(what string, seen func(*caller) bool) {
		t.Helper()
		begin := time.Now()
		for i, c := range callers {
			for !seen(c) {
				if time.Since(begin) > 2*time.Second {
					t.Fatalf("%s: replica %d does not know it after %v", what, i, time.Since(begin))
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
		t.Logf("%s: seen everywhere after %v", what, time.Since(begin).Round(time.Millisecond))
	}
	status := func(c *caller, header ...string) int {
		r, err := c.send("GET", v1+"/terms", token, "", header...)
		if err != nil {
			t.Fatal(err)
		}
		return r.status
	}
	for i, c := range callers {
		if got := status(c, "Origin", foreign); got != http.StatusOK {
			t.Fatalf("replica %d: %d", i, got)
		}
	}
	ctx := context.Background()
	partners := all[0].Store().Partners()
	p, err := partners.Partner(ctx, creds.PartnerID)
	p.Origins = []string{"https://ours.example"}
	if err = errors.Join(err, partners.Update(ctx, p)); err != nil {
		t.Fatal(err)
	}
	everywhere("new origins", func(c *caller) bool { return status(c, "Origin", foreign) == http.StatusForbidden })
	if err := app.RevokeKey(ctx, all[0].Store(), creds.APIKey, time.Now()); err != nil {
		t.Fatal(err)
	}
	everywhere("a revoked key", func(c *caller) bool { return status(c) == http.StatusForbidden })
}
