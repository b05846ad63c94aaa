//go:build !amd64

package engine

// wide says that the processor has instructions for four numbers at once; only those of amd64 are made use of.
func wide() bool { return false }

// gatherWide is not called where wide is false.
func gatherWide(*sums, *listed, *int32, *shares, *int32, int) {}
