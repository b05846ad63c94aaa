package main

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/analysis/analyzer/simple" // registers it
	"github.com/blevesearch/bleve/v2/search/query"
)

type name struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// bleveSearch indexes the names in memory. Each word of a query must match with up to one typing error (two in long
// words), the last one as a beginning too, which is how bleve's own documentation builds a search as one types.
func bleveSearch(setup []byte) (func() (measured, error), func(), error) {
	var in struct {
		Names   []name `json:"names"`
		Queries []name `json:"queries"`
	}
	if err := json.Unmarshal(setup, &in); err != nil {
		return nil, nil, err
	}
	mapping := bleve.NewIndexMapping()
	mapping.DefaultAnalyzer = "simple" // keeps the words that the queries ask for one by one: of, in, the
	index, err := bleve.NewMemOnly(mapping)
	if err != nil {
		return nil, nil, err
	}
	batch := index.NewBatch()
	for i, n := range in.Names {
		if err := batch.Index(n.ID+"#"+string(rune('a'+i%26))+strings.Repeat("x", i/26%40)+n.Text, map[string]string{"text": n.Text}); err != nil {
			return nil, nil, err
		}
	}
	if err := index.Batch(batch); err != nil {
		return nil, nil, err
	}
	first := true
	round := func() (measured, error) {
		var m measured
		begin := time.Now()
		for _, q := range in.Queries {
			found, err := index.Search(bleve.NewSearchRequestOptions(typed(q.Text), 30, 0, false))
			if err != nil {
				return m, err
			}
			if first {
				m.Found = append(m.Found, firstTen(found))
			}
		}
		m.Micros = perOperation(begin, len(in.Queries))
		first = false
		return m, nil
	}
	return round, func() { _ = index.Close() }, nil
}

// typed is the query for what somebody has typed so far.
func typed(text string) query.Query {
	words := strings.Fields(strings.ToLower(text))
	var all []query.Query
	for i, w := range words {
		fuzzy := bleve.NewFuzzyQuery(w)
		fuzzy.SetField("text")
		fuzzy.SetFuzziness(1)
		if len(w) > 7 {
			fuzzy.SetFuzziness(2)
		}
		exact := bleve.NewMatchQuery(w)
		exact.SetField("text")
		exact.SetBoost(4) // the word itself before those that are like it
		one := bleve.NewDisjunctionQuery(exact, fuzzy)
		if i == len(words)-1 {
			prefix := bleve.NewPrefixQuery(w)
			prefix.SetField("text")
			prefix.SetBoost(2)
			one.AddQuery(prefix)
		}
		all = append(all, one)
	}
	return bleve.NewConjunctionQuery(all...)
}

// firstTen are the first ten different ids.
func firstTen(found *bleve.SearchResult) []string {
	var out []string
	seen := map[string]bool{}
	for _, hit := range found.Hits {
		id, _, _ := strings.Cut(hit.ID, "#")
		if !seen[id] && len(out) < 10 {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}
