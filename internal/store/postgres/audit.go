package postgres

import (
	"context"
	"errors"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

type audit struct{ *Store }

// Audit implements store.Store.
func (s *Store) Audit() store.Audit { return audit{s} }

const auditColumns = `seq, at, actor, action, target, detail, hash`

func scanAudit(r scanner) (e store.AuditEntry, err error) {
	return e, r.Scan(&e.Seq, instant{&e.At}, &e.Actor, &e.Action, &e.Target, &e.Detail, bytes{&e.Hash})
}

func (s audit) Append(ctx context.Context, next func(store.AuditEntry) store.AuditEntry) (e store.AuditEntry, err error) {
	err = s.change(ctx, longest, func(ctx context.Context, tx pgx.Tx) error {
		var seq int64
		if err := tx.QueryRow(ctx, `SELECT seq FROM audit_head WHERE one FOR UPDATE`).Scan(&seq); err != nil {
			return err
		}
		last, err := scanAudit(tx.QueryRow(ctx, `SELECT `+auditColumns+` FROM audit WHERE seq = $1`, seq))
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		e = next(last)
		e.Seq = seq + 1
		_, err = tx.Exec(ctx, `INSERT INTO audit (`+auditColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			e.Seq, e.At, e.Actor, e.Action, e.Target, e.Detail, blob(e.Hash))
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE audit_head SET seq = $1 WHERE one`, e.Seq)
		}
		return err
	})
	return e, doing(err, "append to the audit log")
}

func (s audit) Entries(ctx context.Context, after int64, limit int) (all []store.AuditEntry, err error) {
	err = s.query(ctx, func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT `+auditColumns+` FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2`, after, limit)
		if err == nil {
			all, err = collect(rows, scanAudit)
		}
		return err
	})
	return all, doing(err, "read the audit log")
}
