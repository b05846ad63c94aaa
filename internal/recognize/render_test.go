package recognize

import (
	"fmt"
	"strings"

	"anamnesis/internal/kb"
)

// render writes a result in one line: "-fever" is denied, "?" in doubt, "~" past,
// "*" hypothetical, "@" another's, "!" an illness, "clarify:" a vague complaint.
func render(b *kb.Base, r *Result) string {
	var parts []string
	if r.Information {
		parts = append(parts, "INFORMATION")
	}
	if r.Crisis {
		parts = append(parts, "CRISIS")
	}
	for i := range r.Mentions {
		parts = append(parts, renderMention(b, &r.Mentions[i]))
	}
	return strings.Join(parts, ", ")
}

func renderMention(b *kb.Base, m *Mention) string {
	var s strings.Builder
	for _, mark := range []struct {
		on   bool
		text string
	}{{m.Negated, "-"}, {m.Uncertain, "?"}, {m.Past, "~"}, {m.Hypothetical, "*"}, {m.Experiencer == Other, "@"}} {
		if mark.on {
			s.WriteString(mark.text)
		}
	}
	id := ""
	switch m.Kind {
	case KindConcept:
		id = b.Concepts[m.Concept].ID
		s.WriteString(id)
	case KindCondition:
		s.WriteString("!" + b.Conditions[m.Condition].ID)
	case KindClarification:
		s.WriteString("clarify:" + b.Clarifications[m.Clarification].ID)
	}
	if m.DurationDays >= 0 {
		fmt.Fprintf(&s, " %.3gd", m.DurationDays)
	}
	if m.Severity != "" {
		s.WriteString(" " + m.Severity)
	}
	for _, a := range m.Attributes {
		s.WriteString(" +" + strings.TrimPrefix(b.Concepts[a].ID, id))
	}
	return s.String()
}
