// Package suggest finds what a person types into the symptom search: findings by
// any of their names, vague complaints, and the usual first symptoms of an illness
// that was typed instead of a symptom.
//
//	query ─ tokens ─► words of the index: whole, beginning, mistyped, by sound
//	                      │ postings
//	                      ▼
//	                  names ─ score ─► best name of each target ─► ten rows
//
// A row's text is the finding's plain name, with the name that matched in brackets
// where it is another one, and the words that matched marked for highlighting.
// The index is immutable; equal queries give equal rows.
package suggest
