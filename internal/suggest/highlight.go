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
		r.Rows[i] = Row{ID: t.id, Code: t.code, DropdownName: m.shown[f.at], DisplayName: t.display, Alternative: m.other || f.at > 0}
		r.Alternative = r.Alternative || r.Rows[i].Alternative
		s.highlight(m, f.at)
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
func (s *scratch) highlight(m *name, at int32) {
	done, shown := int32(0), m.shown[at]
	for _, t := range s.spots(m, at) {
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

// spots finds the words of a shown text, once. The index does not find them when it is built: some twenty thousand
// names are never shown.
func (s *scratch) spots(m *name, at int32) []spot {
	if p := m.spots[at].Load(); p != nil {
		return *p
	}
	var out []spot
	s.shown = s.x.tongue.tokens(s.shown[:0], m.shown[at])
	for _, t := range s.shown {
		if id, ok := s.x.ids[t.Text]; ok {
			out = append(out, spot{id, int32(t.From), int32(t.To)})
		}
	}
	m.spots[at].Store(&out)
	return out
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
