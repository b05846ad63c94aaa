package bench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Result is one row. Ours and Theirs are medians over the rounds; Ratio is the median of the rounds' ratios, larger
// is better: rates are ours to theirs, times and sizes theirs to ours.
type Result struct {
	Name   string  `json:"name"`
	Peer   string  `json:"peer"`
	Ours   float64 `json:"ours"`
	Theirs float64 `json:"theirs"`
	Unit   string  `json:"unit"`
	Ratio  float64 `json:"ratio"`
	// Low and High are the least and the greatest ratio of a round.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Reach is the ratio that the project aims at; 0 where it has set none.
	Reach  float64 `json:"reach,omitempty"`
	Rounds int     `json:"rounds"`
	// More holds what else was seen, such as quantiles in ms, processor time in µs, allocations, resident MB.
	More map[string]float64 `json:"more,omitempty"`
	// NotRun is why the row has no figures.
	NotRun string `json:"not_run,omitempty"`
}

// Report is a run.
type Report struct {
	Machine Machine  `json:"machine"`
	Quick   bool     `json:"quick"`
	Results []Result `json:"results"`
}

// pairs are the rounds of a row.
type pairs struct{ ours, theirs []float64 }

func (p *pairs) add(ours, theirs float64) {
	p.ours, p.theirs = append(p.ours, ours), append(p.theirs, theirs)
}

// result sums rounds up; inverse is set where less is better.
func (p *pairs) result(name, peer, unit string, inverse bool) Result {
	ratios := make([]float64, len(p.ours))
	for i := range ratios {
		ratios[i] = p.ours[i] / p.theirs[i]
		if inverse {
			ratios[i] = 1 / ratios[i]
		}
	}
	return Result{
		Name: name, Peer: peer, Unit: unit, Rounds: len(ratios), Ours: quantile(p.ours, .5), Theirs: quantile(p.theirs, .5),
		Ratio: quantile(ratios, .5), Low: quantile(ratios, 0), High: quantile(ratios, 1),
	}
}

// quantile is the value at q of a list, 0 to 1, the mean of the two middle ones for an even median; 0 of none.
func quantile[T cmp.Ordered](list []T, q float64) T {
	var zero T
	if len(list) == 0 {
		return zero
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[int(q*float64(len(sorted)-1)+.5)]
}

// WriteJSON prints the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(r)
}

// WriteTable prints the report for people.
func (r *Report) WriteTable(w io.Writer) error {
	fmt.Fprintln(w, r.Machine)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what\tpeer\tours\ttheirs\tunit\tratio\tspread\treach\tmore")
	for _, x := range r.Results {
		if x.NotRun != "" {
			fmt.Fprintf(t, "%s\t%s\t\t\t\tnot run\t\t\t%s\n", x.Name, x.Peer, x.NotRun)
			continue
		}
		reach := ""
		if x.Reach > 0 {
			reach = figure(x.Reach)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s-%s\t%s\t%s\n", x.Name, x.Peer, figure(x.Ours), figure(x.Theirs), x.Unit,
			figure(x.Ratio), figure(x.Low), figure(x.High), reach, x.more())
	}
	return t.Flush()
}

func (x *Result) more() string {
	keys := make([]string, 0, len(x.More))
	for k := range x.More {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for i, k := range keys {
		keys[i] = k + " " + figure(x.More[k])
	}
	return strings.Join(keys, ", ")
}

// figure prints three digits.
func figure(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v >= 1:
		return fmt.Sprintf("%.2f", v)
	}
	return fmt.Sprintf("%.3f", v)
}
