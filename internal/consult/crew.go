package consult

import (
	"context"
	"runtime"
)

// crew bounds the turns that are computed at once, to twice as many as there are processors: the others wait without
// being in each other's way, and a request that is only to be refused, or whose work is done, need not queue behind
// hundreds of interviews for a processor. While the store writes nobody of the crew is busy.
type crew chan struct{}

func newCrew() crew { return make(crew, 2*runtime.GOMAXPROCS(0)) }

// join waits for a place; an error is the context's.
func (c crew) join(ctx context.Context) error {
	select {
	case c <- struct{}{}:
		return nil
	default:
	}
	select {
	case c <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c crew) leave() { <-c }
