package app

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"anamnesis/internal/store"
)

// Errors of MigrateData.
var (
	// ErrNotEmpty says that the target keeps something already.
	ErrNotEmpty = errors.New("the target is not empty")
	// ErrSourceEmpty says that there is nothing to move: perhaps the source is misspelt.
	ErrSourceEmpty = errors.New("the source keeps nothing")
	// ErrSourceChanged says that somebody wrote to the source during the move.
	ErrSourceChanged = errors.New("the source changed during the move: stop the service, empty the target, move again")
	// ErrNotEqual says that the target does not keep what the source does.
	ErrNotEqual = errors.New("the target differs from the source")
)

// errEnough ends an export whose reader wants no more.
var errEnough = errors.New("enough")

// MigrateData moves everything from one store to an empty other, then reads both again and compares numbers and
// checksums of every kind of record. It returns what was moved. Nothing is taken from the source.
func MigrateData(ctx context.Context, from, to store.Mover) (store.Tally, error) {
	sent := store.Tally{}
	err := to.Import(ctx, func(yield func(store.Record, error) bool) {
		err := from.Export(ctx, func(r store.Record) error {
			if err := sent.Add(r); err != nil {
				return err
			}
			if !yield(r, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(store.Record{}, fmt.Errorf("read the source: %w", err))
		}
	})
	if errors.Is(err, store.ErrExists) {
		return nil, ErrNotEmpty
	}
	if err != nil {
		return nil, err
	}
	if len(sent) == 0 {
		return nil, ErrSourceEmpty
	}
	if err := compare(ctx, sent, from, ErrSourceChanged); err != nil {
		return nil, err
	}
	return sent, compare(ctx, sent, to, ErrNotEqual)
}

// compare returns differs if a store does not keep what was counted.
func compare(ctx context.Context, sent store.Tally, m store.Mover, differs error) error {
	now, err := tally(ctx, m)
	if err == nil && !maps.Equal(sent, now) {
		return differs
	}
	return err
}

func tally(ctx context.Context, m store.Mover) (store.Tally, error) {
	t := store.Tally{}
	return t, m.Export(ctx, t.Add)
}
