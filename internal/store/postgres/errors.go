package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// SQLSTATE codes that the store acts on, PostgreSQL manual, appendix A.
const (
	codeSerialization  = "40001"
	codeDeadlock       = "40P01"
	codeNoPartition    = "23514" // check_violation: also "no partition of relation found for row"
	codeUndefinedTable = "42P01"
	codeLockTimeout    = "55P03"
	codeCanceled       = "57014" // statement_timeout
	codeReadOnly       = "25006" // this server is a standby now
)

// serverError is an error that PostgreSQL sent, without the text, in which values may stand.
type serverError struct {
	code       string
	constraint string
}

func (e *serverError) Error() string {
	if e.constraint != "" {
		return "SQLSTATE " + e.code + " (" + e.constraint + ")"
	}
	return "SQLSTATE " + e.code
}

// Is makes a server that lacks room, memory or time unavailable. Its connection is as good as before, and reads may go on.
func (e *serverError) Is(target error) bool {
	return target == store.ErrUnavailable && (e.code[:2] == "53" || e.code[:2] == "58" || e.code == codeCanceled)
}

// linkError is an error of the connection; what was sent may or may not have happened. It does not unwrap: a time limit
// of ours in it is not the caller's.
type linkError struct{ err error }

func (e *linkError) Error() string        { return e.err.Error() }
func (e *linkError) Is(target error) bool { return target == store.ErrUnavailable }

// understand turns an error of pgx into one of ours: a sentinel of the contract, a linkError or a serverError.
func understand(err error) error {
	var server *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return store.ErrNotFound
	case errors.As(err, &connect): // its text names host, user and database, and no values
		return &linkError{err}
	case errors.As(err, &server):
		e := &serverError{server.Code, server.ConstraintName}
		if away(server.Code) {
			return &linkError{e}
		}
		return e
	case broken(err):
		return &linkError{err}
	}
	return err
}

// away reports codes after which the connection is of no use: connection exceptions, operator intervention (shut down,
// crashed, starting up), a standby.
func away(code string) bool {
	return code[:2] == "08" || code[:2] == "57" && code != codeCanceled || code == codeReadOnly
}

// broken reports an error of the network or of our own time limits.
func broken(err error) bool {
	var network net.Error
	if errors.As(err, &network) || pgconn.SafeToRetry(err) {
		return true
	}
	for _, e := range []error{io.EOF, io.ErrUnexpectedEOF, context.DeadlineExceeded, net.ErrClosed, pgconn.ErrConnClosed} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// hopeless reports an error of connecting that waiting does not mend: wrong password, no such role or database, a
// server that does not know what was asked for.
func hopeless(err error) bool {
	var server *pgconn.PgError
	if !errors.As(err, &server) {
		return false
	}
	switch server.Code[:2] {
	case "28", "3D", "42", "22", "0A":
		return true
	}
	return false
}

// code is the SQLSTATE of an understood error, "" without one.
func code(err error) string {
	var e *serverError
	if errors.As(err, &e) {
		return e.code
	}
	return ""
}

// again reports an error after which the same transaction may well succeed; nothing of it has happened.
func again(err error) bool {
	c := code(err)
	return c == codeSerialization || c == codeDeadlock
}

// doing adds to an error what was being done; the contract's errors stay recognisable by errors.Is.
func doing(err error, what string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("postgres: %s: %w", what, err)
}
