package terminal

import (
	"strconv"
	"strings"

	"anamnesis/api"
)

// write is a question that is answered in writing.
type write struct {
	messages []api.Message
	check    func(string) string // what is wrong with a text; "" where nothing is
	back     bool

	editor  editor
	note    string
	stepped bool
}

func (s *write) press(k key) (used, done bool) {
	switch {
	case k == keyEnter:
		s.note = s.check(s.value())
		return true, s.note == ""
	case k == keyEscape && s.back:
		s.stepped = true
		return true, true
	}
	if s.editor.press(k) {
		s.note = ""
		return true, false
	}
	return false, false
}

func (s *write) value() string { return strings.TrimSpace(s.editor.String()) }

func (s *write) draw(p paint, width int) page {
	pg := page{lines: append(p.messages(s.messages, width), ""), note: s.note, caret: true, hint: p.words.say("Enter: go on")}
	pg.row, pg.col = len(pg.lines), 2
	pg.field(p, &s.editor, width)
	if s.back {
		pg.hint += p.mark(" · ", ", ") + p.words.say("Esc: back")
	}
	pg.hint += p.mark(" · ", ", ") + p.words.say("Ctrl-C: leave")
	return pg
}

// field adds what is being written, with its caret.
func (pg *page) field(p paint, e *editor, width int) {
	lines, row, col := e.lines(width - 2)
	start := len(pg.lines)
	pg.row, pg.col = start+row, 2+col
	pg.from, pg.to = pg.row, pg.row+1
	for i, l := range lines {
		lead := "  "
		if i == 0 {
			lead = p.as(chosen, p.mark("❯ ", "> "))
		}
		pg.lines = append(pg.lines, lead+l)
	}
}

// checkAge wants a whole number within the question's bounds.
func checkAge(q *api.Question, w words) func(string) string {
	least, most := api.MinAge, api.MaxAge
	if c := q.Constraints; c != nil && c.MinValue != nil && c.MaxValue != nil {
		least, most = *c.MinValue, *c.MaxValue
	}
	return func(s string) string {
		n, err := strconv.Atoi(s)
		switch {
		case err == nil && n >= 0 && n < least:
			return w.say("This assessment is made for people of %d years and over. For a child or a teenager, please ask a doctor.", least)
		case err != nil || n < least || n > most:
			return w.say("Please enter your age as a number from %d to %d.", least, most)
		}
		return ""
	}
}

// checkQuery wants a text within the question's bounds.
func checkQuery(q *api.Question, w words) func(string) string {
	least, most := api.MinQuery, api.MaxQuery
	if c := q.Constraints; c != nil && c.MinLength != nil && c.MaxLength != nil {
		least, most = *c.MinLength, *c.MaxLength
	}
	return func(s string) string {
		switch n := len([]rune(s)); {
		case n < least:
			return w.say("Please tell us a little more, in at least %d letters.", least)
		case n > most:
			return w.say("That is %d letters; we can read up to %d. Please shorten it.", n, most)
		}
		return ""
	}
}
