package eval_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/internal/suggest"
	"anamnesis/knowledge"
)

func wordsBase(t *testing.T) *kb.Base {
	t.Helper()
	b, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTextFloors holds what is understood of the open two thirds of our own sentences
// a little under what was last reached.
func TestTextFloors(t *testing.T) {
	b := wordsBase(t)
	items, err := eval.LoadTexts(knowledge.Texts, b, "en-US", "open")
	if err != nil {
		t.Fatal(err)
	}
	c := eval.MeasureTexts(b, recognize.New(b), items)
	for key, least := range map[string]float64{"f1": 0.89, "precision": 0.91, "recall": 0.87, "duration": 0.91, "severity": 0.90, "uncertain": 0.98, "experiencer": 0.98, "past": 0.97, "silent": 0.97} {
		if got := c.All.Value(key); got < least {
			t.Errorf("%s %.4f, want at least %.2f", key, got, least)
		} else {
			t.Logf("%s %.4f", key, got)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(c.Misses, "\n"))
	}
}

// TestFurtherTextFloors does the same for the further languages.
func TestFurtherTextFloors(t *testing.T) {
	b := wordsBase(t)
	for lang, floors := range map[string]map[string]float64{
		"es-ES": {"f1": 0.90, "precision": 0.90, "recall": 0.90, "duration": 0.90, "severity": 0.90, "uncertain": 0.98, "experiencer": 0.98, "past": 0.98, "silent": 0.92},
	} {
		b.Translate(lang, func() ([]byte, error) { return knowledge.Translations.ReadFile(kb.TranslationFile(lang)) })
		items, err := eval.LoadTexts(knowledge.Texts, b, lang, "open")
		if err != nil {
			t.Fatal(err)
		}
		c := eval.MeasureTexts(b, recognize.New(b).In(lang), items)
		for key, least := range floors {
			if got := c.All.Value(key); got < least {
				t.Errorf("%s: %s %.4f, want at least %.2f\n%s", lang, key, got, least, strings.Join(c.Misses, "\n"))
			}
		}
	}
}

func TestTextParts(t *testing.T) {
	b := wordsBase(t)
	n := map[string]int{}
	for _, part := range []string{"all", "open", "locked"} {
		items, err := eval.LoadTexts(knowledge.Texts, b, "en-US", part)
		if err != nil {
			t.Fatal(err)
		}
		n[part] = len(items)
	}
	if n["open"]+n["locked"] != n["all"] || n["locked"] < n["all"]/4 {
		t.Errorf("%v", n)
	}
}

const negations = `{"id":"1","text":"She denies FEVER.","concept":"fever","negated":true,"temporality":"Recent"}
{"id":"2","text":"FEVER: she has FEVER, no cough.","concept":"fever","negated":false,"temporality":"Recent"}
{"id":"3","text":"No evidence of RALESin the base.","concept":"rales","negated":true,"temporality":"Historical"}
{"id":"4","text":"Nothing here.","concept":"rash","negated":true,"temporality":"Recent"}
`

func TestMeasureNegation(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "negation.jsonl", negations)
	items, err := eval.LoadNegation(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := eval.MeasureNegation(recognize.New(wordsBase(t)), items)
	if p, r := c.All.Value("precision"), c.All.Value("recall"); p != 1 || r < 0.66 || r > 0.67 {
		t.Errorf("precision %v, recall %v: %v", p, r, c.Misses)
	}
	if c.All.Value("none") != -1 || len(c.Kinds) != 2 {
		t.Errorf("%+v", c)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "text"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "text", name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWordDataMissing(t *testing.T) {
	b := wordsBase(t)
	_, err := eval.LoadNegation(t.TempDir())
	_, err2 := eval.LoadSearch(t.TempDir(), b)
	for _, e := range []error{err, err2} {
		if e == nil || !strings.Contains(e.Error(), "https://") {
			t.Errorf("%v, want where the data are published", e)
		}
	}
	dir := t.TempDir()
	write(t, dir, "negation.jsonl", "{\n")
	if _, err := eval.LoadNegation(dir); err == nil || !strings.Contains(err.Error(), "negation.jsonl:1") {
		t.Errorf("%v, want the place of the fault", err)
	}
}

func TestMeasureSearch(t *testing.T) {
	b := wordsBase(t)
	c := eval.MeasureSearch(suggest.New(b), []eval.SearchItem{
		{ID: "1", Kind: "name", Query: "cough", Codes: []string{"C0010200"}},
		{ID: "2", Kind: "typo", Query: "headahce", Codes: []string{"C0018681"}},
		{ID: "3", Kind: "typo", Query: "xyzzy", Codes: []string{"C0018681"}},
	})
	if c.All.Items != 3 || c.Kinds[0].Value("recall_at_1") != 1 || c.Kinds[1].Value("recall_at_5") != 0.5 || len(c.Misses) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestCardOutput(t *testing.T) {
	row := eval.CardRow{Kind: "all", Items: 2, Measures: []eval.Measured{{Key: "f1", Value: 0.5, Of: 4}}}
	cards := []eval.Card{{Name: "text", Kinds: []eval.CardRow{{Kind: "plain", Items: 2}}, All: row, Misses: []string{"m"}}}
	var table, js bytes.Buffer
	eval.WriteCards(&table, cards, true)
	if got := table.String(); !strings.Contains(got, "0.5000") || !strings.Contains(got, "plain") || !strings.Contains(got, "\n  m\n") {
		t.Errorf("table:\n%s", got)
	}
	if err := eval.WriteCardsJSON(&js, cards); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Suites []struct {
			Name  string
			F1    float64
			Kinds []map[string]any
		}
	}
	if err := json.Unmarshal(js.Bytes(), &out); err != nil || len(out.Suites) != 1 || out.Suites[0].F1 != 0.5 || len(out.Suites[0].Kinds) != 1 {
		t.Errorf("%v: %s", err, js.String())
	}
}
