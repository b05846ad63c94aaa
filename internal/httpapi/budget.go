package httpapi

import (
	"context"
	"errors"
)

type outcome struct {
	v   any
	err error
}

// within runs an endpoint until the budget is spent. Then the answer is 504 while the work goes on to its
// end: as the interface says, that does not tell whether it was applied.
func (s *server) within(ctx context.Context, c *call, do endpoint) (any, error) {
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if v := recover(); v != nil {
				o = outcome{nil, s.panicked(ctx, v)}
			}
			c.ticket.Release()
			done <- o
		}()
		o.v, o.err = do(ctx, c)
	}()
	select {
	case o := <-done:
		if errors.Is(o.err, context.DeadlineExceeded) {
			o.err = errBudget
		}
		return o.v, o.err
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, errBudget
		}
		return nil, ctx.Err()
	}
}

// enter takes one of the places for requests that are worked on; false where all are taken. Beyond saturation more
// requests at once only make each of them wait for longer, until none is answered in time: some are refused at once
// instead, and those that are taken are answered as always. A client that sends or reads slowly takes no place.
func (s *server) enter() bool {
	if s.working.Add(1) > int64(s.MaxWorking) {
		s.working.Add(-1)
		return false
	}
	return true
}

// full tells whether all places are taken.
func (s *server) full() bool { return s.working.Load() >= int64(s.MaxWorking) }

func (s *server) leave() { s.working.Add(-1) }
