// Command peers runs libraries of others for `anamnesis bench`, one a subcommand. It reads one line of JSON to set
// up and answers a line; for each empty line after it, it measures one round and answers a line with the time of one
// operation.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// measured is the answer to a line.
type measured struct {
	Micros float64    `json:"micros"`
	Found  [][]string `json:"found,omitempty"`
	Error  string     `json:"error,omitempty"`
}

// peer is set up by a line of JSON and gives what measures a round.
type peer func(setup []byte) (round func() (measured, error), stop func(), err error)

func main() {
	peers := map[string]func() error{
		"typeahead": goPeer(bleveSearch), "recognise": goPeer(ahoCorasick), "limits": goPeer(redisRate),
		"fts5": goPeer(sqliteTrigrams), "pg_trgm": goPeer(pgTrigrams),
		"minisearch": func() error { return node("minisearch") }, "fuse": func() error { return node("fuse") },
		"numpy": numpy,
	}
	if len(os.Args) != 2 || peers[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: peers typeahead|fts5|pg_trgm|minisearch|fuse|recognise|limits|numpy")
		os.Exit(2)
	}
	if err := peers[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func goPeer(p peer) func() error { return func() error { return serve(p) } }

func serve(p peer) error {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), json.NewEncoder(os.Stdout)
	setup, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	round, stop, err := p(setup)
	if err != nil {
		return out.Encode(measured{Error: err.Error()})
	}
	defer stop()
	if err := out.Encode(measured{}); err != nil {
		return err
	}
	for {
		if _, err := in.ReadBytes('\n'); err != nil {
			return nil // the other side is done
		}
		m, err := round()
		if err != nil {
			m.Error = err.Error()
		}
		if err := out.Encode(m); err != nil {
			return err
		}
	}
}

// perOperation is the time since begin by n, in µs.
func perOperation(begin time.Time, n int) float64 {
	return float64(time.Since(begin).Nanoseconds()) / float64(n) / 1000
}
