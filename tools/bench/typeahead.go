package main

import (
	"encoding/json"
	"strconv"
	"strings"

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
	var in vocabularyAndQueries
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
		if err := batch.Index(n.ID+"#"+strconv.Itoa(i), map[string]string{"text": n.Text}); err != nil {
			return nil, nil, err
		}
	}
	if err := index.Batch(batch); err != nil {
		return nil, nil, err
	}
	search := func(text string) ([]string, error) {
		hits, err := index.Search(bleve.NewSearchRequestOptions(typed(text), 30, 0, false))
		if err != nil {
			return nil, err
		}
		var ids []string
		for _, hit := range hits.Hits {
			id, _, _ := strings.Cut(hit.ID, "#")
			ids = append(ids, id)
		}
		return ids, nil
	}
	return found(in.Queries, search), func() { _ = index.Close() }, nil
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
