package terminal

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"anamnesis/api"
)

func number(n int) *int { return &n }

func symptoms(count, least, most int) *api.Question {
	q := &api.Question{Type: api.QuestionSymptoms, Messages: []api.Message{{Value: "Do you have any of these?", Type: api.MessageHeader}},
		Constraints: &api.Constraints{MinSelections: number(least), MaxSelections: number(most)}}
	for i := range count {
		name := string(rune('A' + i))
		q.Choices = append(q.Choices, api.Choice{ID: "id" + name, Text: "Finding " + name, SymptomDefinition: &api.Message{Value: "What " + name + " means."}})
	}
	return q
}

// typed presses keys on a window of a size, and says whether the screen had its answer after the last one.
func typed(t *testing.T, s screen, width, height int, keys ...key) (*window, bool) {
	t.Helper()
	w := &window{screen: s, percent: 40, width: width, height: height}
	w.draw()
	for i, k := range keys {
		_, done := w.press(k)
		shown(t, w)
		if done && i < len(keys)-1 {
			t.Fatalf("done after %d of %d keys", i+1, len(keys))
		}
		if done {
			return w, true
		}
	}
	return w, false
}

// shown is the frame as text; it must fit.
func shown(t *testing.T, w *window) string {
	t.Helper()
	f := w.draw()
	if len(f.lines) > w.height {
		t.Errorf("%d lines in a height of %d", len(f.lines), w.height)
	}
	for _, l := range f.lines {
		if columns(l) > w.width {
			t.Errorf("line of %d columns in a width of %d: %q", columns(l), w.width, l)
		}
	}
	return strings.Join(f.lines, "\n")
}

func TestChooseOne(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []key
		want string
	}{
		{"Enter takes the first", []key{keyEnter}, "idA"},
		{"down", []key{keyDown, keyEnter}, "idB"},
		{"down beyond the end", []key{keyDown, keyDown, keyDown, keyDown, keyEnter}, "idC"},
		{"a number", []key{'3', keyEnter}, "idC"},
		{"a number that is not there", []key{'7', keyEnter}, "idA"},
		{"up again", []key{keyDown, keyUp, keyEnter}, "idA"},
	} {
		s := newChoose(symptoms(3, 1, 1), false)
		if _, done := typed(t, s, 80, 24, c.keys...); !done || strings.Join(s.included(), " ") != c.want {
			t.Errorf("%s: done %t, %v", c.name, done, s.included())
		}
	}
}

func TestChooseSeveral(t *testing.T) {
	s := newChoose(symptoms(3, 0, 2), false)
	w, done := typed(t, s, 80, 24, keySpace, '3', '2')
	if text := shown(t, w); done || !strings.Contains(text, "[x] Finding A") || !strings.Contains(text, "[ ] Finding B") || !strings.Contains(text, "up to 2") || !strings.Contains(text, "40 %") {
		t.Errorf("done %t\n%s", done, text)
	}
	if _, done := w.press(keyEnter); !done || strings.Join(s.included(), " ") != "idA idC" {
		t.Errorf("done %t, %v", done, s.included())
	}
	a := answer(symptoms(3, 0, 2), s.included())
	if len(a.Excluded) != 1 || a.Excluded[0] != "idB" {
		t.Errorf("%+v", a)
	}
}

func TestOneEnterDoesNotDenyEverything(t *testing.T) {
	s := newChoose(symptoms(3, 0, 3), false)
	w, done := typed(t, s, 80, 24, keyEnter)
	if text := shown(t, w); done || !strings.Contains(text, "Press Enter again if none") || !strings.Contains(text, "> None of these") {
		t.Errorf("done %t\n%s", done, text)
	}
	if _, done := w.press(keyEnter); !done || len(s.included()) != 0 {
		t.Errorf("done %t, %v", done, s.included())
	}
}

// Choices below the edge would be denied unseen.
func TestEnterShowsAllChoicesBeforeItGoesOn(t *testing.T) {
	s := newChoose(symptoms(10, 0, 10), false)
	w, done := typed(t, s, 40, 14, '1')
	seen := shown(t, w)
	for range 8 {
		if _, done = w.press(keyEnter); done {
			break
		}
		seen += shown(t, w)
	}
	if !done {
		t.Fatalf("never done\n%s", shown(t, w))
	}
	for _, c := range s.choices {
		if !strings.Contains(seen, c.Text) {
			t.Errorf("%s was never shown", c.Text)
		}
	}
}

func TestBackOnlyWhereThereIsOne(t *testing.T) {
	for _, k := range []key{keyLeft, 'b', keyEscape} {
		s := newChoose(symptoms(2, 1, 1), true)
		if _, done := typed(t, s, 80, 24, k); !done || !s.stepped {
			t.Errorf("key %d does not go back", k)
		}
		s = newChoose(symptoms(2, 1, 1), false)
		if _, done := typed(t, s, 80, 24, k); done || s.stepped {
			t.Errorf("key %d goes back where there is nothing", k)
		}
	}
}

