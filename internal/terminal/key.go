package terminal

import "unicode/utf8"

// key is a character typed, or one of the keys below that have none.
type key rune

const (
	keyCtrlA     key = 1
	keyCtrlC     key = 3
	keyCtrlD     key = 4
	keyCtrlE     key = 5
	keyTab       key = '\t'
	keyCtrlU     key = 21
	keyCtrlW     key = 23
	keyEnter     key = '\r'
	keySpace     key = ' '
	keyBackspace key = 127
)

const (
	keyEscape key = -1 - iota
	keyUp
	keyDown
	keyRight
	keyLeft
	keyHome
	keyEnd
	keyDelete
	keyPageUp
	keyPageDown
	keyPasteStart
	keyPasteEnd
	keyIgnored
)

// sequences are what follows ESC [ or ESC O, as xterm and its kin send it.
func sequence(s string) key {
	switch s {
	case "A":
		return keyUp
	case "B":
		return keyDown
	case "C":
		return keyRight
	case "D":
		return keyLeft
	case "H", "1~", "7~":
		return keyHome
	case "F", "4~", "8~":
		return keyEnd
	case "3~":
		return keyDelete
	case "5~":
		return keyPageUp
	case "6~":
		return keyPageDown
	case "M":
		return keyEnter // of the keypad
	case "200~":
		return keyPasteStart
	case "201~":
		return keyPasteEnd
	}
	return keyIgnored
}

// keys makes keys of the bytes that a terminal sends. A key may arrive in parts.
type keys struct {
	rest    []byte
	pasting bool
}

// feed gives the keys that are complete.
func (d *keys) feed(b []byte) []key {
	d.rest = append(d.rest, b...)
	var out []key
	for len(d.rest) > 0 {
		k, n := next(d.rest)
		if n == 0 {
			break
		}
		d.rest = d.rest[n:]
		out = d.keep(out, k)
	}
	return out
}

// keep adds a key; what is pasted never presses Enter or a command.
func (d *keys) keep(out []key, k key) []key {
	switch {
	case k == keyPasteStart:
		d.pasting = true
	case k == keyPasteEnd:
		d.pasting = false
	case k == keyIgnored:
	case d.pasting && k >= 0 && k < ' ':
		out = append(out, keySpace)
	case d.pasting && k < 0:
	default:
		out = append(out, k)
	}
	return out
}

// waiting says that something came that may be the start of a key, or the Escape key alone.
func (d *keys) waiting() bool { return len(d.rest) > 0 }

// flush takes what waits as it is: nothing more belongs to it.
func (d *keys) flush() []key {
	escaped := len(d.rest) == 1 && d.rest[0] == 0x1b
	d.rest = nil
	if escaped {
		return []key{keyEscape}
	}
	return nil
}

// next takes one key off; n is 0 where more bytes are needed.
func next(b []byte) (k key, n int) {
	switch {
	case b[0] == 0x1b:
		return escape(b)
	case b[0] == '\n':
		return keyEnter, 1
	case b[0] == 8:
		return keyBackspace, 1
	case !utf8.FullRune(b):
		return 0, 0
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError {
		return keyIgnored, n
	}
	return key(r), n
}

func escape(b []byte) (key, int) {
	if len(b) == 1 {
		return 0, 0
	}
	if b[1] == 0x1b {
		return keyEscape, 1
	}
	if b[1] != '[' && b[1] != 'O' {
		return keyIgnored, 2 // a key held with Alt
	}
	for i := 2; i < len(b); i++ {
		if b[i] >= 0x40 && b[i] <= 0x7e {
			return sequence(string(b[2 : i+1])), i + 1
		}
	}
	return 0, 0
}
