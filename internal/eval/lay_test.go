package eval_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"anamnesis/internal/eval"
	"anamnesis/internal/recognize"

	"github.com/google/go-cmp/cmp"
)

// Written for this test, in the form of the published file.
const laySentences = `{"id":"1","text":"Constant coughing and a mild headache, no fever.","split":"train","mentions":[{"mention":"constant coughing","type":"ADR","cuis":["C0010200"]},{"mention":"mild headache","type":"SSI","cuis":["C0018681"],"mild":"mild"}]}
{"id":"2","text":"I threw up twice.","split":"train","mentions":[{"mention":"first day, threw up","type":"WD","cuis":["C0042963"]}]}
{"id":"3","text":"My cousin Bert sells blue bicycles.","split":"train","mentions":[{"mention":"sells","type":"ADR","cuis":["C0010200"]}]}
{"id":"4","text":"It works, take it with food.","split":"train","mentions":[]}
{"id":"5","text":"Dizzy.","split":"train","mentions":[]}
{"id":"6","text":"Bicycles.","split":"train","mentions":[{"mention":"bicycles","type":"DI","cuis":["C9999999"]}]}
{"id":"7","text":"Dizzy.","split":"dev","mentions":[{"mention":"dizzy","type":"ADR","cuis":["C0012833"]}]}
`

func TestMeasureLay(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write([]byte(laySentences))
	_ = w.Close()
	dir := t.TempDir()
	write(t, dir, "psytar.jsonl.gz", z.String())
	parts := map[string]int{}
	for _, part := range []string{"all", "open", "locked"} {
		items, err := eval.LoadLay(dir, part)
		if err != nil {
			t.Fatal(err)
		}
		parts[part] = len(items)
	}
	if diff := cmp.Diff(map[string]int{"all": 7, "open": 6, "locked": 1}, parts); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	items, _ := eval.LoadLay(dir, "open")
	b := wordsBase(t)
	c := eval.MeasureLay(b, recognize.New(b), items)
	got := map[string]eval.Measured{}
	for _, m := range c.All.Measures {
		got[m.Key] = m
	}
	want := map[string]eval.Measured{
		"precision": {Key: "precision", Value: .75, Of: 4}, "recall": {Key: "recall", Value: .75, Of: 4}, "f1": {Key: "f1", Value: .75, Of: 5},
		"span_precision": {Key: "span_precision", Value: .75, Of: 4}, "span_recall": {Key: "span_recall", Value: .6, Of: 5}, "span_f1": {Key: "span_f1", Value: 2. / 3, Of: 6},
		"severity": {Key: "severity", Value: 1, Of: 1}, "denied": {Key: "denied", Value: 0, Of: 3}, "silent": {Key: "silent", Value: .5, Of: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s\n%s", diff, strings.Join(c.Misses, "\n"))
	}
}

func TestLayMissing(t *testing.T) {
	if _, err := eval.LoadLay(t.TempDir(), "all"); err == nil || !strings.Contains(err.Error(), "https://") {
		t.Errorf("%v, want where the data are published", err)
	}
}
