package bench

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"anamnesis/api"
)

// pair is ours and a peer, with connections to both.
type pair struct {
	ours         *service
	also         []*service // further replicas of ours, on the same database
	peer         *child
	toOurs, toPe []*conn
	version      string // of the terms
	theirs       []user // of the peer's connections
}

// echoPair is ours on SQLite and the echo.
func (b *Bench) echoPair(ctx context.Context, n int) (*pair, error) {
	return b.echoPairOn(ctx, n, b.file())
}

// file is the database of a run.
func (b *Bench) file() string { return "sqlite:" + filepath.Join(b.dir, "pair.db") }

func (b *Bench) echoPairOn(ctx context.Context, n int, database string) (*pair, error) {
	p, err := b.openPair(ctx, n, database, b.startEcho)
	if err != nil {
		return nil, err
	}
	one, err := p.ours.arrive(p.toOurs[0], rand.New(rand.NewPCG(1, 1)), p.version)
	if err != nil {
		p.close()
		return nil, err
	}
	p.theirs = repeated(request("POST", "/", one.header, usualAnswer()), n) // with the header fields that ours gets
	return p, nil
}

func (b *Bench) openPair(ctx context.Context, n int, database string, start func(context.Context) (*child, error)) (*pair, error) {
	p := &pair{}
	var err error
	if p.ours, err = b.startService(ctx, database); err != nil {
		return nil, err
	}
	if p.peer, err = start(ctx); err != nil {
		p.close()
		return nil, err
	}
	if p.toOurs, err = dialAll(ctx, p.ours.addr, n); err == nil {
		p.toPe, err = dialAll(ctx, p.peer.addr, n)
	}
	if err == nil {
		p.version, err = p.ours.version(p.toOurs[0])
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pair) close() {
	closeAll(p.toOurs)
	closeAll(p.toPe)
	if p.ours != nil && p.ours.child != nil {
		p.ours.stop()
	}
	for _, s := range p.also {
		s.stop()
	}
	if p.peer != nil {
		p.peer.stop()
	}
}

// versus measures ours against the peer in turns. users makes the people of a round; it is not measured.
func (b *Bench) versus(p *pair, users func(round int, last rate) ([]user, error)) (Result, error) {
	var all pairs
	var last rate
	var p50, p99, theirP99, cpu, theirCPU []float64
	const warm = 1
	for i := range b.rounds() + warm {
		us, err := users(i, last)
		if err != nil {
			return Result{}, err
		}
		before := p.peer.cpu()
		theirs, err := closed(p.toPe, p.theirs, b.window())
		if err != nil {
			return Result{}, err
		}
		usedThere := p.peer.cpu() - before
		before = p.ours.cpu()
		if last, err = closed(p.toOurs, us, b.window()); err != nil {
			return Result{}, err
		}
		used := p.ours.cpu() - before
		if i < warm {
			continue
		}
		all.add(last.perSecond(), theirs.perSecond())
		p50, p99, theirP99 = append(p50, last.ms(.5)), append(p99, last.ms(.99)), append(theirP99, theirs.ms(.99))
		cpu = append(cpu, float64(used.Microseconds())/float64(last.requests))
		theirCPU = append(theirCPU, float64(usedThere.Microseconds())/float64(theirs.requests))
	}
	r := all.result("", "", "requests/s", false)
	r.More = map[string]float64{
		"p50 ms": quantile(p50, .5), "p99 ms": quantile(p99, .5), "their p99 ms": quantile(theirP99, .5),
		"server µs/request": quantile(cpu, .5), "their µs/request": quantile(theirCPU, .5),
		"resident MB": p.ours.resident(), "their resident MB": p.peer.resident(),
	}
	return r, nil
}

func (b *Bench) turn64(ctx context.Context) (Result, error) { return b.turns(ctx, 64) }

func (b *Bench) turn8(ctx context.Context) (Result, error) { return b.turns(ctx, 8) }

// turns measures POST /chat of many consultations side by side. Logins and first complaints happen between the rounds.
func (b *Bench) turns(ctx context.Context, n int) (Result, error) {
	p, err := b.echoPair(ctx, n)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	return b.turnsOf(p, n)
}

// turnsOf measures the turns of n connections against what the peer does.
func (b *Bench) turnsOf(p *pair, n int) (Result, error) {
	crowd := newCrowd(n)
	return b.versus(p, func(round int, last rate) ([]user, error) {
		return b.admit(p, crowd, round, b.people(n, last))
	})
}

// people is how many a round needs: an answered consultation has some 12 turns, and there are people for half as many
// again as came last.
func (b *Bench) people(n int, last rate) int {
	if last.requests == 0 {
		return 2 * n
	}
	return int(1.5*float64(last.requests)*b.window().Seconds()/last.elapsed.Seconds()/9) + n
}

func newCrowd(n int) []*waiting {
	crowd := make([]*waiting, n)
	for i := range crowd {
		crowd[i] = &waiting{}
	}
	return crowd
}

// admit opens consultations over all connections and hands them out evenly.
func (b *Bench) admit(p *pair, crowd []*waiting, round, people int) ([]user, error) {
	var wg sync.WaitGroup
	errs := make([]error, len(crowd))
	each := (people + len(crowd) - 1) / len(crowd)
	for i, w := range crowd {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(round), uint64(i)))
			for len(w.people) < each && errs[i] == nil {
				var one *person
				if one, errs[i] = p.ours.arrive(p.toOurs[i], r, p.version); errs[i] == nil && !one.finished() {
					w.people = append(w.people, one)
				}
			}
		})
	}
	wg.Wait()
	out := make([]user, len(crowd))
	for i, w := range crowd {
		if errs[i] != nil {
			return nil, errs[i]
		}
		out[i] = w
	}
	time.Sleep(50 * time.Millisecond) // lets the server's collector and checkpoints settle
	return out, nil
}

