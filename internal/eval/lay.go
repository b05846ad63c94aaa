package eval

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// LayItem is a sentence of a patient with what its annotators found in it.
type LayItem struct {
	ID       string       `json:"id"`
	Text     string       `json:"text"`
	Split    string       `json:"split"`
	Mentions []LayMention `json:"mentions"`
}

// LayMention is one annotated complaint or illness. Mention is mostly, but not always, a stretch of the text in lower case.
type LayMention struct {
	Mention  string   `json:"mention"`
	Type     string   `json:"type"` // ADR, WD, SSI, DI: effect of a medicine, of stopping it, symptom or illness, reason for the medicine
	CUIs     []string `json:"cuis"`
	Mild     string   `json:"mild"`
	Moderate string   `json:"moderate"`
	Severe   string   `json:"severe"`
}

const layPublished = "PsyTAR (Zolnoori et al., Data in Brief 2019;24:103838, CC BY 4.0) is published at https://doi.org/10.1016/j.dib.2019.103838; the file has one JSON object a sentence with id, text, split and mentions"

// LoadLay reads folder/text/psytar.jsonl.gz. The split "dev" is the locked part, every other the open one.
func LoadLay(folder, part string) ([]LayItem, error) {
	all, err := loadLines[LayItem](filepath.Join(folder, "text", "psytar.jsonl.gz"), layPublished)
	return slices.DeleteFunc(all, func(it LayItem) bool {
		return part != "all" && (part == "locked") != (it.Split == "dev")
	}), err
}

// layTally counts over some sentences.
type layTally struct {
	items           int
	concepts, spans Confusion
	severity        part
	denied          part // of what was found: read as denied
	silent          part // sentences without a mention that gave no complaint
	missed          []string
}

// MeasureLay reads each sentence and compares what comes out with what the annotators found.
func MeasureLay(b *kb.Base, r *recognize.Recognizer, items []LayItem) Card {
	c := Card{Name: "lay", Note: "f1: concepts, of those that the base has; span_f1: any concept at the place; denied: of what was found, read as denied (the data tell no denials apart); silent: of sentences without a mention, gave no complaint"}
	carried := carriedCodes(b)
	all := &layTally{}
	kinds := map[string]*layTally{}
	for i := range items {
		it := &items[i]
		t, byType := it.measure(b, r, carried)
		all.add(t)
		for kind, k := range byType {
			if kinds[kind] == nil {
				kinds[kind] = &layTally{}
			}
			kinds[kind].add(k)
		}
		if len(t.missed) > 0 {
			c.Misses = append(c.Misses, fmt.Sprintf("%s: %q: %s", it.ID, it.Text, strings.Join(t.missed, ", ")))
		}
	}
	for _, k := range sorted(kinds) {
		t := kinds[k]
		c.Kinds = append(c.Kinds, CardRow{k, t.concepts.Right + t.concepts.Missed, []Measured{
			{"recall", t.concepts.Recall(), t.concepts.Right + t.concepts.Missed}, {"span_recall", t.spans.Recall(), t.spans.Right + t.spans.Missed},
		}})
	}
	c.All = all.row()
	return c
}

// carriedCodes are all codes that the base has for something, its own or a published equivalent.
func carriedCodes(b *kb.Base) map[string]bool {
	m := map[string]bool{}
	for i := range b.Concepts {
		for _, code := range b.Concepts[i].Codes() {
			m[code] = true
		}
	}
	for i := range b.Conditions {
		m[b.Conditions[i].Code] = true
	}
	return m
}

// read is what one mention of a reading claims.
type read struct {
	of      *recognize.Mention
	codes   []string
	factor  bool // medicines, habits, known illnesses: the annotators mark them at times only, so that they are never wrong
	vague   bool // a complaint to be made precise: it has a place and no concept yet
	matched bool
}

func claims(b *kb.Base, res *recognize.Result) []read {
	var out []read
	for i := range res.Mentions {
		m := &res.Mentions[i]
		if m.Hypothetical {
			continue
		}
		c := read{of: m, vague: m.Kind == recognize.KindClarification}
		if m.Kind == recognize.KindConcept {
			c.codes = b.Concepts[m.Concept].Codes()
			c.factor = !b.Concepts[m.Concept].Kind.Finding()
			for _, a := range m.Attributes {
				c.codes = append(c.codes, b.Concepts[a].Codes()...)
			}
		}
		if m.Condition != kb.None && m.Kind != recognize.KindClarification {
			c.codes = append(c.codes, b.Conditions[m.Condition].Code)
		}
		out = append(out, c)
	}
	return out
}

