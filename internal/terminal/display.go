package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"anamnesis/api"
)

const (
	searchPause = 150 * time.Millisecond // without a key, before a search
	escapePause = 50 * time.Millisecond  // within which the rest of a key arrives
	slowAfter   = 300 * time.Millisecond // before a call is said to take its time
)

// display shows screens on a terminal, one at a time.
type display struct {
	out      io.Writer
	size     func() (width, height int)
	input    <-chan []byte
	resized  <-chan os.Signal
	paint    paint
	percent  int
	debounce time.Duration
	search   func(context.Context, string) ([]api.Suggestion, error)

	keys    keys
	window  *window
	leaving bool // the person is asked whether to leave
}

// show holds a screen until it has its answer.
func (d *display) show(ctx context.Context, s screen) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d.window = &window{screen: s, paint: d.paint, percent: d.percent}
	find := &finder{d: d, answers: make(chan foundSymptoms, 1)}
	find.screen, _ = s.(*search)
	for {
		d.draw()
		find.look()
		var rest <-chan time.Time
		if d.keys.waiting() {
			rest = time.After(escapePause)
		}
		var pressed []key
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b, ok := <-d.input:
			if !ok {
				return ErrLeft
			}
			pressed = d.keys.feed(b)
		case <-rest:
			pressed = d.keys.flush()
		case <-find.due:
			find.start(ctx)
		case a := <-find.answers:
			find.screen.found(a.text, a.list, a.err)
		case <-d.resized:
		}
		if done, err := d.press(pressed); done || err != nil {
			return err
		}
	}
}

// press gives keys to the screen until it is done. What was typed beyond is dropped: it answers nothing that was seen.
func (d *display) press(pressed []key) (done bool, err error) {
	for _, k := range pressed {
		if k == keyCtrlC || d.leaving && (k == 'y' || k == 'Y') {
			return false, ErrLeft
		}
		if d.leaving {
			d.leaving, d.window.notice = false, ""
			continue
		}
		used, done := d.window.press(k)
		if done {
			return true, nil
		}
		if !used && (k == 'q' || k == 'Q') {
			d.leaving, d.window.notice = true, d.paint.words.say("Leave? Your answers are not kept. y leaves, any other key goes on.")
		}
	}
	return false, nil
}

// finder searches while a person types: after a pause, and never twice for one text.
type finder struct {
	d       *display
	screen  *search // nil for other screens
	asked   string
	due     <-chan time.Time
	answers chan foundSymptoms
}

type foundSymptoms struct {
	text string
	list []api.Suggestion
	err  error
}

// look starts the pause where the text has changed.
func (f *finder) look() {
	if f.screen == nil {
		return
	}
	if text := f.screen.wanted(); text != f.asked {
		f.asked, f.due = text, nil
		if text != "" {
			f.due = time.After(f.d.debounce)
		}
	}
}

func (f *finder) start(ctx context.Context) {
	f.due = nil
	text := f.asked
	go func() {
		list, err := f.d.search(ctx, text)
		select {
		case f.answers <- foundSymptoms{text, list, err}:
		case <-ctx.Done():
		}
	}()
}

// result is what a call gave.
type result[T any] struct {
	value T
	err   error
}

// wait makes a call while the screen stands, and drops keys meanwhile but for Ctrl-C.
func wait[T any](ctx context.Context, d *display, call func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan result[T], 1)
	go func() {
		v, err := call(ctx)
		done <- result[T]{v, err}
	}()
	slow := time.NewTimer(slowAfter)
	defer slow.Stop()
	var none T
	for {
		select {
		case r := <-done:
			return r.value, r.err
		case <-ctx.Done():
			return none, ctx.Err()
		case b, ok := <-d.input:
			if !ok || slices.Contains(d.keys.feed(b), keyCtrlC) {
				return none, ErrLeft
			}
		case <-slow.C:
			if d.window != nil {
				d.window.notice = d.paint.words.say("One moment, please.")
			}
			d.draw()
		case <-d.resized:
			d.draw()
		}
	}
}

// draw puts the window on the terminal.
func (d *display) draw() {
	if d.window == nil {
		return
	}
	if w, h := d.size(); w != d.window.width || h != d.window.height {
		first := d.window.width == 0
		d.window.width, d.window.height = w, h
		if !first {
			d.window.follow()
		}
	}
	f := d.window.draw()
	var b strings.Builder
	// Lines are cleared before they are written: after a full one, clearing would take its last column.
	b.WriteString("\x1b[?25l\x1b[H\x1b[2K" + strings.Join(f.lines, "\r\n\x1b[2K"))
	for range d.window.height - len(f.lines) {
		b.WriteString("\r\n\x1b[2K")
	}
	if f.caret {
		fmt.Fprintf(&b, "\x1b[%d;%dH\x1b[?25h", f.row+1, f.col+1)
	}
	_, _ = io.WriteString(d.out, b.String()) // a terminal that is gone ends the input too
}
