package e2e

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/client"
	"anamnesis/internal/app"
)

// clock is a service's time, which a test sets.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) set(t time.Time)      { c.at.Store(t.UnixNano()) }
func newClock(t time.Time) (c *clock) { c = &clock{}; c.set(t); return c }

const sessionLife = 1860 * time.Second

// TestClockMoves turns the clock: a token ends 1860 s after its login by the clock that is then, and not a second
// earlier; a clock set back refuses nobody who is logged in.
func TestClockMoves(t *testing.T) {
	at := newClock(today)
	s, err := start(database(t), at.now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	c := s.caller()
	status := func(token string) int {
		r, err := c.send("GET", v1+"/terms", token, "")
		if err != nil {
			t.Fatal(err)
		}
		return r.status
	}
	token := c.token(t)
	for _, step := range []struct {
		to   time.Duration
		want int
	}{
		{0, 200}, {sessionLife - time.Second, 200}, {sessionLife, 401}, {time.Hour, 401}, {0, 200}, {-time.Hour, 200}, {time.Minute, 200},
	} {
		at.set(today.Add(step.to))
		if got := status(token); got != step.want {
			t.Errorf("%v after the login: %d, want %d", step.to, got, step.want)
		}
	}
	at.set(today.Add(-time.Hour))
	early := c.token(t)
	at.set(today)
	if got := status(early); got != http.StatusUnauthorized {
		t.Errorf("a login of the clock set back lives on: %d", got)
	}
}

// TestQuotaAndClock: a day's quota is not given again when the clock goes back, and is on every new day of UTC, the
// leap day too.
func TestQuotaAndClock(t *testing.T) {
	leap := time.Date(2028, 2, 28, 22, 30, 0, 0, time.UTC)
	at := newClock(leap)
	s, err := start(database(t), at.now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	const quota = 8
	limited := newPartner("limited")
	limited.DailyQuota = quota
	creds, err := app.CreatePartner(t.Context(), s.Store(), limited, leap)
	if err != nil {
		t.Fatal(err)
	}
	c := newCaller(s.URL(), creds)
	allowed := func() (n int) {
		for range 2 * quota {
			if r, err := c.send("POST", v1+"/login", "", "{}"); err == nil && r.status != http.StatusTooManyRequests {
				n++
			}
		}
		return n
	}
	for _, step := range []struct {
		at   time.Time
		want int
	}{
		{leap, quota}, {leap.Add(time.Hour), 0}, {leap, 0}, {leap.Add(-time.Hour), 0},
		{leap.Add(90 * time.Minute), quota},                        // 29 February, 00:00
		{leap.Add(90*time.Minute + 24*time.Hour - time.Second), 0}, // 23:59:59
		{leap.Add(90*time.Minute + 24*time.Hour), quota},           // 1 March
	} {
		at.set(step.at)
		if got := allowed(); got != step.want {
			t.Errorf("at %v: %d allowed, want %d", step.at, got, step.want)
		}
	}
}

// TestLeapDay finds a consultation of 29 February under that day and no other.
func TestLeapDay(t *testing.T) {
	leap := time.Date(2028, 2, 29, 23, 59, 58, 0, time.UTC)
	at := newClock(leap)
	s, err := start(database(t), at.now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	c := s.caller()
	token := c.token(t)
	c.must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "male", Age: 50, InitialQuery: "a headache"}, &api.ChatResponse{})
	at.set(leap.Add(time.Minute))
	var state api.ChatResponse
	c.must(t, "GET", v1+"/chat", token, nil, &state)
	portal, err := client.New(client.Config{BaseURL: s.URL() + v1, PartnerID: s.creds.PartnerID, Secret: s.creds.Secret, APIKey: s.creds.APIKey})
	if err != nil {
		t.Fatal(err)
	}
	for day, want := range map[time.Time]int{leap.AddDate(0, 0, -1): 0, leap: 1, leap.AddDate(0, 0, 1): 0} {
		got := 0
		err := portal.Records(context.Background(), day, day, func(api.Record) error { got++; return nil })
		if err != nil || got != want {
			t.Errorf("%s: %d records, want %d, error %v", day.Format(time.DateOnly), got, want, err)
		}
	}
}

// TestClocksApart has replicas whose clocks are five seconds apart take turns in one consultation.
func TestClocksApart(t *testing.T) {
	if *storeName != onPostgres {
		t.Skip("a SQLite file is one machine's")
	}
	dsn := database(t)
	var callers []*caller
	for i := range 2 {
		s, err := start(dsn, func() time.Time { return time.Now().Add(time.Duration(i) * 5 * time.Second) })
		if err != nil {
			t.Fatal(err)
		}
		defer s.stop()
		callers = append(callers, s.caller())
		callers[i].creds = callers[0].creds
	}
	for i := range callers {
		token := callers[i].token(t)
		callers[1-i].must(t, "POST", v1+"/initial", token, api.InitialRequest{Gender: "male", Age: 50, InitialQuery: "a headache"}, &api.ChatResponse{})
		d := newDriver("", callers[0].creds)
		for turn := range 4 {
			var state api.ChatResponse
			callers[turn%2].must(t, "GET", v1+"/chat", token, nil, &state)
			if state.Question == nil {
				break
			}
			callers[(i+turn)%2].must(t, "POST", v1+"/chat", token, d.answer(state.Question), &state)
		}
	}
}
