package bench

import (
	"context"
	"path/filepath"
)

// start measures from the start of the program to /readyz answering, on a database that exists.
func (b *Bench) start(ctx context.Context) (Result, error) {
	var took, memory []float64
	database := "sqlite:" + filepath.Join(b.dir, "start.db")
	for i := range b.rounds() + 1 {
		s, err := b.startService(ctx, database)
		if err != nil {
			return Result{}, err
		}
		if i > 0 { // the first one makes the database
			took, memory = append(took, float64(s.ready.Microseconds())/1000), append(memory, s.resident())
		}
		s.stop()
	}
	return Result{
		Ours: quantile(took, .5), Theirs: startWithin, Unit: "ms", Ratio: startWithin / quantile(took, .5),
		Low: startWithin / quantile(took, 1), High: startWithin / quantile(took, 0), Rounds: len(took),
		More: map[string]float64{"resident MB": quantile(memory, .5)},
	}, nil
}

// startWithin is the time to ready that the project aims at, in ms.
const startWithin = 100
