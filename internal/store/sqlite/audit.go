package sqlite

import (
	"context"
	"errors"

	"anamnesis/internal/store"
)

type audit struct{ *Store }

// Audit implements store.Store.
func (s *Store) Audit() store.Audit { return audit{s} }

const (
	auditColumns = `seq, at, actor, action, target, detail, hash`
	insertAudit  = `INSERT INTO audit (` + auditColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?)`
)

func auditValues(e *store.AuditEntry) []any {
	return []any{e.Seq, micros(e.At), e.Actor, e.Action, e.Target, e.Detail, blob(e.Hash)}
}

func auditFields(e *store.AuditEntry) []any {
	return []any{&e.Seq, instant{&e.At}, &e.Actor, &e.Action, &e.Target, &e.Detail, &e.Hash}
}

func (s audit) Append(ctx context.Context, next func(store.AuditEntry) store.AuditEntry) (e store.AuditEntry, err error) {
	err = s.writer.do(ctx, func(c *conn) error {
		var last store.AuditEntry
		err := c.row(`SELECT `+auditColumns+` FROM audit ORDER BY seq DESC LIMIT 1`, nil, auditFields(&last)...)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		e = next(last)
		e.Seq = last.Seq + 1
		_, err = c.exec(insertAudit, auditValues(&e)...)
		return err
	})
	return e, doing(err, "append to the audit log")
}

func (s audit) Entries(ctx context.Context, after int64, limit int) (all []store.AuditEntry, err error) {
	err = s.readers.do(ctx, func(c *conn) (err error) {
		all, err = collect(c, func(r scanner) (e store.AuditEntry, err error) { return e, r.Scan(auditFields(&e)...) },
			`SELECT `+auditColumns+` FROM audit WHERE seq > ? ORDER BY seq LIMIT ?`, after, limit)
		return err
	})
	return all, doing(err, "read the audit log")
}
