package bench

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/internal/suggest"
)

// name is one text of the vocabulary and what it is a name of.
type name struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// vocabulary is what the type-ahead finds: proper names of findings, which queries are drawn from, and all texts, which
// everybody searches. Names of illnesses, of which ours makes their symptoms, stay out of the others'.
func vocabulary(b *kb.Base) (proper, all []name) {
	for i := range b.Concepts {
		c := &b.Concepts[i]
		if !c.Kind.Finding() || c.Standard != "" {
			continue
		}
		for _, s := range slices.Concat([]string{c.Name, c.Lay}, c.Synonyms) {
			all = append(all, name{"assessment_" + c.Code, s})
			if c.AttributeOf == kb.None {
				proper = append(proper, all[len(all)-1])
			}
		}
		for _, s := range c.Phrases {
			all = append(all, name{"assessment_" + c.Code, s})
		}
	}
	for i := range b.Clarifications {
		c := &b.Clarifications[i]
		for _, s := range slices.Concat([]string{c.Name}, c.Synonyms, c.Phrases) {
			all = append(all, name{"clarify_" + c.Code, s})
		}
	}
	return proper, all
}

// kinds of query, in the order of misspell.
var kinds = []string{"exact", "prefix", "one error", "error in a prefix", "two errors", "words swapped"}

// typedQuery is what somebody types who means ID.
type typedQuery struct {
	Text string `json:"text"`
	id   string
	kind int
}

// typedQueries draws queries of all kinds from the vocabulary.
func typedQueries(v []name, n int, r *rand.Rand) []typedQuery {
	var out []typedQuery
	for len(out) < n {
		one := v[r.IntN(len(v))]
		kind := len(out) % len(kinds)
		words := strings.Fields(strings.ToLower(one.Text))
		if len(one.Text) < 8 || kind == 5 && len(words) != 2 {
			continue
		}
		out = append(out, typedQuery{misspell(strings.Join(words, " "), kind, r), one.ID, kind})
	}
	return out
}

func misspell(s string, kind int, r *rand.Rand) string {
	switch kind {
	case 1:
		return s[:len(s)*2/3]
	case 2:
		return wrong(s, r)
	case 3:
		return wrong(s[:len(s)*3/4], r)
	case 4:
		return wrong(wrong(s, r), r)
	case 5:
		a, b, _ := strings.Cut(s, " ")
		return b + " " + a
	}
	return s
}

// wrong leaves out, doubles or swaps a letter, not the first.
func wrong(s string, r *rand.Rand) string {
	i := 1 + r.IntN(len(s)-2)
	switch r.IntN(3) {
	case 0:
		return s[:i] + s[i+1:]
	case 1:
		return s[:i] + s[i:i+1] + s[i:]
	}
	return s[:i] + s[i+1:i+2] + s[i:i+1] + s[i+2:]
}

// typeahead measures queries of six kinds beside a peer, and how many find what was meant among the first ten.
func (b *Bench) typeahead(peer string) func(context.Context) (Result, error) {
	return func(ctx context.Context) (Result, error) { return b.searches(ctx, peer) }
}

func (b *Bench) searches(ctx context.Context, peer string) (Result, error) {
	proper, all := vocabulary(b.Base)
	n := 600
	if b.Quick {
		n = 120
	}
	queries := typedQueries(proper, n, rand.New(rand.NewPCG(5, 6)))
	x := suggest.New(b.Base)
	p, err := b.startPeer(ctx, peer, map[string]any{"names": all, "queries": queries, "postgres": b.Postgres})
	if err != nil {
		return Result{}, err
	}
	defer p.stop()
	var times pairs
	more := map[string]float64{}
	for i := range b.rounds() {
		theirs, err := p.round()
		if err != nil {
			return Result{}, err
		}
		begin := time.Now()
		for _, q := range queries {
			x.Search(q.Text, clinical.AnySex, 10)
		}
		times.add(float64(time.Since(begin).Nanoseconds())/float64(n)/1000, theirs.Micros)
		if i == 0 {
			recall(more, queries, x, theirs.Found)
		}
	}
	res := times.result("", "", "µs", true)
	res.More = more
	return res, nil
}

// recall is the share of queries of each kind that find what was meant, ours and theirs.
func recall(more map[string]float64, queries []typedQuery, x *suggest.Index, theirs [][]string) {
	var asked, ours, other [6]float64
	for i, q := range queries {
		asked[q.kind]++
		for _, row := range x.Search(q.Text, clinical.AnySex, 10).Rows {
			if row.ID == q.id {
				ours[q.kind]++
				break
			}
		}
		if i < len(theirs) && slices.Contains(theirs[i], q.id) {
			other[q.kind]++
		}
	}
	for k, kind := range kinds {
		more["recall, "+kind] = ours[k] / asked[k]
		more["their recall, "+kind] = other[k] / asked[k]
	}
}

// texts are some 200 characters each, as people write.
func texts() []string {
	return []string{
		"I have had a bad headache on the right side since yesterday morning, with nausea and I threw up twice. Light hurts my eyes, but I have no fever and my neck is not stiff. I took a painkiller without any effect.",
		"my stomach has been hurting for three days, mostly on the lower right, and it gets worse when I walk. I do not feel like eating, I had some diarrhea on the first day and now I am a bit feverish and shaky too.",
		"for about two weeks I have been coughing at night and get short of breath when I climb the stairs, my ankles are swollen in the evening. No chest pain, but my heart is racing at times and I feel tired all day.",
	}
}

// recognise measures the whole understanding of a text (spelling, negation, duration, attributes) against finding the
// vocabulary's strings in it and nothing else.
func (b *Bench) recognise(ctx context.Context) (Result, error) {
	var words []string
	for i := range b.Base.Concepts {
		c := &b.Base.Concepts[i]
		for _, s := range slices.Concat([]string{c.Name, c.Lay}, c.Synonyms, c.Phrases) {
			words = append(words, strings.ToLower(s))
		}
	}
	p, err := b.startPeer(ctx, "recognise", map[string]any{"words": words, "texts": texts()})
	if err != nil {
		return Result{}, err
	}
	defer p.stop()
	rec := recognize.New(b.Base)
	var all pairs
	for range b.rounds() {
		theirs, err := p.round()
		if err != nil {
			return Result{}, err
		}
		const times = 300
		begin := time.Now()
		for range times {
			for _, t := range texts() {
				rec.Recognize(t, recognize.Options{Today: recognize.Date{Year: 2026, Month: 3, Day: 10}})
			}
		}
		all.add(float64(time.Since(begin).Nanoseconds())/times/float64(len(texts()))/1000, theirs.Micros)
	}
	return all.result("", "", "µs", true), nil
}