func (it *LayItem) measure(b *kb.Base, r *recognize.Recognizer, carried map[string]bool) (all layTally, kinds map[string]layTally) {
	res := r.Recognize(it.Text, recognize.Options{})
	said := claims(b, &res)
	kinds = map[string]layTally{}
	all.items = 1
	if len(it.Mentions) == 0 {
		complaint := func(c read) bool { return !c.factor && c.of.Stated() }
		all.silent.count(!slices.ContainsFunc(said, complaint))
		for i := range said {
			if complaint(said[i]) {
				all.missed = append(all.missed, "wrong "+said[i].of.Name)
			}
		}
	}
	counted := map[string]bool{} // a sentence says a concept once
	for i := range it.Mentions {
		g := &it.Mentions[i]
		t := kinds[g.Type]
		if due, key := g.carried(carried); due && !counted[key] {
			counted[key] = true
			t.concepts.add(it.find(g, said, &all))
		}
		t.spans.add(it.overlap(g.Mention, said))
		kinds[g.Type] = t
	}
	for _, t := range kinds {
		all.concepts.add(t.concepts)
		all.spans.add(t.spans)
	}
	it.wrong(said, carried, &all)
	return all, kinds
}

// carried tells whether the base has one of the mention's concepts, and names them.
func (g *LayMention) carried(codes map[string]bool) (bool, string) {
	return slices.ContainsFunc(g.CUIs, func(c string) bool { return codes[c] }), strings.Join(g.CUIs, " ")
}

// find looks for a statement of the mention's concept, wherever it stands in the sentence.
func (it *LayItem) find(g *LayMention, said []read, t *layTally) Confusion {
	at := slices.IndexFunc(said, func(c read) bool { return !c.vague && shared(c.codes, g.CUIs) })
	if at < 0 {
		t.missed = append(t.missed, "missing "+g.Mention)
		return Confusion{Missed: 1}
	}
	for i := range said {
		said[i].matched = said[i].matched || shared(said[i].codes, g.CUIs)
	}
	m := said[at].of
	t.denied.count(m.Negated)
	if want := g.severity(); want != "" {
		t.severity.count(m.Severity == want)
		if m.Severity != want {
			t.missed = append(t.missed, fmt.Sprintf("severity %q for %q of %s", m.Severity, want, g.Mention))
		}
	}
	return Confusion{Right: 1}
}

func (g *LayMention) severity() string {
	switch {
	case g.Severe != "":
		return recognize.Severe
	case g.Moderate != "":
		return recognize.Moderate
	case g.Mild != "":
		return recognize.Mild
	}
	return ""
}

func shared(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// overlap tells whether anything was read at the place of a mention; one that is not a stretch of the text has none.
func (it *LayItem) overlap(mention string, said []read) Confusion {
	places := it.places(mention)
	if len(places) == 0 {
		return Confusion{}
	}
	for i := range said {
		for _, p := range places {
			if said[i].of.Start < p.End && p.Start < said[i].of.End {
				return Confusion{Right: 1}
			}
		}
	}
	return Confusion{Missed: 1}
}

// places are the stretches of the text that a mention, or the part of it after its last comma, is.
func (it *LayItem) places(mention string) []recognize.Span {
	low := strings.ToLower(it.Text)
	if len(low) != len(it.Text) {
		return nil
	}
	var out []recognize.Span
	for _, words := range []string{mention, mention[strings.LastIndex(mention, ",")+1:]} {
		words = strings.ToLower(strings.TrimSpace(words))
		for from := 0; words != ""; {
			i := strings.Index(low[from:], words)
			if i < 0 {
				break
			}
			start := utf8.RuneCountInString(it.Text[:from+i])
			out = append(out, recognize.Span{Start: start, End: start + utf8.RuneCountInString(words)})
			from += i + len(words)
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// wrong counts what was read of the person and is at no mention's place; and as a concept what is of none that a mention
// has, unless it is at the place of one whose concepts the base lacks.
func (it *LayItem) wrong(said []read, carried map[string]bool, t *layTally) {
	for i := range said {
		c := &said[i]
		if c.factor || c.of.Negated || c.of.Experiencer != recognize.Patient {
			continue
		}
		at, lacked := c.matched, false
		for j := range it.Mentions {
			g := &it.Mentions[j]
			if it.overlap(g.Mention, said[i:i+1]).Right > 0 {
				due, _ := g.carried(carried)
				at, lacked = true, lacked || !due
			}
		}
		if !at {
			t.spans.Wrong++
		}
		if !c.matched && !c.vague && !lacked {
			t.concepts.Wrong++
			if len(it.Mentions) > 0 {
				t.missed = append(t.missed, "wrong "+c.of.Name)
			}
		}
	}
}

func (t *layTally) add(o layTally) {
	t.items += o.items
	t.concepts.add(o.concepts)
	t.spans.add(o.spans)
	t.severity.add(o.severity)
	t.denied.add(o.denied)
	t.silent.add(o.silent)
}

func (t *layTally) row() CardRow {
	r := confusionRow("all", t.items, t.concepts)
	s := t.spans
	r.Measures = append(r.Measures, Measured{"span_precision", s.Precision(), s.Right + s.Wrong}, Measured{"span_recall", s.Recall(), s.Right + s.Missed},
		Measured{"span_f1", s.F1(), s.Right + s.Wrong + s.Missed})
	for _, m := range []struct {
		key string
		p   part
	}{{"severity", t.severity}, {"denied", t.denied}, {"silent", t.silent}} {
		if m.p.of > 0 {
			r.Measures = append(r.Measures, Measured{m.key, ratio(m.p.right, m.p.of), m.p.of})
		}
	}
	return r
}
