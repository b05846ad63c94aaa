package postgres

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// partitioned are the tables with a partition a day, in the order in which rows are locked.
func partitioned() []string {
	return []string{"consultations", "replies", "events", "consents", "feedback"}
}

// ahead is how many days have their partitions before they begin.
const ahead = 2

// keepDays makes the partitions of the coming days; a write that finds none makes its own.
func (s *Store) keepDays(ctx context.Context) {
	for {
		wait := time.Hour
		if err := s.addDays(ctx, coming(time.Now())); err != nil && ctx.Err() == nil {
			s.o.Log.WarnContext(ctx, "partitions of coming days", slog.String("error", err.Error()))
			wait = time.Minute
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

func coming(now time.Time) (days []day) {
	for i := range ahead + 1 {
		days = append(days, now.UTC().Truncate(24*time.Hour).AddDate(0, 0, i))
	}
	return days
}

// addDays makes what partitions are missing of these days, each day in a transaction of its own.
func (s *Store) addDays(ctx context.Context, days []day) error {
	for _, d := range slices.SortedFunc(slices.Values(days), day.Compare) {
		if err := s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error { return addDay(ctx, tx, d) }); err != nil {
			return doing(err, "add partitions of a day")
		}
	}
	return nil
}

// addDay makes a day's partitions. Who inserts the day's row makes them, others wait for that transaction. A table is
// made on its own and attached afterwards, because that needs no lock that keeps anybody from the parent.
func addDay(ctx context.Context, tx pgx.Tx, d day) error {
	made, err := tx.Exec(ctx, `INSERT INTO days (day) VALUES ($1) ON CONFLICT DO NOTHING`, d)
	if err != nil || made.RowsAffected() == 0 {
		return err
	}
	for _, parent := range partitioned() {
		part := parent + suffix(d)
		// Room in each page keeps the versions of an updated row together, so that its indexes need no change. States and
		// replies stay in their rows up to half a page: moved out, as they are from 2 KB on otherwise, each version
		// would take three rows and an index beside them, and be cleared away only by a vacuum.
		_, err := tx.Exec(ctx, `CREATE TABLE `+part+` (LIKE `+parent+` INCLUDING DEFAULTS) WITH (fillfactor = 70, toast_tuple_target = 4000)`)
		if err == nil {
			_, err = tx.Exec(ctx, `ALTER TABLE `+parent+` ATTACH PARTITION `+part+` FOR VALUES IN ('`+d.Format(time.DateOnly)+`')`)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
