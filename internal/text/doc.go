// Package text turns what a person typed into words that can be compared: it
// cleans, folds, tokenises and stems, measures how far two words are apart, and
// finds the words of a vocabulary that lie near a mistyped one. It knows English
// spelling but no medicine, and every token keeps its place in the original text.
//
//	original ── Clean ──► text for storing and counting
//	original ── Tokenize ──► []Token (folded word, span, punctuation before it)
//	                          │
//	                          ├─ Stem       plurals, -ing, -ed, -ness, -ly
//	                          ├─ American   oedema → edema
//	                          └─ Speller    deletion index and sound keys
//
// Everything here is a pure function or immutable after construction.
package text
