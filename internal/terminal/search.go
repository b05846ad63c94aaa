package terminal

import (
	"slices"
	"strings"

	"anamnesis/api"
)

// search finds symptoms while a person types, and keeps those taken.
type search struct {
	messages []api.Message
	most     int
	back     bool

	editor  editor
	results []api.Suggestion
	of      string // the text that results are of
	failed  bool
	at      int // row of results
	taken   []api.Suggestion
	note    string
	warned  bool // that Enter now would go on without a symptom
	stepped bool
	words   words
}

func newSearch(q *api.Question, back bool) *search {
	_, most := bounds(q)
	if most == 0 {
		most = 1
	}
	return &search{messages: q.Messages, most: most, back: back}
}

// wanted is the text to search for; "" is none.
func (s *search) wanted() string { return strings.TrimSpace(s.editor.String()) }

// found takes results, unless the text has changed since.
func (s *search) found(text string, list []api.Suggestion, err error) {
	if text != s.wanted() {
		return
	}
	s.results, s.of, s.failed, s.at = list, text, err != nil, 0
}

func (s *search) press(k key) (used, done bool) {
	s.note = ""
	warned := s.warned
	s.warned = false
	empty := s.editor.String() == ""
	switch {
	case k == keyEnter:
		return true, s.enter(warned)
	case k == keyUp && s.at > 0:
		s.at--
	case k == keyDown && s.at+1 < len(s.results):
		s.at++
	case (k == keyLeft && empty || k == keyEscape) && s.back:
		s.stepped = true
		return true, true
	case k == keyBackspace && empty && len(s.taken) > 0:
		s.taken = s.taken[:len(s.taken)-1]
	case s.editor.press(k):
		if s.wanted() == "" {
			s.results, s.of = nil, ""
		}
	default:
		return false, false
	}
	return true, false
}

// enter takes the result under the mark, or with nothing written goes on. Going on without any symptom ends the
// consultation without a result, so it is asked for twice.
func (s *search) enter(warned bool) (done bool) {
	switch {
	case s.wanted() == "" && len(s.taken) == 0 && !warned:
		s.warned = true
		s.note = s.words.say("No symptom is chosen. Press Enter again to go on without one.")
		return false
	case s.wanted() == "":
		return true
	case s.of != s.wanted():
		return false // its results are still to come
	case len(s.results) == 0:
		s.note = s.words.say("Choose a symptom from the list first, or clear the line to go on without one.")
		return false
	}
	r := s.results[s.at]
	if !slices.ContainsFunc(s.taken, func(t api.Suggestion) bool { return t.ID == r.ID }) {
		s.taken = append(s.taken, r)
	}
	s.editor.set("")
	s.results, s.of, s.at = nil, "", 0
	return len(s.taken) >= s.most
}

// included is the answer: what was taken, or that the search is skipped.
func (s *search) included() []string {
	if len(s.taken) == 0 {
		return []string{api.ChoiceSkip}
	}
	var ids []string
	for _, t := range s.taken {
		ids = append(ids, t.ID)
	}
	return ids
}

func (s *search) draw(p paint, width int) page {
	pg := page{lines: append(p.messages(s.messages, width), ""), note: s.note, caret: true}
	for _, t := range s.taken {
		pg.lines = append(pg.lines, p.lead(calm, "  [x] ", "", t.DropdownName, width)...)
	}
	pg.field(p, &s.editor, width)
	first := pg.from
	pg.lines = append(pg.lines, "")
	for i, r := range s.results {
		lead, style := "    ", ""
		if i == s.at {
			lead, style = "  "+p.mark("❯ ", "> "), chosen
		}
		pg.lines = append(pg.lines, p.lead(style, lead, style, r.DropdownName, width)...)
		if i == s.at {
			pg.from, pg.to = first, len(pg.lines)
		}
	}
	if line := s.status(); line != "" {
		pg.lines = append(pg.lines, p.hang("    ", dim, p.words.say(line), width)...)
	}
	pg.hint = s.hint(p)
	return pg
}

func (s *search) status() string {
	switch {
	case s.wanted() == "" && len(s.taken) == 0:
		return "Type the first letters of a symptom."
	case s.wanted() == "":
		return "Type another one, or press Enter to go on."
	case s.of != s.wanted():
		return "Searching..."
	case s.failed:
		return "The search does not answer just now. Change the text to try again."
	case len(s.results) == 0:
		return "Nothing found. Try a simpler or another word."
	}
	return ""
}

func (s *search) hint(p paint) string {
	keys := []string{p.arrows() + p.words.say(": choose"), p.words.say("Enter: take it")}
	if s.wanted() == "" {
		keys = []string{p.words.say("Enter: go on without one")}
		if len(s.taken) > 0 {
			keys = []string{p.words.say("Enter: go on"), p.words.say("Backspace: take the last one away")}
		}
	}
	if s.back {
		keys = append(keys, p.words.say("Esc: back"))
	}
	return strings.Join(append(keys, p.words.say("Ctrl-C: leave")), p.mark(" · ", ", "))
}
