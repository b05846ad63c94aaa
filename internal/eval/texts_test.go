package eval_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"hash/fnv"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

// goldText is a line of knowledge/cases/text, whose README gives the meaning of each key.
type goldText struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Voice string `json:"voice"`
	Text  string `json:"text"`
	Gold  []struct {
		Concept     string   `json:"concept"`
		Accept      []string `json:"accept"`
		Negated     bool     `json:"negated"`
		Uncertain   bool     `json:"uncertain"`
		Experiencer string   `json:"experiencer"`
		Past        bool     `json:"past"`
		Days        *float64 `json:"duration_days"`
		Severity    *string  `json:"severity"`
	} `json:"gold"`
}

// leastTexts are the languages that have sentences, with how many at least.
var leastTexts = map[string]struct{ sentences, everyday int }{"en-US": {650, 1000}, "es-ES": {150, 100}, "de-DE": {150, 100}}

func TestTextsAreSound(t *testing.T) {
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	ids, texts := map[string]bool{}, map[string]string{}
	for lang, least := range leastTexts {
		sentences, everyday, locked := 0, 0, 0
		for _, l := range readTexts(t, lang) {
			plain := l.Kind == ""
			if l.ID == "" || ids[l.ID] {
				t.Errorf("%s: id %q is empty or used twice", lang, l.ID)
			}
			ids[l.ID] = true
			key := strings.ToLower(l.Text)
			if other, twice := texts[key]; twice {
				t.Errorf("%s has the text of %s", l.ID, other)
			}
			texts[key] = l.ID
			h := fnv.New32a()
			h.Write([]byte(l.ID))
			if h.Sum32()%3 == 0 {
				locked++
			}
			if plain {
				everyday++
			} else {
				sentences++
			}
			checkGold(t, b, l, plain)
		}
		if sentences < least.sentences || everyday < least.everyday {
			t.Errorf("%s: %d sentences and %d everyday lines, want at least %+v", lang, sentences, everyday, least)
		}
		if share := float64(locked) / float64(sentences+everyday); share < 0.28 || share > 0.38 {
			t.Errorf("%s: locked share %.3f, want 0.28 to 0.38", lang, share)
		}
	}
}

// readTexts reads all sentences of a language.
func readTexts(t *testing.T, lang string) []goldText {
	t.Helper()
	folder := "cases/text/"
	if lang != "en-US" {
		folder += lang + "/"
	}
	files, err := fs.Glob(knowledge.Texts, folder+"*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []goldText
	for _, file := range files {
		out = append(out, readLines(t, file)...)
	}
	return out
}

func readLines(t *testing.T, file string) []goldText {
	t.Helper()
	raw, err := fs.ReadFile(knowledge.Texts, file)
	if err != nil {
		t.Fatal(err)
	}
	var out []goldText
	lines := bufio.NewScanner(bytes.NewReader(raw))
	for lines.Scan() {
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		var l goldText
		if err := dec.Decode(&l); err != nil {
			t.Fatalf("%s line %d: %v", file, len(out)+1, err)
		}
		out = append(out, l)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func checkGold(t *testing.T, b *kb.Base, l goldText, plain bool) {
	t.Helper()
	if strings.TrimSpace(l.Text) != l.Text || l.Text == "" {
		t.Errorf("%s: text is empty or padded", l.ID)
	}
	if plain && (l.Gold != nil || l.Voice != "") {
		t.Errorf("%s: an everyday line holds only id and text", l.ID)
	}
	if !plain && (l.Kind == "" || l.Voice == "" || l.Gold == nil) {
		t.Errorf("%s: kind, voice or gold is missing", l.ID)
	}
	for _, g := range l.Gold {
		for _, id := range append([]string{g.Concept}, g.Accept...) {
			if _, ok := b.Concept(id); !ok {
				t.Errorf("%s: no concept %q", l.ID, id)
			}
		}
		if slices.Contains(g.Accept, g.Concept) {
			t.Errorf("%s: %s is its own alternative", l.ID, g.Concept)
		}
		if g.Experiencer != "patient" && g.Experiencer != "other" {
			t.Errorf("%s: experiencer %q", l.ID, g.Experiencer)
		}
		if g.Days != nil && *g.Days <= 0 {
			t.Errorf("%s: duration %v days", l.ID, *g.Days)
		}
		if g.Severity != nil && !slices.Contains([]string{"mild", "moderate", "severe"}, *g.Severity) {
			t.Errorf("%s: severity %q", l.ID, *g.Severity)
		}
	}
}
