package postgres

import (
	"context"
	"iter"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// moveStep is the records of one COPY.
const moveStep = 1000

// Export implements store.Mover.
func (s *Store) Export(ctx context.Context, yield func(store.Record) error) error {
	var own error // yield's
	err := s.unbounded(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		for _, e := range moved() {
			if err := e.export(ctx, tx, func(r store.Record) error { own = yield(r); return own }); err != nil {
				return err
			}
		}
		return nil
	})
	if own != nil {
		return own
	}
	return doing(err, "export")
}

// unbounded runs a transaction once that may take hours, on a connection of the rest.
func (s *Store) unbounded(ctx context.Context, o pgx.TxOptions, run func(pgx.Tx) error) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	p := s.pools.Load()
	err := pgx.BeginTxFunc(ctx, p.rest, o, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
		return run(tx)
	})
	return s.judge(ctx, p, err)
}

// movedKind is one kind of record: how it is read and how it is written.
type movedKind struct {
	table   string
	columns []string // as values has them
	query   string
	scan    func(scanner) (store.Record, error)
	values  func(store.Record) []any
	sid     func(store.Record) string // of kinds that lie in partitions
}

func (k movedKind) export(ctx context.Context, tx pgx.Tx, yield func(store.Record) error) error {
	rows, err := tx.Query(ctx, k.query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := k.scan(rows)
		if err == nil {
			err = yield(r)
		}
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

// Import implements store.Mover, in one transaction.
func (s *Store) Import(ctx context.Context, records iter.Seq2[store.Record, error]) error {
	kinds := map[string]movedKind{}
	for _, k := range moved() {
		kinds[k.table] = k
	}
	var own error // of records
	err := s.unbounded(ctx, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := empty(ctx, tx); err != nil {
			return err
		}
		im := importer{tx: tx, days: map[day]bool{}}
		for r, err := range records {
			if own = err; err == nil {
				err = im.add(ctx, kinds[tableOf(r)], r)
			}
			if err != nil {
				return err
			}
		}
		if err := im.flush(ctx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE audit_head SET seq = (SELECT coalesce(max(seq), 0) FROM audit) WHERE one`)
		return err
	})
	if own != nil {
		return own
	}
	return doing(err, "import")
}

// empty returns ErrExists if anything is kept.
func empty(ctx context.Context, tx pgx.Tx) error {
	for _, k := range moved() {
		var some bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM `+k.table+`)`).Scan(&some); err != nil {
			return err
		}
		if some {
			return store.ErrExists
		}
	}
	return nil
}

// importer copies records, which come kind by kind.
type importer struct {
	tx   pgx.Tx
	kind movedKind
	rows [][]any
	days map[day]bool // that have their partitions
}

func (im *importer) add(ctx context.Context, k movedKind, r store.Record) error {
	if k.table != im.kind.table || len(im.rows) == moveStep {
		if err := im.flush(ctx); err != nil {
			return err
		}
		im.kind = k
	}
	values := k.values(r)
	if k.sid != nil {
		d := dayOf(k.sid(r))
		if !im.days[d] {
			if err := addDay(ctx, im.tx, d); err != nil {
				return err
			}
			im.days[d] = true
		}
		values = append(values, d)
	}
	im.rows = append(im.rows, values)
	return nil
}

func (im *importer) flush(ctx context.Context) error {
	if len(im.rows) == 0 {
		return nil
	}
	columns := im.kind.columns
	if im.kind.sid != nil {
		columns = append(columns[:len(columns):len(columns)], "day")
	}
	_, err := im.tx.CopyFrom(ctx, pgx.Identifier{im.kind.table}, columns, pgx.CopyFromRows(im.rows))
	im.rows = nil
	return err
}
