package suggest

import (
	"html"
	"strings"
)

// rows renders the best rows. All highlights share one string.
func (s *scratch) rows() Result {
	n := len(s.top)
	r := Result{Rows: make([]Row, n)}
	s.out, s.ends = s.out[:0], s.ends[:0]
	for i, f := range s.top {
		m, t := &s.x.names[f.name-1], &s.x.targets[f.target]
		says := s.x.say(f.name-1, f.at)
		r.Rows[i] = Row{ID: t.id, Code: t.code, DropdownName: says.text, DisplayName: t.display, Alternative: m.other || f.at > 0}
		r.Alternative = r.Alternative || r.Rows[i].Alternative
		s.highlight(says)
		s.ends = append(s.ends, len(s.out))
	}
	all, from := string(s.out), 0
	for i, end := range s.ends {
		r.Rows[i].Highlight = all[from:end]
		from = end
	}
	return r
}

// highlight appends the text of a row as HTML with the matched words in <i>. Whole words
// are marked, so that a translation of single words keeps the marks whole.
func (s *scratch) highlight(says *shown) {
	done, shown := int32(0), says.text
	for _, t := range says.spots {
		if !s.marked[t.word] {
			continue
		}
		s.escape(shown[done:t.from])
		s.out = append(s.out, "<i>"...)
		s.escape(shown[t.from:t.to])
		s.out = append(s.out, "</i>"...)
		done = t.to
	}
	s.escape(shown[done:])
}

// escape appends text as HTML, without a copy where nothing needs escaping.
func (s *scratch) escape(t string) {
	if strings.ContainsAny(t, "&<>\"'") {
		t = html.EscapeString(t)
	}
	s.out = append(s.out, t...)
}

// In gives the row with every text rewritten by f, such as a change to British
// spelling, stretch by stretch, so that the highlight still equals the name.
func (r Row) In(f func(string) string) Row {
	r.DisplayName = f(r.DisplayName)
	var name, mark strings.Builder
	for i, part := range strings.Split(strings.ReplaceAll(r.Highlight, "</i>", "<i>"), "<i>") {
		plain := f(html.UnescapeString(part))
		name.WriteString(plain)
		if i%2 == 1 {
			mark.WriteString("<i>" + html.EscapeString(plain) + "</i>")
		} else {
			mark.WriteString(html.EscapeString(plain))
		}
	}
	r.DropdownName, r.Highlight = name.String(), mark.String()
	return r
}
