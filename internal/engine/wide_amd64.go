package engine

import "golang.org/x/sys/cpu"

// wide says that the processor has instructions for four numbers at once (AVX2).
func wide() bool { return cpu.X86.HasAVX2 }

// widest says that it has instructions for eight (AVX-512, with bytes in any order).
func widest() bool { return cpu.X86.HasAVX512F && cpu.X86.HasAVX512VBMI }

// gatherWide is add of every live condition for processors that have them: the same sums to the last bit, in less than half
// the time. starts has where the rows of each condition begin, and of the last one end, in whole fours; shares is read
// eight bytes beyond the last condition's.
//
//go:noescape
func gatherWide(sums *sums, rows *listed, starts *int32, shares *shares, live *int32, n int)

//go:noescape
func gatherWidest(sums *sums, rows *listed, starts *int32, shares *shares, live *int32, n int)
