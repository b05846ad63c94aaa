// Package kb owns the knowledge base: it reads the sources in the folder
// knowledge (their format is knowledge/FORMAT.md), checks them, compiles them
// into one immutable Base and gives access to it.
//
//	YAML, Markdown --Load--> *Sources --Lint--> Problems
//	                            |
//	                         Compile
//	                            v
//	base.cbor.zst <--Encode-- *Base --Decode--> lookups: Concept, Rows, Text, …
//
// The server only decodes; everything to the left of it runs when the base is
// built and in tests. The package has no state, no clock and no randomness: the
// same sources give the same bytes.
package kb
