// Package knowledge holds the compiled knowledge base that goes into the program.
// The sources beside it are data for people and for `anamnesis kb build`; FORMAT.md
// describes them, and of them only the cases and the checks are embedded.
package knowledge

import "embed"

// Compiled is compiled/base.cbor.zst, which kb.Decode reads. Do not change it.
//
//go:embed compiled/base.cbor.zst
var Compiled []byte

// Cases are the mapped vignettes, cases/*.yaml, which package eval reads.
//
//go:embed cases/*.yaml
var Cases embed.FS

// Checks are published figures that the base is held against, checks/*.yaml, which package eval reads.
//
//go:embed checks/*.yaml
var Checks embed.FS
