package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark is the set of punctuation found between two words.
type Mark uint8

// The marks that change how a sentence is read.
const (
	Stop     Mark = 1 << iota // . ! ? ; or a line break: the sentence ends
	Question                  // ?
	Comma
	Colon
	Hyphen // joins two words: x-ray
	Dash   // stands between two phrases
	Slash
	Bracket
)

// Token is one word, number or pictograph and its place in the original text.
type Token struct {
	Text   string // folded, without apostrophes and clitic
	Clitic string // "s", "ve", "m", "re", "ll" or "d" after an apostrophe, "" without one
	From   int    // byte offsets into the original, half open, clitic included
	To     int
	Start  int // rune offsets into the original
	End    int
	Before Mark // punctuation since the previous word
}

// Tokenize appends the tokens of s to dst and gives the punctuation after the
// last one. Digits glued to a unit come apart ("3wks" is two tokens), so that
// durations read alike however they are typed.
func Tokenize(dst []Token, s string) ([]Token, Mark) {
	z := tokenizer{s: s}
	if isASCII(s) {
		z.lower = strings.ToLower(s)
	}
	for z.pos < len(s) {
		if s[z.pos] == ' ' {
			z.step(1)
			continue
		}
		r, size := utf8.DecodeRuneInString(s[z.pos:])
		switch {
		case isWord(r):
			dst = z.word(dst)
		case r >= utf8.RuneSelf && unicode.Is(unicode.So, r):
			dst = z.symbol(dst, size)
		default:
			z.mark |= markOf(r, s, z.pos, size)
			z.step(size)
		}
	}
	return dst, z.mark
}

type tokenizer struct {
	s, lower  string
	pos, rune int
	mark      Mark
}

func (z *tokenizer) step(size int) { z.pos += size; z.rune++ }

func (z *tokenizer) symbol(dst []Token, size int) []Token {
	t := Token{Text: z.s[z.pos : z.pos+size], From: z.pos, Start: z.rune, Before: z.mark}
	z.step(size)
	t.To, t.End, z.mark = z.pos, z.rune, 0
	return append(dst, t)
}

// word reads one word from a letter or digit on.
func (z *tokenizer) word(dst []Token) []Token {
	t := Token{From: z.pos, Start: z.rune, Before: z.mark}
	first, size := utf8.DecodeRuneInString(z.s[z.pos:])
	number := unicode.IsDigit(first)
	apostrophe, accent := -1, first >= utf8.RuneSelf
	z.step(size)
	for z.pos < len(z.s) {
		if c := z.s[z.pos]; isDigit(c) || !number && isWordByte(c) { // nearly all there is
			z.step(1)
			continue
		}
		r, size := utf8.DecodeRuneInString(z.s[z.pos:])
		switch {
		case number && unicode.IsLetter(r), !isWord(r) && !invisibleInWord(r) && !z.joins(r, size, number):
			return z.finish(dst, t, apostrophe, accent)
		case isApostrophe(r):
			apostrophe = z.pos
		}
		accent = accent || r >= utf8.RuneSelf
		z.step(size)
	}
	return z.finish(dst, t, apostrophe, accent)
}

// joins tells whether a mark belongs to the word around it: an apostrophe
// between letters, a point or comma between digits.
func (z *tokenizer) joins(r rune, size int, number bool) bool {
	next, _ := utf8.DecodeRuneInString(z.s[z.pos+size:])
	if isApostrophe(r) {
		return unicode.IsLetter(next)
	}
	return number && (r == '.' || r == ',') && unicode.IsDigit(next)
}

func (z *tokenizer) finish(dst []Token, t Token, apostrophe int, accent bool) []Token {
	t.To, t.End, z.mark = z.pos, z.rune, 0
	raw := z.s[t.From:t.To]
	switch {
	case z.lower != "":
		raw = z.lower[t.From:t.To]
	case accent:
		raw = Fold(strings.Map(straight, raw))
	default:
		raw = strings.ToLower(raw)
	}
	if apostrophe >= 0 {
		raw, t.Clitic = splitClitic(raw)
	}
	if raw == "" { // nothing but accents
		z.mark = t.Before
		return dst
	}
	t.Text = raw
	return append(dst, t)
}

// straight makes every apostrophe the ASCII one.
func straight(r rune) rune {
	if isApostrophe(r) {
		return '\''
	}
	return r
}

// splitClitic takes 's, 've, 'm, 're, 'll and 'd off, so that "I'll" does not
// become "ill", and drops any other apostrophe: "can't" is "cant".
func splitClitic(w string) (string, string) {
	if i := strings.LastIndexByte(w, '\''); i > 0 {
		switch tail := w[i+1:]; tail {
		case "s", "ve", "m", "re", "ll", "d":
			return strings.ReplaceAll(w[:i], "'", ""), tail
		}
	}
	return strings.ReplaceAll(w, "'", ""), ""
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return isWordByte(byte(r))
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isApostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', 'ʼ', '`', '´', '＇':
		return true
	}
	return false
}

// invisibleInWord lets a soft hyphen or zero-width character stand in a word
// without cutting it.
func invisibleInWord(r rune) bool { return r >= utf8.RuneSelf && r != utf8.RuneError && invisible(r) }

func markOf(r rune, s string, pos, size int) Mark {
	switch r {
	case '!', ';', '\n', '\r', '…', '。', '\u2028', '\u2029':
		return Stop
	case '?', '？', '؟':
		return Stop | Question
	case '.':
		return stopAt(s, pos, size)
	case ',', '、', '，', '؛', '،', '&', '+':
		return Comma
	case ':':
		return Colon
	case '-', '‐', '‑':
		return hyphenAt(s, pos, size)
	case '–', '—', '~', '=', '>', '*', '•', '|':
		return Dash
	case '/', '\\':
		return Slash
	case '(', ')', '[', ']', '{', '}', '"', '“', '”':
		return Bracket
	}
	return 0
}

// stopAt ends a sentence at a point unless it stands inside an abbreviation:
// "e.g. at 3 a.m. sharp" is one sentence.
func stopAt(s string, pos, size int) Mark {
	next, _ := utf8.DecodeRuneInString(s[pos+size:])
	if isWord(next) && pos > 0 && isWord(rune(s[pos-1])) && (pos < 2 || !isWord(rune(s[pos-2]))) {
		return 0
	}
	if pos >= 2 && s[pos-2] == '.' && pos+size < len(s) {
		return 0
	}
	return Stop
}

// hyphenAt tells a hyphen between letters from a dash between phrases.
func hyphenAt(s string, pos, size int) Mark {
	next, _ := utf8.DecodeRuneInString(s[pos+size:])
	if pos > 0 && isWord(rune(s[pos-1])) && isWord(next) {
		return Hyphen
	}
	return Dash
}