// waiting is a user who takes one person after the other through the consultation.
type waiting struct{ people []*person }

func (w *waiting) next() []byte {
	if len(w.people) == 0 {
		return nil
	}
	return w.people[len(w.people)-1].answer
}

func (w *waiting) done(status int, body []byte) error {
	if err := (repeat{}).done(status, body); err != nil {
		return err
	}
	last := w.people[len(w.people)-1]
	if err := last.read(body); err != nil {
		return err
	}
	if last.finished() {
		w.people = w.people[:len(w.people)-1]
	}
	return nil
}

// state measures GET /chat of consultations that are under way.
func (b *Bench) state(ctx context.Context) (Result, error) { return b.stateOn(ctx, b.file()) }

func (b *Bench) stateOn(ctx context.Context, database string) (Result, error) {
	const n = 64
	p, err := b.echoPairOn(ctx, n, database)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	crowd := newCrowd(n)
	if _, err := b.admit(p, crowd, 0, 4*n); err != nil {
		return Result{}, err
	}
	users := make([]user, n)
	for i, w := range crowd {
		u := &cycle{}
		for _, one := range w.people {
			u.requests = append(u.requests, request("GET", api.BasePath+"/chat", one.header, nil))
		}
		users[i] = u
	}
	return b.versus(p, func(int, rate) ([]user, error) { return users, nil })
}

// search measures the type-ahead as somebody types, letter by letter.
func (b *Bench) search(ctx context.Context) (Result, error) {
	const n = 64
	p, err := b.echoPair(ctx, n)
	if err != nil {
		return Result{}, err
	}
	defer p.close()
	users := make([]user, n)
	for i := range users {
		one, err := p.ours.arrive(p.toOurs[i], rand.New(rand.NewPCG(2, uint64(i))), p.version)
		if err != nil {
			return Result{}, err
		}
		u := &cycle{at: 7 * i}
		for _, text := range typed() {
			u.requests = append(u.requests, request("GET", api.BasePath+"/symptom-search?text="+text, one.header, nil))
		}
		users[i] = u
	}
	return b.versus(p, func(int, rate) ([]user, error) { return users, nil })
}

// typed is what people type into a search box, letter by letter from the third on.
func typed() []string {
	var out []string
	for _, word := range []string{"headache", "stomach+pain", "dizzy", "short+of+breath", "diarhea", "swollen+knee", "itchy+skin", "throat"} {
		for n := 3; n <= len(word); n++ {
			if word[n-1] != '+' {
				out = append(out, word[:n])
			}
		}
	}
	return out
}
