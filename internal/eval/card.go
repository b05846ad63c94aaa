package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Card is the scorecard of a suite about texts or searches: its measures over
// all items and over each kind of item, and what went wrong.
type Card struct {
	Name   string
	Note   string // what the figures rest on, one line
	Kinds  []CardRow
	All    CardRow
	Misses []string
}

// CardRow holds the measures of some items, in the order in which they are shown.
type CardRow struct {
	Kind     string
	Items    int
	Measures []Measured
}

// Measured is one figure; shares are fractions of 1.
type Measured struct {
	Key   string // as in the JSON form: "f1", "recall_at_5"
	Value float64
	Of    int // what it was counted over
}

// Value gives a measure by its key, -1 where the row has none.
func (r *CardRow) Value(key string) float64 {
	for _, m := range r.Measures {
		if m.Key == key {
			return m.Value
		}
	}
	return -1
}

// Confusion counts decisions: right ones made, wrong ones made, and those left out.
type Confusion struct{ Right, Wrong, Missed int }

// Precision is the share of the decisions made that were right; 1 where none was made.
func (c Confusion) Precision() float64 { return ratio(c.Right, c.Right+c.Wrong) }

// Recall is the share of the due decisions that were made; 1 where none was due.
func (c Confusion) Recall() float64 { return ratio(c.Right, c.Right+c.Missed) }

// F1 is the harmonic mean of precision and recall.
func (c Confusion) F1() float64 { return ratio(2*c.Right, 2*c.Right+c.Wrong+c.Missed) }

func (c *Confusion) add(o Confusion) {
	c.Right, c.Wrong, c.Missed = c.Right+o.Right, c.Wrong+o.Wrong, c.Missed+o.Missed
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// WriteCards prints cards for reading; misses are given where asked for.
func WriteCards(w io.Writer, cards []Card, misses bool) {
	for i := range cards {
		c := &cards[i]
		fmt.Fprintf(w, "%s: %d items\n", c.Name, c.All.Items)
		if c.Note != "" {
			fmt.Fprintf(w, "  %s\n", c.Note)
		}
		var keys []string
		for _, r := range append(slices.Clone(c.Kinds), c.All) {
			for _, m := range r.Measures {
				if !slices.Contains(keys, m.Key) {
					keys = append(keys, m.Key)
				}
			}
		}
		fmt.Fprintf(w, "  %-24s %6s", "", "items")
		for _, k := range keys {
			fmt.Fprintf(w, " %*s", max(len(k), 7), k)
		}
		fmt.Fprintln(w)
		for _, r := range append(slices.Clone(c.Kinds), c.All) {
			r.write(w, keys)
		}
		if misses {
			fmt.Fprintln(w, "  "+strings.Join(c.Misses, "\n  "))
		}
	}
}

func (r *CardRow) write(w io.Writer, keys []string) {
	fmt.Fprintf(w, "  %-24s %6d", r.Kind, r.Items)
	for _, k := range keys {
		if v := r.Value(k); v >= 0 {
			fmt.Fprintf(w, " %*.4f", max(len(k), 7), v)
		} else {
			fmt.Fprintf(w, " %*s", max(len(k), 7), "-")
		}
	}
	fmt.Fprintln(w)
}

// WriteCardsJSON prints {"suites":[{"name", "items", each measure, "counted", "kinds", "misses"}]}.
func WriteCardsJSON(w io.Writer, cards []Card) error {
	list := []map[string]any{}
	for i := range cards {
		c := &cards[i]
		out := c.All.json()
		delete(out, "kind")
		out["name"], out["note"], out["misses"] = c.Name, c.Note, c.Misses
		kinds := []map[string]any{}
		for j := range c.Kinds {
			kinds = append(kinds, c.Kinds[j].json())
		}
		out["kinds"] = kinds
		list = append(list, out)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(map[string]any{"suites": list})
}

func (r *CardRow) json() map[string]any {
	out := map[string]any{"kind": r.Kind, "items": r.Items}
	counted := map[string]int{}
	for _, m := range r.Measures {
		out[m.Key], counted[m.Key] = round(m.Value), m.Of
	}
	out["counted"] = counted
	return out
}
