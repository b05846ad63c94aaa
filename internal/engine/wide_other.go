//go:build !amd64

package engine

// wide says that the processor has instructions for four numbers at once; only those of amd64 are made use of.
func wide() bool { return false }

// addWide is not called where wide is false.
func addWide(*sums, *listed, int, *[4]float64) {}
