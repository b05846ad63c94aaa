package eval

import (
	"fmt"
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// textTally counts over some sentences.
type textTally struct {
	items                            int
	both, concepts                   Confusion // concept and negation; concept alone
	days, severity                   part
	uncertain, experiencer, pastness part
	everyday                         part // sentences without a complaint that gave none
}

// part counts what is right among those that it applies to.
type part struct{ right, of int }

func (p *part) count(right bool) { p.right, p.of = p.right+btoi(right), p.of+1 }

func (p *part) add(o part) { p.right, p.of = p.right+o.right, p.of+o.of }

// MeasureTexts reads each sentence and compares what comes out with what it says. A parent of
// what a sentence says, and a further near-equal, are neither right nor wrong.
func MeasureTexts(b *kb.Base, r *recognize.Recognizer, items []TextItem) Card {
	c := Card{Name: "text", Note: "f1: concept with its negation; duration and severity: right where stated and the concept was found; silent: share of the everyday sentences that gave no concept; they do not count for f1"}
	kinds := map[string]*textTally{}
	all := &textTally{}
	for i := range items {
		it := &items[i]
		t, miss := it.measure(b, r)
		kind := it.Kind
		if it.everyday {
			kind = "everyday"
		}
		for _, row := range []string{kind, it.set} {
			if row == "" {
				continue
			}
			if kinds[row] == nil {
				kinds[row] = &textTally{}
			}
			kinds[row].add(t)
		}
		all.add(t)
		if miss != "" {
			c.Misses = append(c.Misses, fmt.Sprintf("%s %s: %q: %s", kind, it.ID, it.Text, miss))
		}
	}
	for _, k := range sorted(kinds) {
		c.Kinds = append(c.Kinds, kinds[k].row(k))
	}
	c.All = all.row("all")
	return c
}

// july22 is the day on which every sentence is taken to be written, a Wednesday.
var july22 = recognize.Date{Year: 2026, Month: 7, Day: 22}

func (it *TextItem) measure(b *kb.Base, r *recognize.Recognizer) (textTally, string) {
	res := r.Recognize(it.Text, recognize.Options{Today: july22})
	said := statements(&res)
	t := textTally{items: 1}
	if it.everyday {
		t.everyday.count(len(said) == 0)
		return t, strings.TrimSpace(named(b, said))
	}
	t.concepts = it.match(b, said, false, nil)
	for i := range said {
		said[i].matched = false
	}
	var faults []string
	t.both = it.match(b, said, true, func(g *Gold, s *statement) {
		if s == nil {
			faults = append(faults, "missing "+sign(g.Negated)+g.Concept)
			return
		}
		faults = append(faults, t.details(g, s.of)...)
	})
	for i := range said {
		if !said[i].matched && !it.neutral(b, &said[i], true) {
			faults = append(faults, "wrong "+sign(said[i].of.Negated)+b.Concepts[said[i].concept].ID)
		}
	}
	return t, strings.Join(faults, ", ")
}

// details judges what was said beside a concept that was found, and names what is wrong.
func (t *textTally) details(g *Gold, m *recognize.Mention) []string {
	var faults []string
	check := func(p *part, right bool, what string) {
		p.count(right)
		if !right {
			faults = append(faults, what+" of "+g.Concept)
		}
	}
	if g.Days != nil {
		check(&t.days, clinical.BucketOf(m.DurationDays) == clinical.BucketOf(*g.Days), fmt.Sprintf("duration %.3g for %.3g", m.DurationDays, *g.Days))
	}
	if g.Severity != nil {
		check(&t.severity, m.Severity == *g.Severity, fmt.Sprintf("severity %q for %q", m.Severity, *g.Severity))
	}
	check(&t.uncertain, m.Uncertain == g.Uncertain, "doubt")
	check(&t.experiencer, string(m.Experiencer) == g.Experiencer, "experiencer")
	check(&t.pastness, m.Past == g.Past, "past")
	return faults
}

func sign(negated bool) string {
	if negated {
		return "-"
	}
	return ""
}

func named(b *kb.Base, said []statement) string {
	var s strings.Builder
	for i := range said {
		s.WriteString(" wrong " + sign(said[i].of.Negated) + b.Concepts[said[i].concept].ID)
	}
	return s.String()
}

// match pairs each thing said with a statement of it, and gives f each pair or nil.
func (it *TextItem) match(b *kb.Base, said []statement, negation bool, f func(*Gold, *statement)) Confusion {
	var c Confusion
	for i := range it.Gold {
		g := &it.Gold[i]
		at := -1
		for _, id := range g.ids { // the concept itself goes before its near-equals
			at = slices.IndexFunc(said, func(s statement) bool {
				return !s.matched && s.concept == id && (!negation || s.of.Negated == g.Negated)
			})
			if at >= 0 {
				break
			}
		}
		if at < 0 {
			c.Missed++
		} else {
			c.Right++
			said[at].matched = true
		}
		if f != nil && at < 0 {
			f(g, nil)
		} else if f != nil {
			f(g, &said[at])
		}
	}
	for i := range said {
		if !said[i].matched && !it.neutral(b, &said[i], negation) {
			c.Wrong++
		}
	}
	return c
}

// neutral tells what is neither right nor wrong: a near-equal of something said, or a parent of it.
func (it *TextItem) neutral(b *kb.Base, s *statement, negation bool) bool {
	for i := range it.Gold {
		g := &it.Gold[i]
		if negation && s.of.Negated != g.Negated {
			continue
		}
		if slices.Contains(g.ids, s.concept) {
			return true
		}
		for _, id := range g.ids {
			if above(b, id, s.concept) {
				return true
			}
		}
	}
	return false
}

// above tells whether a concept is a parent of another, at any distance.
func above(b *kb.Base, child, parent kb.ConceptID) bool {
	c := &b.Concepts[child]
	if c.AttributeOf != kb.None && (c.AttributeOf == parent || above(b, c.AttributeOf, parent)) {
		return true
	}
	return slices.ContainsFunc(c.Parents, func(p kb.ConceptID) bool { return p == parent || above(b, p, parent) })
}

func (t *textTally) add(o textTally) {
	t.items += o.items
	t.both.add(o.both)
	t.concepts.add(o.concepts)
	t.days.add(o.days)
	t.severity.add(o.severity)
	t.uncertain.add(o.uncertain)
	t.experiencer.add(o.experiencer)
	t.pastness.add(o.pastness)
	t.everyday.add(o.everyday)
}

func (t *textTally) row(kind string) CardRow {
	r := CardRow{Kind: kind, Items: t.items}
	if t.items > t.everyday.of {
		r = confusionRow(kind, t.items, t.both)
		r.Measures = append(r.Measures, Measured{"concept_f1", t.concepts.F1(), t.concepts.Right + t.concepts.Wrong + t.concepts.Missed})
	}
	for _, m := range []struct {
		key string
		p   part
	}{{"duration", t.days}, {"severity", t.severity}, {"uncertain", t.uncertain}, {"experiencer", t.experiencer}, {"past", t.pastness}, {"silent", t.everyday}} {
		if m.p.of > 0 {
			r.Measures = append(r.Measures, Measured{m.key, ratio(m.p.right, m.p.of), m.p.of})
		}
	}
	return r
}
