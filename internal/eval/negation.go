package eval

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anamnesis/internal/recognize"
	"anamnesis/internal/text"
)

// NegationItem is a clinical sentence, a concept in it, and whether it is denied there.
type NegationItem struct {
	ID          string `json:"id"`
	Text        string `json:"text"`
	Concept     string `json:"concept"`
	Negated     bool   `json:"negated"`
	Temporality string `json:"temporality"`
	Experiencer string `json:"experiencer"`
}

const negationPublished = "the annotated sentences of the NegEx and ConText kits are published at https://github.com/chapmanbe/negex (Apache-2.0)"

// LoadNegation reads folder/text/negation.jsonl.
func LoadNegation(folder string) ([]NegationItem, error) {
	return loadLines[NegationItem](filepath.Join(folder, "text", "negation.jsonl"), negationPublished)
}

// loadLines reads one JSON object a line; the error for a missing file says where it is published.
func loadLines[T any](file, published string) ([]T, error) {
	f, err := os.Open(filepath.Clean(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; %s", err, published)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(file, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
	}
	var out []T
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		var item T
		if err := json.Unmarshal(lines.Bytes(), &item); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", filepath.Base(file), n, err)
		}
		out = append(out, item)
	}
	return out, lines.Err()
}

// MeasureNegation asks for each item whether the concept at its place is denied.
// The vocabulary plays no part: the span is given. The positive decision is "denied".
func MeasureNegation(r *recognize.Recognizer, items []NegationItem) Card {
	c := Card{Name: "negation", Note: "the concept's place is given; the decision counted is \"denied\""}
	var all Confusion
	kinds := map[string]*Confusion{}
	count := map[string]int{}
	lost := 0
	for i := range items {
		it := &items[i]
		span, ok := locate(it.Text, it.Concept)
		if !ok {
			lost++
			c.Misses = append(c.Misses, it.ID+": the concept is not in the text: "+it.Concept)
		}
		m := r.Assert(it.Text, []recognize.Span{span}, recognize.Options{})[0]
		d := decision(it.Negated, ok && m.Negated)
		all.add(d)
		kind := strings.ToLower(it.Temporality)
		if kinds[kind] == nil {
			kinds[kind] = &Confusion{}
		}
		kinds[kind].add(d)
		count[kind]++
		if d.Wrong+d.Missed > 0 {
			c.Misses = append(c.Misses, fmt.Sprintf("%s: %q in %q: denied %v, want %v %v", it.ID, it.Concept, it.Text, m.Negated, it.Negated, m.Reasons))
		}
	}
	c.All = confusionRow("all", len(items), all)
	for _, k := range sorted(kinds) {
		c.Kinds = append(c.Kinds, confusionRow(k, count[k], *kinds[k]))
	}
	return c
}

func confusionRow(kind string, items int, c Confusion) CardRow {
	return CardRow{kind, items, []Measured{
		{"precision", c.Precision(), c.Right + c.Wrong}, {"recall", c.Recall(), c.Right + c.Missed}, {"f1", c.F1(), c.Right + c.Wrong + c.Missed},
	}}
}

func decision(want, got bool) Confusion {
	return Confusion{Right: btoi(want && got), Wrong: btoi(!want && got), Missed: btoi(want && !got)}
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// locate finds a concept in a text by its words. The kits write it in capitals, so a
// place in capitals goes before any other, the last of them unless it is a heading;
// the last word may run on into what follows.
func locate(input, concept string) (recognize.Span, bool) {
	words, _ := text.Tokenize(nil, input)
	sought, _ := text.Tokenize(nil, concept)
	var best recognize.Span
	rank := 0
	for i := 0; i+len(sought) <= len(words) && len(sought) > 0; i++ {
		last := words[i+len(sought)-1]
		if !slices.EqualFunc(words[i:i+len(sought)-1], sought[:len(sought)-1], func(a, b text.Token) bool { return a.Text == b.Text }) ||
			!strings.HasPrefix(last.Text, sought[len(sought)-1].Text) {
			continue
		}
		r := 1
		if place := input[words[i].From:last.To]; place == strings.ToUpper(place) {
			r = 2
			if next := i + len(sought); next == len(words) || words[next].Before&text.Colon == 0 {
				r = 3
			}
		}
		if last.Text != sought[len(sought)-1].Text && r > 1 {
			r--
		}
		if r > rank || r == rank && r == 3 {
			best, rank = recognize.Span{Start: words[i].Start, End: last.End}, r
		}
	}
	return best, rank > 0
}
