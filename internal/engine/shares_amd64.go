package engine

import "anamnesis/internal/kb"

// What normalise and prepare do for each four conditions at once, for processors that have AVX2: the same as their
// counterparts in dense.go, to the last bit.

//go:noescape
func saturateWide(pos, neg *float64, blocks int, table *elementary, most, perMost float64) (top float64)

//go:noescape
func shareWide(pos *float64, prior *weights, full, ranked, tempered *float64, blocks int, table *elementary, top float64, totals *[3]lanes)

//go:noescape
func sharpenWide(mix *float64, blocks int, table *elementary, power float64, total *lanes)

//go:noescape
func weighWide(sums *sums, ids *kb.ConceptID, terms *term, blocks int, about *danger, dangerValue float64, worths *worths)

//go:noescape
func promisingWide(sums *sums, bounds *bounds, blocks int, about *danger, promising *uint8)

//go:noescape
func entropiesWide(p *float64, blocks int)
