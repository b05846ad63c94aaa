package bench

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"time"
)

// start measures from the start of the program to /readyz answering, on a database that exists, and to the first
// question of somebody who logs in, accepts the terms and says a complaint at once: what ready does not wait for.
func (b *Bench) start(ctx context.Context) (Result, error) {
	var took, question, memory []float64
	database := "sqlite:" + filepath.Join(b.dir, "start.db")
	for i := range b.rounds() + 1 {
		s, err := b.startService(ctx, database)
		if err != nil {
			return Result{}, err
		}
		first, err := b.firstQuestion(ctx, s)
		if err != nil {
			s.stop()
			return Result{}, err
		}
		if i > 0 { // the first one makes the database
			question = append(question, float64((s.ready+first).Microseconds())/1000)
			took, memory = append(took, float64(s.ready.Microseconds())/1000), append(memory, s.resident())
		}
		s.stop()
	}
	return Result{
		Ours: quantile(took, .5), Theirs: startWithin, Unit: "ms", Ratio: startWithin / quantile(took, .5),
		Low: startWithin / quantile(took, 1), High: startWithin / quantile(took, 0), Rounds: len(took),
		More: map[string]float64{"resident MB": quantile(memory, .5), "first question ms": quantile(question, .5)},
	}, nil
}

// firstQuestion takes one person to the first question and gives the time that this took.
func (b *Bench) firstQuestion(ctx context.Context, s *service) (time.Duration, error) {
	begin := time.Now()
	c, err := dial(ctx, s.addr)
	if err != nil {
		return 0, err
	}
	defer c.close()
	version, err := s.version(c)
	if err == nil {
		_, err = s.arrive(c, rand.New(rand.NewPCG(1, 1)), version)
	}
	return time.Since(begin), err
}

// startWithin is the time to ready that the project aims at, in ms.
const startWithin = 100
