package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// kind is what a write does. A group works in this order of kinds, and within a kind in order of ids, so that all
// replicas lock in one order.
type kind int

const (
	updates kind = iota
	creates
	addEvents
	addConsents
	setFeedback
	kinds
)

// write changes one thing of one session, with others in a group.
type write struct {
	op
	kind kind
	sid  string
	day  day // of sid

	consultation store.Consultation // of creates
	version      int64              // of updates: the version expected
	change       store.Change       // of updates
	reply        *store.Reply       // of creates and updates
	event        store.Event
	consent      store.Consent
	feedback     store.Feedback

	err error // what came of it, if its group was committed
}

// write runs a group in one transaction and answers each.
func (s *Store) write(group []*write) {
	for _, w := range group {
		w.day = dayOf(w.sid)
	}
	slices.SortStableFunc(group, func(a, b *write) int { return cmp.Or(a.day.Compare(b.day), strings.Compare(a.sid, b.sid)) })
	err := s.commit(group)
	if len(group) > 1 && ofItsOwn(err) {
		for _, w := range group {
			w.finish(s.commit([]*write{w}))
		}
		return
	}
	for _, w := range group {
		w.finish(err)
	}
	if err == nil {
		s.overtake(group)
	}
}

// finish answers with the transaction's error, or with the write's own.
func (w *write) finish(err error) {
	if err == nil {
		err = w.err
	}
	w.done <- err
}

// overtake answers waiting updates that expect a version which the group has just replaced.
func (s *Store) overtake(group []*write) {
	won := make(map[string]int64, len(group))
	for _, w := range group {
		if w.kind == updates && w.err == nil {
			won[w.sid] = w.version
		}
	}
	s.writes.settle(func(w *write) error {
		if version, ok := won[w.sid]; ok && w.kind == updates && w.version == version {
			return store.ErrConflict
		}
		return nil
	})
}

// commit runs writes until they are committed, or until nobody knows whether they are.
func (s *Store) commit(group []*write) (err error) {
	for n := range tries {
		err = s.commitOnce(group)
		switch c := code(err); {
		case again(err):
			err = errors.Join(err, pause(context.Background(), n))
		case c == codeNoPartition || c == codeUndefinedTable: // a day without its partitions, or they went meanwhile
			if days := s.addDays(context.Background(), daysOf(sidsOf(group))); days != nil {
				return days
			}
		case errors.Is(err, errUnsent):
			if s.link.pass(context.Background()) != nil {
				return err
			}
		default:
			return err
		}
	}
	return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
}

// errUnsent says that a transaction did not leave this process.
var errUnsent = errors.New("not sent")

// commitOnce sends a group's transaction as one message. Without a BEGIN of its own it begins with the first statement
// and is committed at the message's end.
func (s *Store) commitOnce(group []*write) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Timeout)
	defer cancel()
	p := s.pools.Load()
	c, err := p.group.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnsent, s.judge(context.Background(), p, err))
	}
	defer c.Release()
	var b pgx.Batch
	parts := make([][]*write, kinds)
	for _, w := range group {
		w.err = nil
		parts[w.kind] = append(parts[w.kind], w)
	}
	for k, queue := range queues() {
		if len(parts[k]) > 0 {
			queue(&b, parts[k])
		}
	}
	if err := c.SendBatch(ctx, &b).Close(); err != nil {
		return s.judge(context.Background(), p, err)
	}
	s.explain(ctx, c.Conn(), p, parts[updates])
	return nil
}

// queues gives the statements of each kind, in order.
func queues() []func(*pgx.Batch, []*write) {
	return []func(*pgx.Batch, []*write){
		updates: daily(queueUpdates), creates: daily(queueCreates), addEvents: queueEvents, addConsents: queueConsents, setFeedback: queueFeedback,
	}
}

// daily queues a statement for each day of a group that is in order.
func daily(queue func(*pgx.Batch, []*write)) func(*pgx.Batch, []*write) {
	return func(b *pgx.Batch, group []*write) {
		for len(group) > 0 {
			n := 1
			for n < len(group) && group[n].day.Equal(group[0].day) {
				n++
			}
			queue(b, group[:n])
			group = group[n:]
		}
	}
}

// ofItsOwn reports an error that may lie in one write, so that its neighbours deserve another try.
func ofItsOwn(err error) bool {
	var e *serverError
	return errors.As(err, &e) && !errors.Is(err, store.ErrUnavailable)
}

func sidsOf(group []*write) []string { return column(group, func(w *write) string { return w.sid }) }

func column[T any](group []*write, of func(*write) T) []T {
	out := make([]T, len(group))
	for i, w := range group {
		out[i] = of(w)
	}
	return out
}

// days is the day of each, as daysOf is the set of them.
func days(group []*write) []time.Time { return column(group, func(w *write) day { return w.day }) }
