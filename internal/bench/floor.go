package bench

import (
	"encoding/json"
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
