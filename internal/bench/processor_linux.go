package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// processor is the processor time that this thread has used: unlike the clock, it does not run while others do. The
// caller keeps to its thread.
func processor() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
