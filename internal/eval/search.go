package eval

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/suggest"
	"anamnesis/internal/text"
)

// SearchItem is a query and the codes of which one must be among the rows.
type SearchItem struct {
	ID    string
	Kind  string
	Query string
	Codes []string
}

const (
	namesPublished = "lay names are those of the Human Phenotype Ontology, https://hpo.jax.org, whose CUIs stand in codes/hpo.tsv.gz"
	typosPublished = "misspelt words are those of the codespell and cspell lists, https://github.com/codespell-project/codespell and https://github.com/streetsidesoftware/cspell-dicts"
	// typoNames is the most names that one misspelt word is tried in.
	typoNames = 3
)

// LoadSearch reads folder/text/lay_names.jsonl and misspellings.jsonl and makes queries of what the base
// carries: a lay name whose ontology term has the CUI of one of our findings, and a finding's own name
// with one of its words misspelt.
func LoadSearch(folder string, b *kb.Base) ([]SearchItem, error) {
	names, err := layNames(folder, b)
	if err != nil {
		return nil, err
	}
	typos, err := misspellings(folder, b)
	return append(names, typos...), err
}

type layName struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

func layNames(folder string, b *kb.Base) ([]SearchItem, error) {
	rows, err := loadLines[layName](filepath.Join(folder, "text", "lay_names.jsonl"), namesPublished)
	if err != nil {
		return nil, err
	}
	cuis, err := termCodes(filepath.Join(folder, "codes", "hpo.tsv.gz"))
	if err != nil {
		return nil, err
	}
	carried := searchable(b)
	var out []SearchItem
	for _, r := range rows {
		var codes []string
		for _, c := range cuis[r.ID] {
			if _, ok := carried[c]; ok {
				codes = append(codes, c)
			}
		}
		if len(codes) > 0 {
			out = append(out, SearchItem{r.ID, "lay_name", r.Text, codes})
		}
	}
	return out, nil
}

// termCodes gives the CUIs of each term of the ontology.
func termCodes(file string) (map[string][]string, error) {
	f, err := os.Open(filepath.Clean(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; %s", err, namesPublished)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(z)
	table.Comma, table.LazyQuotes, table.FieldsPerRecord = '\t', true, -1
	rows, err := table.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	at := slices.Index(rows[0], "umls_cui")
	if at < 0 {
		return nil, fmt.Errorf("%s: no column umls_cui", filepath.Base(file))
	}
	out := map[string][]string{}
	for _, row := range rows[1:] {
		if at < len(row) {
			out[row[0]] = strings.FieldsFunc(row[at], func(r rune) bool { return r == '|' || r == ';' || r == ',' || r == ' ' })
		}
	}
	return out, nil
}

// searchable gives the findings that a search can show, by code.
func searchable(b *kb.Base) map[string]*kb.Concept {
	out := map[string]*kb.Concept{}
	for i := range b.Concepts {
		if c := &b.Concepts[i]; c.Kind.Finding() && c.Standard == "" {
			out[c.Code] = c
		}
	}
	return out
}

type misspelling struct {
	ID         string `json:"id"`
	Typed      string `json:"misspelling"`
	Correction string `json:"correction"`
}

func misspellings(folder string, b *kb.Base) ([]SearchItem, error) {
	rows, err := loadLines[misspelling](filepath.Join(folder, "text", "misspellings.jsonl"), typosPublished)
	if err != nil {
		return nil, err
	}
	named := namesByWord(b)
	var out []SearchItem
	for _, r := range rows {
		for n, use := range named[strings.ToLower(r.Correction)] {
			if n == typoNames {
				break
			}
			out = append(out, SearchItem{fmt.Sprintf("%s.%d", r.ID, n), "misspelling", use.with(r.Typed), []string{use.code}})
		}
	}
	return out, nil
}

// use is a word within a finding's name.
type use struct {
	code, name string
	from, to   int // bytes
	common     float64
}

func (u use) with(word string) string { return u.name[:u.from] + word + u.name[u.to:] }

// namesByWord lists the names of findings by each of their words, the most common finding first.
func namesByWord(b *kb.Base) map[string][]use {
	out := map[string][]use{}
	for i := range b.Concepts {
		c := &b.Concepts[i]
		if !c.Kind.Finding() || c.Standard != "" {
			continue
		}
		for n, name := range slices.Concat([]string{c.Lay, c.Name}, c.Synonyms) {
			if n == 1 && strings.EqualFold(name, c.Lay) {
				continue
			}
			toks, _ := text.Tokenize(nil, name)
			for _, t := range toks {
				if len(t.Text) >= 4 {
					out[t.Text] = append(out[t.Text], use{c.Code, name, t.From, t.To, c.Background})
				}
			}
		}
	}
	for _, uses := range out {
		slices.SortStableFunc(uses, func(a, b use) int {
			switch {
			case a.common > b.common:
				return -1
			case a.common < b.common:
				return 1
			}
			return strings.Compare(a.code, b.code)
		})
	}
	return out
}

// MeasureSearch runs the queries and sees where the right row stands: recall at 1, 5 and 10, and the mean
// reciprocal rank, a row that is not shown counting 0.
func MeasureSearch(x *suggest.Index, items []SearchItem) Card {
	c := Card{Name: "search", Note: "lay names of findings whose CUI we carry; names of our findings with one word misspelt"}
	ranks := map[string][]int{}
	for i := range items {
		it := &items[i]
		rows := x.Search(it.Query, clinical.AnySex, suggest.MaxRows).Rows
		rank := 1 + slices.IndexFunc(rows, func(r suggest.Row) bool { return slices.Contains(it.Codes, r.Code) })
		ranks[it.Kind] = append(ranks[it.Kind], rank)
		ranks[""] = append(ranks[""], rank)
		if rank == 0 || rank > 5 {
			first := "nothing"
			if len(rows) > 0 {
				first = rows[0].DropdownName
			}
			c.Misses = append(c.Misses, fmt.Sprintf("%s %s: %q wants %v at %d, first %s", it.Kind, it.ID, it.Query, it.Codes, rank, first))
		}
	}
	for _, k := range sorted(ranks) {
		if k == "" {
			c.All = rankRow("all", ranks[k])
		} else {
			c.Kinds = append(c.Kinds, rankRow(k, ranks[k]))
		}
	}
	return c
}

func rankRow(kind string, ranks []int) CardRow {
	var one, five, ten int
	mrr := 0.0
	for _, r := range ranks {
		one, five, ten = one+btoi(r == 1), five+btoi(r >= 1 && r <= 5), ten+btoi(r >= 1)
		if r > 0 {
			mrr += 1 / float64(r)
		}
	}
	n := len(ranks)
	return CardRow{kind, n, []Measured{
		{"recall_at_1", ratio(one, n), n}, {"recall_at_5", ratio(five, n), n}, {"recall_at_10", ratio(ten, n), n}, {"mrr", mrr / float64(max(n, 1)), n},
	}}
}
