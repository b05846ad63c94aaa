package engine

// What goes through a column, for processors that have AVX2: the same as their counterparts in Go to the last bit, without
// looking at bounds and without branches that a processor does not foresee. Columns have one cell at least.

//go:noescape
func addWide(into *float64, cells *cell, n int, weights *float64, scale float64)

//go:noescape
func strongestWide(into, top *float64, cells *cell, n int, weights *float64, scale, damped float64)

//go:noescape
func restWide(into, top *float64, cells *cell, n int, rest float64)

//go:noescape
func tallyWide(cells *cell, n int, figures *asked, shares *shares, t *sums)

//go:noescape
func tellWide(cells *cell, n int, figures *asked, alone *float64, slots *int32, rows *float64, told *told)

//go:noescape
func divideWide(cells *cell, n int, figures *asked, slots *int32, rows *float64, by, sum *[wideBranches]float64)
