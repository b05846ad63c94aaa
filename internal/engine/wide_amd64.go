package engine

import "golang.org/x/sys/cpu"

// wide says that the processor has instructions for four numbers at once (AVX2).
func wide() bool { return cpu.X86.HasAVX2 }

// gatherWide is add of every live condition for processors that have them: the same sums to the last bit, in half the
// time. starts has where the rows of each condition begin, and of the last one end; shares is read eight bytes beyond
// the last condition's.
//
//go:noescape
func gatherWide(sums *sums, rows *listed, starts *int32, shares *shares, live *int32, n int)
