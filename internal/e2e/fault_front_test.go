package e2e

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"anamnesis/internal/app"
	"anamnesis/internal/auth"
	"anamnesis/internal/ratelimit/redistest"
	"anamnesis/internal/store/postgres/pgtest"
)

// installation is what a partner's app would call: nginx as shipped, three replicas, PostgreSQL, Redis.
type installation struct {
	t         *testing.T
	url       string
	db        *pgtest.Server
	limits    *redistest.Server
	limitless span // when Redis was away
	dsn       string
	creds     auth.Credentials
	listen    []string
	replicas  []*child
	begin     time.Time
	outages   []span // of the database
}

type span struct{ from, to time.Time }

func newInstallation(t *testing.T) *installation {
	t.Helper()
	findNginx(t) // before servers are started for nothing
	in := &installation{t: t, limits: redistest.Run(t)}
	var err error
	in.db, err = pgtest.Start(pgtest.Options{Durable: true})
	pgtest.Need(t, err)
	t.Cleanup(func() { _ = in.db.Close() })
	if in.dsn, err = in.db.Database(t.Context()); err != nil {
		t.Fatal(err)
	}
	st, err := app.OpenStore(t.Context(), in.dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	partner := newPartner("front") // with limits, so that each request is counted in Redis
	partner.Rate, partner.Burst, partner.DailyQuota = 1e5, 1e5, 1e8
	in.creds, err = app.CreatePartner(t.Context(), st, partner, time.Now())
	if err = errors.Join(err, st.Close()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		in.listen = append(in.listen, freePort(t))
	}
	for i := range in.listen {
		in.replicas = append(in.replicas, startChild(t, in.command(i)))
	}
	t.Cleanup(func() {
		for _, c := range in.replicas {
			c.kill()
		}
	})
	in.url, in.begin = startNginx(t, in.listen), time.Now()
	return in
}

func (in *installation) command(i int) *exec.Cmd {
	cmd := ownChild(in.dsn)
	cmd.Env = append(cmd.Env, childListenEnv+"="+in.listen[i], childLimitsEnv+"=redis://"+in.limits.Addr)
	return cmd
}

// restart kills a replica; another takes its place.
func (in *installation) restart(i int) {
	i %= len(in.replicas)
	in.replicas[i].kill()
	time.Sleep(200 * time.Millisecond)
	in.replicas[i] = startChild(in.t, in.command(i))
}

// withoutDatabase stops the database with a signal for a while and kills a replica meanwhile.
func (in *installation) withoutDatabase(signal syscall.Signal, long time.Duration, replica int) {
	gone := time.Now()
	in.db.Stop(signal)
	time.Sleep(long / 2)
	in.replicas[replica%len(in.replicas)].kill()
	time.Sleep(long / 2)
	if err := in.db.Start(); err != nil {
		in.t.Fatal(err)
	}
	in.outages = append(in.outages, span{gone, time.Now()})
	in.replicas[replica%len(in.replicas)] = startChild(in.t, in.command(replica%len(in.replicas)))
}

// withoutLimits stops Redis for a while and kills a replica meanwhile. The others decide alone, or the run shows nothing.
func (in *installation) withoutLimits(long time.Duration, replica int) {
	gone := time.Now()
	in.limits.Stop()
	time.Sleep(long)
	alone := decidedAlone(in.t, in.replicas)
	in.restart(replica)
	in.limits.Start()
	in.limitless = span{gone, time.Now()}
	if alone == 0 {
		in.t.Error("no request was decided without Redis")
	}
}

// TestFront lets people go through consultations behind nginx while replicas are killed, PostgreSQL is restarted twice
// and Redis is away once. Each follows section 7 of the interface and finishes, and no answer is a 5xx but a 503 of the time
// without the database. What nginx answers where a replica died is part of that: a call goes to another replica then.
func TestFront(t *testing.T) {
	if *storeName != onPostgres {
		t.Skip("a SQLite file is one process's")
	}
	in, seen := newInstallation(t), newWitness(t)
	long, every, think := 16*time.Second, 2*time.Second, 100*time.Millisecond
	people := howOften(40, 200)
	if people == 200 {
		long, every, think = 10*time.Minute, 20*time.Second, time.Second
	}
	var (
		stop atomic.Bool
		wg   sync.WaitGroup
		crew = make([]*driver, people)
		errs = make([]error, people)
	)
	for i := range crew {
		d := &driver{caller: seen.watch(newCaller(in.url, in.creds)), rand: rand.New(rand.NewPCG(31, uint64(i))), rounds: map[string]int{}, patient: true}
		crew[i] = d
		wg.Go(func() { errs[i] = d.interviews(&stop, think) })
	}
	steps := int(long / every)
	for n := range steps {
		time.Sleep(time.Until(in.begin.Add(time.Duration(n+1) * every)))
		switch n {
		case steps / 4:
			in.withoutDatabase(syscall.SIGINT, every/4, n)
		case steps / 2:
			in.withoutLimits(every/4, n)
		case steps * 3 / 4:
			in.withoutDatabase(syscall.SIGKILL, every/4, n)
		default:
			in.restart(n)
		}
	}
	stop.Store(true)
	wg.Wait()
	in.check(seen, crew, errs, steps)
}

// interviews goes from consultation to consultation and ends with one.
func (d *driver) interviews(stop *atomic.Bool, think time.Duration) error {
	var doubt *call // was not answered, had not been applied when that was looked for, and may be still
	for d.token != "" || !stop.Load() {
		err := d.turn()
		before := doubt
		doubt = nil
		switch {
		case unanswered(err):
			doubt = d.open
			time.Sleep(time.Second) // what was on its way is done
			err = d.settle()
		case limited(err): // refused before anything was done: back off and go on, as section 7 says
			d.limited, d.open = append(d.limited, time.Now()), nil
			time.Sleep(time.Second)
			err = nil
		case before != nil && superseded(err):
			d.open = &call{path: before.path, body: before.body}
			err = d.settle()
		}
		if err != nil {
			return err
		}
		time.Sleep(think/2 + time.Duration(d.rand.Int64N(int64(think))))
	}
	return nil
}

// limited reports an answer of 429.
func limited(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.status == http.StatusTooManyRequests
}

// superseded reports the answer to a call whose question another call has answered.
func superseded(err error) bool {
	var r *refusal
	return errors.As(err, &r) && r.status == http.StatusBadRequest && strings.Contains(r.body, "answered by another request")
}

// checkLimited allows refusals, of limits that nobody reaches, for a moment after Redis has come back empty only: what is
// not claimed there yet is granted when all have told what they have.
func (in *installation) checkLimited(crew []*driver) {
	n := 0
	for _, d := range crew {
		for _, at := range d.limited {
			n++
			if at.Before(in.limitless.from) || at.After(in.limitless.to.Add(5*time.Second)) {
				in.t.Errorf("429 at %v, with Redis there", at.Sub(in.begin).Round(time.Millisecond))
			}
		}
	}
	if n > 4*len(crew) {
		in.t.Errorf("%d requests of %d people were refused when Redis came back", n, len(crew))
	}
	in.t.Logf("%d answers of 429, all when Redis came back", n)
}

// check is the end of the run: all people have finished, nothing of what they were told is missing, and each 5xx has its
// reason.
func (in *installation) check(seen *witness, crew []*driver, errs []error, kills int) {
	t := in.t
	var tokens []string
	rounds, answered, finished, applied, dropped := map[string]int{}, 0, 0, 0, 0
	for i, d := range crew {
		if errs[i] != nil {
			t.Errorf("person %d: %v", i, errs[i])
		}
		tokens = append(tokens, d.tokens...)
		answered, finished, applied, dropped = answered+d.answered, finished+d.finished, applied+d.applied, dropped+d.dropped
		for id, n := range d.rounds {
			rounds[id] = n
		}
	}
	if finished != len(tokens) || finished < len(crew) {
		t.Errorf("%d consultations finished of %d begun by %d people", finished, len(tokens), len(crew))
	}
	in.checkLimited(crew)
	checkRounds(t, in.url, in.creds, rounds)
	checkStored(t, in.dsn, in.url, in.creds, tokens)
	seen.check(t)
	lost := map[string]int{}
	for _, f := range seen.lost {
		excused := f.status == http.StatusServiceUnavailable && slices.ContainsFunc(in.outages, func(o span) bool {
			return f.begun.Before(o.to.Add(time.Second)) && f.ended.After(o.from)
		})
		if !excused {
			lost[http.StatusText(f.status)]++
			t.Errorf("%s: %d at %v, after %v, with the database there", f.what, f.status, f.ended.Sub(in.begin).Round(time.Millisecond), f.ended.Sub(f.begun))
		}
	}
	t.Logf("%d people, %v: %d consultations finished, %d acknowledged calls; %d replicas killed, the database away %d times; of open fate: %d applied, %d not; responses by status: %v; 5xx with the database there: %v",
		len(crew), time.Since(in.begin).Round(time.Second), finished, answered, kills, len(in.outages), applied, dropped, seen.statuses(), lost)
}
