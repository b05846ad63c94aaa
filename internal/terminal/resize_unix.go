//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
)

// resizes tells of each change of the terminal's size, until stop.
func resizes() (changed <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	return c, func() { signal.Stop(c) }
}
