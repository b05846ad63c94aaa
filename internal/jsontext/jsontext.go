// Package jsontext appends JSON to a buffer, byte for byte as encoding/json writes it with HTML escaping off, and
// takes valid JSON apart without copying. It is for the few messages that every turn of a consultation is made of.
package jsontext

import (
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// plain marks the bytes that a string holds as they are.
func plain(c byte) bool { return c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf }

// AppendString appends s in quotes. What is no UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain(c) {
			i++
			continue
		}
		size, escaped := escape(s[i:])
		if escaped != "" || c < utf8.RuneSelf {
			b = append(b, s[from:i]...)
			if escaped != "" {
				b = append(b, escaped...)
			} else {
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			from = i + size
		}
		i += size
	}
	return append(append(b, s[from:]...), '"')
}

// escape gives the size of the first character and what stands for it; "" for itself, or for \u00 and its code.
func escape(s string) (size int, escaped string) {
	switch s[0] {
	case '"':
		return 1, `\"`
	case '\\':
		return 1, `\\`
	case '\b':
		return 1, `\b`
	case '\f':
		return 1, `\f`
	case '\n':
		return 1, `\n`
	case '\r':
		return 1, `\r`
	case '\t':
		return 1, `\t`
	}
	if s[0] < utf8.RuneSelf {
		return 1, ""
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size == 1:
		return 1, `\ufffd`
	case r == '\u2028':
		return size, `\u2028`
	case r == '\u2029':
		return size, `\u2029`
	}
	return size, ""
}

// Elements takes the elements of a valid array apart; ok is false where it is no array. The elements are part of b.
func Elements(b []byte, element func([]byte)) (ok bool) {
	i := space(b, 0)
	if i == len(b) || b[i] != '[' {
		return false
	}
	for i = space(b, i+1); i < len(b) && b[i] != ']'; {
		end := value(b, i)
		element(b[i:end])
		if i = space(b, end); i < len(b) && b[i] == ',' {
			i = space(b, i+1)
		}
	}
	return true
}

// Members takes the members of a valid object apart; ok is false where it is no object. Name and value are part of
// b, the name in its quotes.
func Members(b []byte, member func(name, value []byte)) (ok bool) {
	i := space(b, 0)
	if i == len(b) || b[i] != '{' {
		return false
	}
	for i = space(b, i+1); i < len(b) && b[i] != '}'; {
		end := value(b, i)
		name := b[i:end]
		i = space(b, end) // the colon
		i = space(b, i+1) // the value
		end = value(b, i)
		member(name, b[i:end])
		if i = space(b, end); i < len(b) && b[i] == ',' {
			i = space(b, i+1)
		}
	}
	return true
}

// String gives the text of a valid string that holds no escapes; ok is false for others.
func String(b []byte) (s string, ok bool) {
	if len(b) < 2 || b[0] != '"' {
		return "", false
	}
	for _, c := range b[1 : len(b)-1] {
		if c == '\\' {
			return "", false
		}
	}
	return string(b[1 : len(b)-1]), true
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

// value gives the end of the valid value that begins at i.
func value(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = quoted(b, i)
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ':', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// quoted gives the place of the quote that ends the string beginning at i.
func quoted(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i
}
