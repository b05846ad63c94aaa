package kb

import (
	"bytes"
	"fmt"
)

const pageFile = "SOURCES.md"

// SourcesPage is the content of SOURCES.md: every cited work, ordered by id.
func SourcesPage(s *Sources) []byte {
	var b bytes.Buffer
	b.WriteString("# Sources\n\nMade from sources/*.yaml by `anamnesis kb build`; do not edit.\n" +
		"Facts and figures were taken from these works, their sentences were not.\n\n")
	for i := range s.works {
		w := &s.works[i]
		fmt.Fprintf(&b, "- `%s` [%s](%s)", w.ID, w.Title, w.URL)
		if w.Year != 0 {
			fmt.Fprintf(&b, ", %d", w.Year)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}
