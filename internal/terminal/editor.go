package terminal

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// editor is a line that is being written.
type editor struct {
	text []rune
	at   int // caret, 0 to len(text)
}

func (e *editor) String() string { return string(e.text) }

// set replaces the text.
func (e *editor) set(s string) { e.text, e.at = []rune(s), len([]rune(s)) }

// press edits; false where the key is none of editing.
func (e *editor) press(k key) bool {
	switch k {
	case keyBackspace:
		e.cut(e.before(), e.at)
	case keyDelete, keyCtrlD:
		e.cut(e.at, e.after())
	case keyLeft:
		e.at = e.before()
	case keyRight:
		e.at = e.after()
	case keyHome, keyCtrlA:
		e.at = 0
	case keyEnd, keyCtrlE:
		e.at = len(e.text)
	case keyCtrlU:
		e.cut(0, e.at)
	case keyCtrlW:
		e.cut(e.word(), e.at)
	default:
		if k < ' ' || unicode.IsControl(rune(k)) {
			return false
		}
		e.text = append(e.text[:e.at:e.at], append([]rune{rune(k)}, e.text[e.at:]...)...)
		e.at++
	}
	return true
}

func (e *editor) cut(from, to int) {
	e.text = append(e.text[:from:from], e.text[to:]...)
	e.at = from
}

// before and after are one character, as a person counts them, from the caret.
func (e *editor) before() int {
	at, rest, state := 0, string(e.text[:e.at]), -1
	last := 0
	for rest != "" {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		last, at = at, at+len([]rune(c))
	}
	return last
}

func (e *editor) after() int {
	c, _, _, _ := uniseg.FirstGraphemeClusterInString(string(e.text[e.at:]), -1)
	return e.at + len([]rune(c))
}

// word is where the word before the caret begins.
func (e *editor) word() int {
	i := e.at
	for i > 0 && e.text[i-1] == ' ' {
		i--
	}
	for i > 0 && e.text[i-1] != ' ' {
		i--
	}
	return i
}

// lines breaks the text at width columns and says where the caret is. Spaces count as typed, so nothing jumps.
func (e *editor) lines(width int) (lines []string, row, col int) {
	width = max(width, 2)
	var line strings.Builder
	used, seen := 0, 0
	rest, state := string(e.text), -1
	row, col = -1, 0
	for rest != "" {
		var c string
		var w int
		c, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+w >= width {
			lines = append(lines, line.String())
			line.Reset()
			used = 0
		}
		if row < 0 && seen >= e.at {
			row, col = len(lines), used
		}
		line.WriteString(c)
		used, seen = used+w, seen+len([]rune(c))
	}
	if row < 0 {
		row, col = len(lines), used
	}
	return append(lines, line.String()), row, col
}
