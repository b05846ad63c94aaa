package kb

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// token is one word, number, comparison or bracket of an expression.
type token struct {
	kind byte // 'w' word, 'n' number, 'c' comparison, '(' ')' ',' themselves, 0 the end
	text string
}

func (t token) String() string {
	if t.kind == 0 {
		return "the end"
	}
	return fmt.Sprintf("%q", t.text)
}

func wordByte(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func numberByte(c byte) bool { return c == '.' || c >= '0' && c <= '9' }

// scan splits an expression into tokens.
func scan(s string) ([]token, error) {
	var out []token
	for i := 0; i < len(s); {
		c, start := s[i], i
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			i++
			continue
		case c == '(' || c == ')' || c == ',':
			i++
			out = append(out, token{c, s[start:i]})
			continue
		case c == '<' || c == '>' || c == '=':
			i = span(s, i, func(c byte) bool { return c == '<' || c == '>' || c == '=' })
			out = append(out, token{'c', s[start:i]})
			continue
		case !wordByte(c):
			r, _ := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsPrint(r) {
				return nil, fmt.Errorf("unexpected character %U", r)
			}
			return nil, fmt.Errorf("unexpected character %q", r)
		}
		kind := byte('n')
		if i = span(s, i, wordByte); span(s[:i], start, numberByte) < i {
			kind = 'w'
		}
		out = append(out, token{kind, s[start:i]})
	}
	return out, nil
}

// span gives the end of the run of bytes from i on that in accepts.
func span(s string, i int, in func(byte) bool) int {
	for i < len(s) && in(s[i]) {
		i++
	}
	return i
}
