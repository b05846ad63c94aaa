package sealed

import "errors"

var (
	// ErrNoKey says that something is encrypted with a key that is not here.
	ErrNoKey = errors.New("encrypted with a key that is not here")
	// ErrDamaged says that something encrypted does not open: it was changed, or moved to where it does not belong.
	ErrDamaged = errors.New("encrypted record does not open")
)
