package eval

import (
	"fmt"
	"slices"
	"strings"

	"anamnesis/internal/kb"
)

// Terse makes of each case one patient who opens with the chief complaint alone and, where the case has another
// complaint, one who opens with the first two, each in the words that the base lists first for it. Everything else
// has to be asked for. Nobody has less for saying less, so that the accepted levels stay.
func Terse(b *kb.Base, cases []Case) []Case {
	return opened(b, cases, 1, 2, func(list []string, n int) string { return strings.Join(list[:n], ", ") })
}

// Aside makes of each case one patient for each of the second to the sixth complaint, who opens with that one alone:
// people lead with what bothers them, which is not always what is dangerous.
func Aside(b *kb.Base, cases []Case) []Case {
	return opened(b, cases, 2, 6, func(list []string, n int) string { return list[n-1] })
}

// opened makes of each case a patient for each number from first to last, as far as it has complaints.
func opened(b *kb.Base, cases []Case, first, last int, opening func(list []string, n int) string) []Case {
	var out []Case
	for i := range cases {
		list := complaints(b, &cases[i])
		for n := first; n <= min(last, len(list)); n++ {
			c := cases[i]
			c.ID = fmt.Sprintf("%s#%d", c.ID, n)
			c.Opening = opening(list, n)
			out = append(out, c)
		}
	}
	return out
}

// complaints puts a case's chief complaint, whatever kind it is of, and its other findings into words, in its order:
// neither attributes nor what is a kind of one before.
func complaints(b *kb.Base, c *Case) []string {
	var words []string
	var named []kb.ConceptID
	for _, name := range c.Present {
		id, ok := b.Concept(name)
		if !ok || len(words) > 0 && !b.Concepts[id].Kind.Finding() || b.Concepts[id].AttributeOf != kb.None {
			continue
		}
		if slices.ContainsFunc(named, func(o kb.ConceptID) bool { return kind(b, id, o) || kind(b, o, id) }) {
			continue
		}
		named = append(named, id)
		if con := &b.Concepts[id]; len(con.Phrases) > 0 {
			words = append(words, con.Phrases[0])
		} else {
			words = append(words, con.Lay)
		}
	}
	return words
}

// kind says that a is a kind of b.
func kind(b *kb.Base, a, of kb.ConceptID) bool {
	return slices.ContainsFunc(b.Concepts[a].Parents, func(up kb.ConceptID) bool { return up == of || kind(b, up, of) })
}
