// Package recognize reads what a person wrote about themselves and finds the
// concepts, vague complaints and named conditions in it, each with its place in
// the text, whether it is denied, doubted, somebody else's, past or only feared,
// how long it has lasted, how bad it is, and why we think so.
//
//	text ─ scan ─► words ─ cues ─► cue hits (no, my husband, what if, severe …)
//	                 │
//	                 ├─ match    phrases in order, small words between them skipped
//	                 ├─ compose  place + complaint in any order: "my knee really hurts"
//	                 ├─ resolve  the longest reading of each word wins
//	                 └─ judge    what the words around a reading speak against goes
//	                      │
//	                      ▼
//	                   mentions ─ negation, doubt, experiencer, past, hypothetical
//	                      │
//	                      ├─ attribute  severity, onset, site … of each complaint
//	                      ├─ duration   days, attached to the complaints of the sentence
//	                      ├─ information, crisis
//	                      └─ unplaced   what nothing accounts for
//
// It is a pure function of the base, the text and the options: no clock, no I/O.
// The word lists are data, in words/.
package recognize
