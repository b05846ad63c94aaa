package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// serverUser is the user to serve under: nil is the test's own, and where that is root the packages' postgres.
func serverUser() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, fmt.Errorf("PostgreSQL does not run as root, and there is no user postgres: %w", err)
		}
	}
	uid, badUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, badGID := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(badUID, badGID); err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}
