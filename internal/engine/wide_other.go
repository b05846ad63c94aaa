//go:build !amd64

package engine

import "anamnesis/internal/kb"

// wide says that the processor has instructions for four numbers at once; only those of amd64 are made use of.
func wide() bool { return false }

func widest() bool { return false }

// gatherWide is not called where wide is false.
func gatherWide(*sums, *listed, *int32, *shares, *int32, int) {}

// Nor are these.
func gatherWidest(*sums, *listed, *int32, *shares, *int32, int) {}

func saturateWide(*float64, *float64, int, *elementary, float64, float64) float64 { return 0 }

func shareWide(*float64, *weights, *float64, *float64, *float64, int, *elementary, float64, *[3]lanes) {
}

func sharpenWide(*float64, int, *elementary, float64, *lanes) {}

func weighWide(*sums, *kb.ConceptID, *term, int, *danger, float64, *worths) {}

func promisingWide(*sums, *bounds, int, *danger, *uint8) {}

func addWide(*float64, *cell, int, *float64, float64) {}

func strongestWide(_, _ *float64, _ *cell, _ int, _ *float64, _, _ float64) {}

func restWide(_, _ *float64, _ *cell, _ int, _ float64) {}

func tallyWide(*cell, int, *asked, *shares, *sums) {}

func tellWide(*cell, int, *asked, *float64, *int32, *float64, *told) {}

func entropiesWide(*float64, int) {}

func divideWide(_ *cell, _ int, _ *asked, _ *int32, _ *float64, _, _ *[wideBranches]float64) {}
