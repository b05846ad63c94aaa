package main

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/cloudflare/ahocorasick"
)

// ahoCorasick finds which strings of the vocabulary occur in a text, as they are.
func ahoCorasick(setup []byte) (func() (measured, error), func(), error) {
	var in struct {
		Words []string `json:"words"`
		Texts []string `json:"texts"`
	}
	if err := json.Unmarshal(setup, &in); err != nil {
		return nil, nil, err
	}
	m := ahocorasick.NewStringMatcher(in.Words)
	round := func() (measured, error) {
		const times = 300
		begin := time.Now()
		for range times {
			for _, t := range in.Texts {
				m.Match([]byte(strings.ToLower(t)))
			}
		}
		return measured{Micros: perOperation(begin, times*len(in.Texts))}, nil
	}
	return round, func() {}, nil
}
