// Package knowledge holds the compiled knowledge base that goes into the program.
// The sources beside it are data for people and for `anamnesis kb build`; FORMAT.md
// describes them, and none of them is embedded.
package knowledge

import _ "embed"

// Compiled is compiled/base.cbor, which kb.Decode reads. Do not change it.
//
//go:embed compiled/base.cbor
var Compiled []byte
