package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean gives s in NFC without control and invisible formatting characters and
// without space at either end. Line breaks and tabs survive; the emoji joiner
// does not, since nothing here needs it and it hides letters from a reader.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || !invisible(r) {
			return r
		}
		return -1
	}, s)
	return strings.TrimSpace(norm.NFC.String(s))
}

// invisible tells the characters that take no room on the page: controls, bidi
// marks, zero-width joiners, variation selectors.
func invisible(r rune) bool {
	if r < 0x80 {
		return r < 0x20 || r == 0x7f
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || (r >= 0xfe00 && r <= 0xfe0f)
}

// Fold gives s in lower case, in compatibility form, without accents and without
// invisible characters: the form in which words are compared.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(s, "")) {
		if unicode.Is(unicode.Mn, r) || invisible(r) {
			continue
		}
		if plain, ok := undecomposed[r]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// undecomposed holds letters that Unicode does not take apart.
var undecomposed = map[rune]string{
	'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'ø': "o", 'Ø': "o", 'ß': "ss", 'ł': "l", 'Ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i",
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
