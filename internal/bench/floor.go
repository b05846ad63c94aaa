package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// floorShare is the part of its last accepted ratio under which a row is taken to have rotted.
const floorShare = .9

// Under lists the rows whose ratio is more than a tenth under the one of an accepted report. Rows that were not run,
// in either, are not compared.
func (r *Report) Under(accepted io.Reader) ([]string, error) {
	var last Report
	if err := json.NewDecoder(accepted).Decode(&last); err != nil {
		return nil, fmt.Errorf("accepted report: %w", err)
	}
	before := map[string]Result{}
	for _, x := range last.Results {
		before[x.Name+"/"+x.Peer] = x
	}
	var under []string
	for _, x := range r.Results {
		old, ok := before[x.Name+"/"+x.Peer]
		if ok && x.NotRun == "" && old.NotRun == "" && x.Ratio < floorShare*old.Ratio {
			under = append(under, fmt.Sprintf("%s beside %s: %s, accepted %s", x.Name, x.Peer, figure(x.Ratio), figure(old.Ratio)))
		}
	}
	return under, nil
}

// Merge puts the rows of an earlier accepted report before those of r that it has not: rows that r ran take the place
// of theirs, so that a report can be accepted row by row on one machine. Quick reports and other machines' are refused.
func (r *Report) Merge(accepted io.Reader) error {
	var last Report
	if err := json.NewDecoder(accepted).Decode(&last); err != nil {
		return fmt.Errorf("accepted report: %w", err)
	}
	if last.Machine.CPU != r.Machine.CPU || last.Machine.Cores != r.Machine.Cores {
		return errors.New("the accepted report is of another machine; move it away to accept this one")
	}
	run := map[string]int{}
	for i, x := range r.Results {
		if x.NotRun == "" {
			run[x.Name+"/"+x.Peer] = i
		}
	}
	out := make([]Result, 0, len(last.Results)+len(r.Results))
	for _, old := range last.Results {
		if i, ok := run[old.Name+"/"+old.Peer]; ok {
			old = r.Results[i]
			delete(run, old.Name+"/"+old.Peer)
		}
		out = append(out, old)
	}
	for _, x := range r.Results {
		if _, ok := run[x.Name+"/"+x.Peer]; ok {
			out = append(out, x)
		}
	}
	r.Results = out
	return nil
}
