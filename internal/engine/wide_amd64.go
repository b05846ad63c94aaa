package engine

import "golang.org/x/sys/cpu"

// wide says that the processor has instructions for four numbers at once (AVX2).
func wide() bool { return cpu.X86.HasAVX2 }

// addWide is add for processors that have them: the same sums to the last bit, in half the time. weights are those of
// the fields of sums in their order.
//
//go:noescape
func addWide(sums *sums, rows *listed, n int, weights *[4]float64)