func TestWriteChecks(t *testing.T) {
	q := &api.Question{Messages: []api.Message{{Value: "How old are you?", Type: api.MessageHeader}}}
	s := &write{messages: q.Messages, check: checkAge(q, nil)}
	w, done := typed(t, s, 40, 20, '1', '7', keyEnter)
	if text := shown(t, w); done || !strings.Contains(text, "ask a doctor") {
		t.Errorf("done %t\n%s", done, text)
	}
	if _, done := typed(t, s, 40, 20, keyBackspace, '8', keyEnter); !done || s.value() != "18" {
		t.Errorf("done %t, %q", done, s.value())
	}
}

func TestEditor(t *testing.T) {
	for _, c := range []struct {
		keys []key
		want string
	}{
		{[]key{'a', 'b', keyLeft, 'c'}, "acb"},
		{[]key{'a', 'b', keyHome, keyDelete}, "b"},
		{[]key{'a', ' ', 'b', 'c', keyCtrlW}, "a "},
		{[]key{'a', 'b', keyLeft, keyCtrlU}, "b"},
		{[]key{'e', 0x301, 'x', keyLeft, keyBackspace}, "x"}, // a letter and its accent go together
	} {
		var e editor
		for _, k := range c.keys {
			e.press(k)
		}
		if e.String() != c.want {
			t.Errorf("%v: %q, not %q", c.keys, e.String(), c.want)
		}
	}
	var e editor
	e.set("abcdef世界")
	if lines, row, col := e.lines(6); strings.Join(lines, "|") != "abcde|f世界" || row != 1 || col != 5 {
		t.Errorf("%q at %d, %d", lines, row, col)
	}
}

func TestSearchTakesOnlyWhatIsShown(t *testing.T) {
	s := newSearch(&api.Question{Type: api.QuestionAutocomplete, Constraints: &api.Constraints{MinSelections: number(1), MaxSelections: number(2)}}, false)
	w, done := typed(t, s, 80, 24, 'c', 'o', keyEnter)
	if done || len(s.taken) > 0 || !strings.Contains(shown(t, w), "Searching") {
		t.Error("taken before there were results")
	}
	s.found("c", []api.Suggestion{{ID: "old", DropdownName: "Old"}}, nil)
	if strings.Contains(shown(t, w), "Old") {
		t.Error("results of an earlier text are shown")
	}
	s.found("co", []api.Suggestion{{ID: "cough", DropdownName: "Cough"}, {ID: "cold", DropdownName: "Feeling cold"}}, nil)
	typed(t, s, 80, 24, keyDown, keyEnter)
	if text := shown(t, w); !strings.Contains(text, "[x] Feeling cold") || s.wanted() != "" {
		t.Errorf("%s", text)
	}
	if _, done := typed(t, s, 80, 24, keyEnter); !done || strings.Join(s.included(), " ") != "cold" {
		t.Errorf("done %t, %v", done, s.included())
	}
	skipped := newSearch(&api.Question{Type: api.QuestionAutocomplete}, false)
	if w, done := typed(t, skipped, 80, 24, keyEnter); done || !strings.Contains(shown(t, w), "Press Enter again") {
		t.Error("one Enter goes on without a symptom")
	}
	if _, done := typed(t, skipped, 80, 24, 'a', keyBackspace, keyEnter); done {
		t.Error("an Enter before something was typed counts as the first")
	}
	if _, done := typed(t, skipped, 80, 24, keyEnter); !done || skipped.included()[0] != api.ChoiceSkip {
		t.Error("nothing taken is not a skip")
	}
}

func TestKeys(t *testing.T) {
	var d keys
	var got []key
	for _, part := range []string{"a\x1b", "[A\x1bOB", "\xc3", "\xa9\r", "\x1b[200~x\ry\x03\x1b[201~", "\x1b[1;5C", "\x03"} {
		got = append(got, d.feed([]byte(part))...)
	}
	want := []key{'a', keyUp, keyDown, 'é', keyEnter, 'x', keySpace, 'y', keySpace, keyCtrlC}
	if len(got) != len(want) {
		t.Fatalf("%v, not %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("key %d: %d, not %d", i, got[i], want[i])
		}
	}
	if d.feed([]byte{0x1b}); !d.waiting() || d.flush()[0] != keyEscape {
		t.Error("Escape alone is lost")
	}
}

func TestTextsCannotCommandTheTerminal(t *testing.T) {
	p := paint{color: true}
	for _, s := range []string{"a\x1b[2Jb", "\x9b2Jx", "x\x07", "\x1b]0;title\x07"} {
		for _, line := range p.messages([]api.Message{{Value: s}}, 20) {
			if strings.ContainsAny(line, "\x1b\x07\u009b") {
				t.Errorf("%q is let through as %q", s, line)
			}
		}
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("burning when I pee, 世界 👩‍👩‍👧 and so on", 7)
	f.Add("\xff\x1b[31m averyveryverylongword", 3)
	f.Add("\u0335 0\u0335", 7)
	f.Add("Z\ud0c2\ud7fa", 64)
	f.Fuzz(func(t *testing.T, s string, width int) {
		width = 2 + width&63
		lines := wrap(clean(s), width)
		for _, l := range lines {
			if columns(l) > width && uniseg.GraphemeClusterCount(l) > 1 { // one character may be wider than the window
				t.Errorf("%q is %d columns wide, not %d", l, columns(l), width)
			}
		}
		letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got, want := letters(strings.Join(lines, "\n")), letters(clean(s)); got != want {
			t.Errorf("%q became %q", want, got)
		}
	})
}
