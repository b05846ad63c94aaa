//go:build !unix

package terminal

import "os"

// resizes never tells: there is no signal for it. The next key draws in the new size.
func resizes() (changed <-chan os.Signal, stop func()) { return nil, func() {} }
