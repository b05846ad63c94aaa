package store

import "errors"

// Errors that callers tell apart, with errors.Is. After any but ErrUnavailable nothing has changed.
var (
	// ErrNotFound says that there is nothing under that id, hash or key.
	ErrNotFound = errors.New("not found")
	// ErrExists says that the id, sid or hash is taken already.
	ErrExists = errors.New("exists already")
	// ErrConflict says that the consultation is no longer at the version that the caller read, or that the reply's
	// key has been used on it.
	ErrConflict = errors.New("changed meanwhile")
	// ErrClosed says that the store has been closed.
	ErrClosed = errors.New("store closed")
	// ErrUnavailable says that the store cannot be reached or cannot take writes now, and that the same call may succeed
	// soon. Whether a write has happened is open.
	ErrUnavailable = errors.New("store unavailable")
)
