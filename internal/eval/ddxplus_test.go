package eval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anamnesis/internal/eval"
)

// A miniature of the tables: two conditions, told apart by one of two yes/no questions or by a site.
var ddxFiles = map[string]string{
	"release_evidences.json": `{"E_1":{"data_type":"B","default_value":0},"E_2":{"data_type":"B","default_value":0},
		"E_3":{"data_type":"M","default_value":"V_0"}}`,
	"evidence_given_condition_train.json": `{"condition_counts":{"a":60,"b":40},
		"probabilities":{"a":{"E_1":0.95,"E_2":0.9},"b":{"E_1":0.9,"E_2":0.05}}}`,
	"multivalue_freq_top_train.json":       `{"a":{"value_freq_top":{"E_3":{"V_1":0.5,"V_2":0.5}}},"b":{"value_freq_top":{"E_3":{"V_2":0.5,"V_3":0.5}}}}`,
	"value_given_condition_bed_stats.json": `{"a":{"findings":{"E_1":0.95,"E_3":{"V_1":0.5,"V_2":0.5}}},"b":{"findings":{"E_1":0.9,"E_3":{"V_2":0.5,"V_3":0.5}}}}`,
	"patients_few.jsonl": `{"PATHOLOGY":"a","EVIDENCES":["E_1","E_2","E_3_@_V_1"],"INITIAL_EVIDENCE":"E_1","DIFFERENTIAL_DIAGNOSIS":[["a",0.7],["b",0.3]]}
{"PATHOLOGY":"b","EVIDENCES":["E_1","E_3_@_V_3"],"INITIAL_EVIDENCE":"E_1","DIFFERENTIAL_DIAGNOSIS":[["b",0.995],["a",0.005]]}
`,
}

func ddxFolder(t *testing.T, change map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ddxplus"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range ddxFiles {
		if c, ok := change[name]; ok {
			text = c
		}
		if err := os.WriteFile(filepath.Join(dir, "ddxplus", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDDXPlus(t *testing.T) {
	x, err := eval.LoadDDXPlus(ddxFolder(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	s := x.Run(eval.OneSought)
	if s.Patients != 2 || s.First != 1 || s.Length < 2 || s.Length > 3 {
		t.Errorf("%+v", s)
	}
	// Asked to the end, one condition is certain: the differential of the first patient lacks b.
	d := x.Run(eval.DifferentialSought)
	if d.Length != 3 || d.EvidenceRecall != 1 || d.Precision != 1 || d.Recall != 0.75 {
		t.Errorf("%+v", d)
	}
	if f1 := (2.0/3 + 1) / 2; d.F1 < f1-1e-6 || d.F1 > f1+1e-6 {
		t.Errorf("F1 %v, want the mean of the patients' own, %v", d.F1, f1)
	}
}

func TestDDXPlusFaults(t *testing.T) {
	if _, err := eval.LoadDDXPlus(t.TempDir()); err == nil || !strings.Contains(err.Error(), "published at") {
		t.Errorf("without data: %v", err)
	}
	for name, text := range map[string]string{
		"release_evidences.json": "{",
		"patients_few.jsonl":     `{"PATHOLOGY":"c","EVIDENCES":[],"INITIAL_EVIDENCE":"E_1","DIFFERENTIAL_DIAGNOSIS":[]}`,
	} {
		if _, err := eval.LoadDDXPlus(ddxFolder(t, map[string]string{name: text})); err == nil || !strings.Contains(err.Error(), name[:7]) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
