// Package knowledge holds the compiled knowledge base that goes into the program.
// The sources beside it are data for people and for `anamnesis kb build`; FORMAT.md
// describes them, and of them only the cases, the checks and the texts are embedded.
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

// Texts are the gold set for text understanding, cases/text/*.jsonl in English and cases/text/<tag>/*.jsonl in other
// languages; cases/text/README.md describes it.
//
//go:embed cases/text/*.jsonl cases/text/*/*.jsonl
var Texts embed.FS

// Translations are the compiled languages beside English, compiled/<tag>.cbor.zst, which kb.DecodeTranslation reads.
//
//go:embed compiled/??-??.cbor.zst
var Translations embed.FS
