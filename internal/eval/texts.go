package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"strings"

	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
)

// TextItem is a sentence with what it says; knowledge/cases/text/README.md gives the meaning of each field.
type TextItem struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Text string `json:"text"`
	Gold []Gold `json:"gold"`

	everyday bool
	set      string // "fresh1" of cases/text/fresh1.jsonl, else ""
}

// Gold is one thing that a sentence says.
type Gold struct {
	Concept     string   `json:"concept"`
	Accept      []string `json:"accept"`
	Negated     bool     `json:"negated"`
	Uncertain   bool     `json:"uncertain"`
	Experiencer string   `json:"experiencer"`
	Past        bool     `json:"past"`
	Days        *float64 `json:"duration_days"`
	Severity    *string  `json:"severity"`

	ids []kb.ConceptID // the concept and what counts as it
}

// LoadTexts reads the sentences of a language: cases/text/*.jsonl of fsys for English, cases/text/<tag>/*.jsonl for
// another. Part is "all", "open" or "locked". It is an error if there are none.
func LoadTexts(fsys fs.FS, b *kb.Base, lang, part string) ([]TextItem, error) {
	files, err := fs.Glob(fsys, path.Join(textFolder(lang), "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there are no sentences in %s", lang)
	}
	var out []TextItem
	for _, file := range files {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			it := TextItem{set: freshSet(file)}
			if err := json.Unmarshal(lines.Bytes(), &it); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, n, err)
			}
			it.everyday = it.Kind == ""
			if err := it.resolve(b); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, n, err)
			}
			if part == "all" || (part == "locked") == locked(it.ID) {
				out = append(out, it)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// textFolder is where the sentences of a language lie.
func textFolder(lang string) string {
	if strings.HasPrefix(lang, "en-") {
		return "cases/text"
	}
	return path.Join("cases/text", lang)
}

// freshSet names the set of a file whose sentences were written all at once, to measure
// how well the rules of the day read what they had never met.
func freshSet(file string) string {
	if name := strings.TrimSuffix(path.Base(file), ".jsonl"); strings.HasPrefix(name, "fresh") {
		return name
	}
	return ""
}

// locked tells the third of the sentences that nobody reads while writing rules.
func locked(id string) bool {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()%3 == 0
}

func (it *TextItem) resolve(b *kb.Base) error {
	for i := range it.Gold {
		g := &it.Gold[i]
		for _, id := range append([]string{g.Concept}, g.Accept...) {
			k, ok := b.Concept(id)
			if !ok {
				return fmt.Errorf("%s: unknown concept %q", it.ID, id)
			}
			g.ids = append(g.ids, k)
		}
	}
	return nil
}

// statement is one concept that a reading gives: a mention's own or an attribute of it.
type statement struct {
	concept kb.ConceptID
	of      *recognize.Mention
	matched bool
}

// statements lists what a reading says of findings and factors. What is merely feared,
// asked about or avoided says nothing.
func statements(res *recognize.Result) []statement {
	var out []statement
	for i := range res.Mentions {
		m := &res.Mentions[i]
		if m.Kind != recognize.KindConcept || m.Hypothetical {
			continue
		}
		out = append(out, statement{concept: m.Concept, of: m})
		for _, a := range m.Attributes {
			out = append(out, statement{concept: a, of: m})
		}
	}
	return out
}
