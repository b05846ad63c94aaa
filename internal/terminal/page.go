package terminal

import (
	"fmt"
	"strings"
)

// page is what a screen shows at a width: lines that may be more than fit, and what is below them.
type page struct {
	lines    []string
	from, to int    // lines of what is chosen or written, kept in view
	caret    bool   // whether there is a caret
	row, col int    // of the caret; row is of lines
	whole    bool   // whether all of it must have been seen before Enter goes on
	note     string // what went wrong
	hint     string // which keys do what
}

// screen is one question to the person.
type screen interface {
	// press takes a key. done says that the screen has its answer; used, that the key meant something to it.
	press(k key) (used, done bool)
	draw(p paint, width int) page
}

// window shows a screen in a height, and scrolls. No key acts on what cannot be seen.
type window struct {
	screen  screen
	paint   paint
	percent int    // of progress; negative shows none
	notice  string // from outside the screen
	width   int
	height  int
	top     int // first line shown
	seen    int // lines that have been shown
}

// frame is what stands on the terminal.
type frame struct {
	lines    []string
	caret    bool
	row, col int
}

// room is how many lines of a page fit.
func (w *window) room(pg page) int { return max(1, w.height-2-len(w.foot(pg, w.paint))) }

func (w *window) foot(pg page, p paint) []string {
	note := pg.note
	if w.notice != "" {
		note = w.notice
	}
	out := []string{""}
	if note != "" {
		out = append(out, p.hang("", warning, note, w.width)...)
	}
	return append(out, p.hang("", dim, pg.hint, w.width)...)
}

// press scrolls, or gives the key to the screen.
func (w *window) press(k key) (used, done bool) {
	pg := w.screen.draw(w.paint, w.width)
	room := w.room(pg)
	hidden := pg.to > w.top+room && w.top < pg.from || pg.from < w.top
	switch {
	case k == keyPageDown:
		w.scroll(pg, room-1)
	case k == keyPageUp:
		w.scroll(pg, 1-room)
	case hidden && !pg.caret && k == keyDown:
		w.scroll(pg, 1)
	case hidden && !pg.caret && pg.from >= w.top && (k == keyEnter || k == keySpace):
		w.scroll(pg, room-1)
	case hidden && k == keyUp:
		w.scroll(pg, -1)
	case hidden && (k == keyEnter || k == keySpace):
		w.follow()
	case pg.whole && k == keyEnter && w.seen < len(pg.lines):
		w.onward(w.top + room)
	default:
		used, done = w.screen.press(k)
		if used {
			w.follow()
		} else if k == keyUp || k == keyDown {
			w.scroll(pg, map[key]int{keyUp: -1, keyDown: 1}[k])
		}
		return used, done
	}
	return true, false
}

// onward goes to the first choice that ends below the line bottom.
func (w *window) onward(bottom int) {
	for used := true; used && w.screen.draw(w.paint, w.width).to <= bottom; {
		used, _ = w.screen.press(keyDown)
	}
	w.follow()
	w.scroll(w.screen.draw(w.paint, w.width), w.screen.draw(w.paint, w.width).from-w.top)
}

func (w *window) scroll(pg page, by int) {
	w.top = max(0, min(w.top+by, len(pg.lines)-w.room(pg)))
}

// follow brings what is chosen into view.
func (w *window) follow() {
	pg := w.screen.draw(w.paint, w.width)
	room := w.room(pg)
	if pg.to > w.top+room {
		w.top = pg.to - room
	}
	if pg.from < w.top {
		w.top = pg.from
	}
}

// draw gives exactly height lines.
func (w *window) draw() frame {
	pg := w.screen.draw(w.paint, w.width)
	w.scroll(pg, 0)
	foot := w.foot(pg, w.paint)
	room := w.room(pg)
	w.seen = max(w.seen, w.top+room)
	f := frame{lines: []string{w.head(), ""}, caret: pg.caret, row: 2 + pg.row - w.top, col: pg.col}
	for i := range room {
		line := ""
		if w.top+i < len(pg.lines) {
			line = pg.lines[w.top+i]
		}
		f.lines = append(f.lines, line)
	}
	if rest := len(pg.lines) - w.top - room; rest > 0 {
		foot[0] = w.paint.as(accent, w.paint.words.say("%s more below (%d)", w.paint.mark("↓", "v"), rest))
	}
	f.lines = append(f.lines, foot...)
	f.lines = f.lines[:min(len(f.lines), w.height)]
	f.caret = f.caret && f.row >= 2 && f.row < 2+room
	return f
}

// head is the name, or how far the consultation is.
func (w *window) head() string {
	if w.percent < 0 {
		return w.paint.as(bold, "Anamnesis")
	}
	text := fmt.Sprintf(" %3d %%", w.percent)
	bar := max(4, min(w.width, 80)-len(text))
	full := min(bar, bar*w.percent/100)
	return w.paint.as(accent, strings.Repeat(w.paint.mark("━", "#"), full)) +
		w.paint.as(dim, strings.Repeat(w.paint.mark("─", "-"), bar-full)) + text
}
