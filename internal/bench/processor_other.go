//go:build !linux

package bench

import "time"

// processor is the clock, where the time of a thread is not to be had.
func processor() time.Duration { return time.Duration(time.Now().UnixNano()) }
