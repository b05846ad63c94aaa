package terminal

import (
	"regexp"
	"strings"
	"unicode"

	"anamnesis/api"

	"github.com/rivo/uniseg"
)

// Styles, as the codes of ECMA-48. They are the sixteen colors that people choose themselves.
const (
	bold    = "1"
	dim     = "2"
	accent  = "36"
	chosen  = "1;36"
	alarm   = "1;31"
	warning = "1;33"
	calm    = "1;32"
)

// paint knows what the terminal can show.
type paint struct {
	color   bool // colors, bold and dim
	unicode bool // lines and marks beyond ASCII
	words   words
}

// as gives s in a style.
func (p paint) as(style, s string) string {
	if !p.color || style == "" || s == "" {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

// arrows names the keys up and down.
func (p paint) arrows() string { return p.mark("↑↓", p.words.say("up and down")) }

// mark is one of two signs, the second for terminals without Unicode.
func (p paint) mark(fine, plain string) string {
	if p.unicode {
		return fine
	}
	return plain
}

// columns is how wide s is on a terminal.
func columns(s string) int { return uniseg.StringWidth(s) }

// link is a link in Markdown.
var link = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)

// clean takes bold marks and control characters out of a text and writes links with their address. Whatever a service
// sends, it cannot command the terminal.
func clean(s string) string {
	s = strings.ReplaceAll(s, "**", "")
	if strings.Contains(s, "](") {
		s = link.ReplaceAllString(s, "$1 ($2)")
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || !unicode.IsControl(r) {
			return r
		}
		return -1
	}, s)
}

// wrap breaks a text into lines of at most width columns, at spaces where there are any.
func wrap(s string, width int) []string {
	width = max(width, 1)
	var out []string
	for paragraph := range strings.SplitSeq(s, "\n") {
		line, used := "", 0
		for _, word := range strings.Fields(paragraph) {
			w := columns(word)
			if line != "" && used+1+w <= width {
				line, used = line+" "+word, used+1+w
				continue
			}
			if line != "" { // not used > 0: a mark alone is no column wide
				out = append(out, line)
			}
			for w > width {
				head, tail := split(word, width)
				out = append(out, head)
				word, w = tail, columns(tail)
			}
			line, used = word, w
		}
		out = append(out, line)
	}
	return out
}

// split cuts a word after at most width columns, between characters as a person counts them, and after one at least.
func split(word string, width int) (head, tail string) {
	used, at, state := 0, 0, -1
	for at < len(word) {
		c, _, w, next := uniseg.FirstGraphemeClusterInString(word[at:], state)
		if at > 0 && used+w > width {
			break
		}
		used, at, state = used+w, at+len(c), next
	}
	return word[:at], word[at:]
}

// hang wraps a text behind a lead, which the further lines leave room for.
func (p paint) hang(lead, style, text string, width int) []string {
	return p.lead("", lead, style, text, width)
}

// lead is hang with a style of its own for the lead.
func (p paint) lead(leadStyle, lead, style, text string, width int) []string {
	room := columns(lead)
	lines := wrap(clean(text), width-room)
	for i, l := range lines {
		before := strings.Repeat(" ", room)
		if i == 0 {
			before = p.as(leadStyle, lead)
		}
		lines[i] = before + p.as(style, l)
	}
	return lines
}

// messages lays messages out, one under the other.
func (p paint) messages(list []api.Message, width int) []string {
	var out []string
	for _, m := range list {
		switch m.Type {
		case api.MessageHeader:
			out = append(out, p.hang("", bold, m.Value, width)...)
		case api.MessageBullet:
			out = append(out, p.hang("  "+p.mark("•", "-")+" ", "", m.Value, width)...)
		case api.MessageHint:
			out = append(out, p.hang("", dim, m.Value, width)...)
		default:
			out = append(out, p.hang("", "", m.Value, width)...)
		}
	}
	return out
}
