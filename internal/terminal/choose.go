package terminal

import (
	"fmt"
	"slices"
	"strings"

	"anamnesis/api"
)

// choose is a question with choices: one is taken, or several are ticked.
type choose struct {
	messages []api.Message
	choices  []api.Choice
	least    int
	most     int
	back     bool // whether the question before can be opened again

	at      int // row; len(choices) is the row that goes on
	ticked  []string
	note    string
	stepped bool // the answer is: back
	words   words
}

func newChoose(q *api.Question, back bool) *choose {
	least, most := bounds(q)
	return &choose{messages: q.Messages, choices: q.Choices, least: least, most: most, back: back}
}

// single says that exactly one is wanted, so that Enter takes it.
func (c *choose) single() bool { return c.least == 1 && c.most == 1 }

// rows counts the choices, and where several may be ticked the row that goes on.
func (c *choose) rows() int {
	if c.single() {
		return len(c.choices)
	}
	return len(c.choices) + 1
}

func (c *choose) press(k key) (used, done bool) {
	c.note = ""
	switch {
	case k == keyUp && c.at > 0:
		c.at--
	case k == keyDown && c.at+1 < c.rows():
		c.at++
	case k == keyHome:
		c.at = 0
	case k == keyEnd:
		c.at = c.rows() - 1
	case (k == keyLeft || k == keyEscape || k == 'b' || k == 'B') && c.back:
		c.stepped = true
		return true, true
	case k == keyEnter:
		return true, c.enter()
	case k == keySpace && c.at < len(c.choices):
		c.tick()
	case k >= '0' && k <= '9':
		return c.number(int(k - '0')), false
	default:
		return false, false
	}
	return true, false
}

// number goes to a choice by the number before it; 0 is the tenth. Where several may be ticked, it ticks.
func (c *choose) number(n int) bool {
	if n == 0 {
		n = 10
	}
	if n > len(c.choices) {
		return false
	}
	c.at = n - 1
	if !c.single() {
		c.tick()
	}
	return true
}

func (c *choose) tick() {
	id := c.choices[c.at].ID
	if i := slices.Index(c.ticked, id); i >= 0 {
		c.ticked = slices.Delete(c.ticked, i, i+1)
		return
	}
	switch {
	case c.most == 1:
		c.ticked = []string{id}
	case len(c.ticked) >= c.most:
		c.note = c.words.say("You can choose up to %d. Take one away first.", c.most)
	default:
		c.ticked = append(c.ticked, id)
	}
}

// enter goes on where the answer is complete. That nothing applies is never said by one slip of a finger: from a
// choice, Enter without a tick only leads to the row that says so.
func (c *choose) enter() bool {
	if c.single() {
		c.ticked = []string{c.choices[c.at].ID}
		return true
	}
	if len(c.ticked) < c.least {
		c.note = c.words.say("Please choose at least %d: Space ticks.", c.least)
		return false
	}
	if len(c.ticked) == 0 && c.at < len(c.choices) {
		c.at = len(c.choices)
		c.note = c.words.say("Nothing is ticked. Press Enter again if none of these applies.")
		return false
	}
	return true
}

func (c *choose) draw(p paint, width int) page {
	pg := page{lines: append(p.messages(c.messages, width), ""), note: c.note, whole: !c.single()}
	for i := range c.rows() {
		if i == len(c.choices) {
			pg.lines = append(pg.lines, "")
		}
		from := len(pg.lines)
		pg.lines = append(pg.lines, c.row(p, i, width)...)
		if i == c.at {
			pg.from, pg.to = from, len(pg.lines)
		}
	}
	pg.hint = c.hint(p)
	return pg
}

func (c *choose) row(p paint, i, width int) []string {
	lead, style := "  ", ""
	if i == c.at {
		lead, style = p.mark("❯ ", "> "), chosen
	}
	if i == len(c.choices) {
		text := p.words.say("None of these")
		if len(c.ticked) > 0 {
			text = p.words.say("Continue with %d chosen", len(c.ticked))
		} else if c.least > 0 {
			text = p.words.say("Continue")
		}
		return p.lead(style, lead, style, text, width)
	}
	ch := c.choices[i]
	if i < 10 {
		lead += fmt.Sprintf("%d ", (i+1)%10)
	} else {
		lead += "  "
	}
	if !c.single() {
		box := "[ ] "
		if slices.Contains(c.ticked, ch.ID) {
			box = "[x] "
		}
		lead += box
	}
	out := p.lead(style, lead, style, ch.Text, width)
	if d := ch.SymptomDefinition; d != nil && d.Value != "" {
		out = append(out, p.hang(strings.Repeat(" ", columns(lead)), dim, d.Value, width)...)
	}
	return out
}

func (c *choose) hint(p paint) string {
	keys := []string{p.arrows() + p.words.say(" or a number: choose"), p.words.say("Enter: go on")}
	if !c.single() {
		keys = []string{p.arrows() + p.words.say(": move"), p.words.say("Space or a number: tick"), p.words.say("Enter: go on")}
	}
	if c.back {
		keys = append(keys, p.mark("←", p.words.say("left"))+p.words.say(" or b: back"))
	}
	return strings.Join(append(keys, p.words.say("q: leave")), p.mark(" · ", ", "))
}

// included is what was chosen, in the order offered.
func (c *choose) included() []string {
	var in []string
	for _, ch := range c.choices {
		if slices.Contains(c.ticked, ch.ID) {
			in = append(in, ch.ID)
		}
	}
	return in
}
