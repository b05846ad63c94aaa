package kb

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"anamnesis/internal/clinical"

	"github.com/google/go-cmp/cmp"
)

func TestEncodeRoundTrip(t *testing.T) {
	want := exampleBase(t)
	data, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Base{}, spelling{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestCompileIsDeterministic(t *testing.T) {
	first, err := Encode(exampleBase(t))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := Encode(exampleBase(t))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatal("the same sources gave other bytes")
		}
	}
}

func TestEditionFollowsContent(t *testing.T) {
	a := exampleBase(t)
	s, _ := Load(with(t, fCondition, "per_10000: 30", "per_10000: 31"))
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Edition) != 64 || a.Edition == b.Edition {
		t.Errorf("editions %q and %q", a.Edition, b.Edition)
	}
}

func TestCompileConcepts(t *testing.T) {
	b := exampleBase(t)
	cough, _ := b.Concept("cough")
	sudden, _ := b.ConceptByCode("CM100102")
	gradual, _ := b.Concept("cough.gradual")
	got := b.Concepts[sudden]
	want := Concept{
		ID: "cough.sudden", Code: "CM100102", Kind: Symptom, Name: "Sudden onset of cough", Lay: "sudden start of the cough",
		Phrases:    []string{"sudden cough", "cough suddenly", "cough out of nowhere", "cough came on suddenly"},
		Definition: "The cough started within seconds or minutes.", Question: "Did the cough start suddenly, within seconds or minutes?",
		Region: "chest", Batch: "breathing", Background: .2, Correlation: None, Cost: 1,
		AttributeOf: cough, Dimension: Onset, Value: "sudden", Exclusive: true, Contrast: gradual, Standard: "sudden",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	kids := b.conceptNames(b.Concepts[cough].Children)
	if diff := cmp.Diff([]string{"cough.gradual", "cough.severe", "cough.sudden", "cough.worsening", "cough_dry", "cough_wet"}, kids); diff != "" {
		t.Errorf("children -want +got\n%s", diff)
	}
	if severe, _ := b.Concept("cough.severe"); b.Concepts[severe].Background != .3 || b.Concepts[severe].Exclusive {
		t.Errorf("cough.severe is %+v", b.Concepts[severe])
	}
}

func TestCompileCondition(t *testing.T) {
	b := exampleBase(t)
	id, ok := b.ConditionByCode("C0024117")
	if !ok {
		t.Fatal("no condition")
	}
	d := &b.Conditions[id]
	mean := 0.0
	for s := range d.Rate {
		for i, r := range d.Rate[s] {
			mean += r * ageShares[i] / 2
		}
	}
	if d.Rate[1] != [clinical.AgeBands]float64{} || mean < 29.99 || mean > 30.01 {
		t.Errorf("rate %v, mean %v", d.Rate, mean)
	}
	fever, _ := b.Concept("fever")
	if diff := cmp.Diff([]Row{{Condition: id, P: .75, Presenting: .3}}, b.Rows(fever)); diff != "" {
		t.Errorf("rows -want +got\n%s", diff)
	}
	if d.Level != clinical.Urgent48h || d.Threshold != .05 || d.Raises[0].Level != clinical.Urgent12h {
		t.Errorf("triage %v %v %v", d.Level, d.Threshold, d.Raises)
	}
	if c := b.RedFlags[0]; c.Unless == nil || c.IfUnsure != clinical.Urgent12h {
		t.Errorf("red flag %+v", c)
	}
	if o := b.Clarifications[0].Options[1]; o.ID != "A10102" {
		t.Errorf("option %+v", o)
	}
}

func TestCount(t *testing.T) {
	want := Stats{Conditions: 1, Findings: 12, RedFlags: 1, Clarifications: 1, Articles: 2, Phrases: 34}
	if diff := cmp.Diff(want, Count(exampleBase(t))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestShow(t *testing.T) {
	b := exampleBase(t)
	for _, key := range []string{"pneumonia", "C0024117", "cough", "cough.sudden", "CM100006"} {
		text, ok := Show(b, key)
		if !ok || len(text) < 100 {
			t.Errorf("Show(%s) = %q, %v", key, text, ok)
		}
	}
	if _, ok := Show(b, "gout"); ok {
		t.Error("showed what is not there")
	}
}

// TestCompiledIsFresh keeps the embedded file equal to its sources.
func TestCompiledIsFresh(t *testing.T) {
	const command = "run: go run ./cmd/anamnesis kb build"
	folder := os.DirFS("../../knowledge")
	s, problems := LintFolder(folder, LintOptions{})
	if err := problems.Err(); err != nil {
		t.Fatalf("%v\nthen %s", err, command)
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Encode(b)
	if err != nil {
		t.Fatal(err)
	}
	fresh(t, CompiledFile, want, command)
	for _, l := range s.Translations(b) {
		if want, err = EncodeTranslation(l); err != nil {
			t.Fatal(err)
		}
		fresh(t, TranslationFile(l.Language), want, command)
	}
}

func fresh(t *testing.T, file string, want []byte, command string) {
	t.Helper()
	got, err := os.ReadFile("../../knowledge/" + file)
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("knowledge/%s is out of date (%v); %s", file, err, command)
	}
}

// BenchmarkDecode loads a base of the size that is aimed at.
func BenchmarkDecode(b *testing.B) {
	base := exampleBase(b)
	concept, condition := base.Concepts[0], base.Conditions[0]
	for i := range 3000 {
		c := concept
		c.ID, c.Code = fmt.Sprintf("finding_%d", i), fmt.Sprintf("CM%06d", i)
		c.Phrases = []string{"a phrase that somebody may write", "another one", "yet another phrase", "and a fourth one here"}
		base.Concepts = append(base.Concepts, c)
	}
	for i := range 600 {
		d := condition
		d.ID, d.Code = fmt.Sprintf("condition_%d", i), fmt.Sprintf("CM%06d", 500000+i)
		d.Findings = nil
		for k := range 25 {
			d.Findings = append(d.Findings, Link{Concept: ConceptID(k * 7), P: .15})
		}
		base.Conditions = append(base.Conditions, d)
		base.Articles = append(base.Articles, base.Articles[1])
	}
	data, err := Encode(base)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func TestCodesOfEarlierEditionsAndOtherVocabularies(t *testing.T) {
	b := exampleBase(t)
	fever, _ := b.Concept("fever")
	if k, ok := b.ConceptByCode("CM100009"); !ok || k != fever {
		t.Errorf("a former code leads to %v, %v", k, ok)
	}
	if d, ok := b.ConditionByCode("CM700009"); !ok || b.Conditions[d].ID != "pneumonia" {
		t.Errorf("a former code leads to %v, %v", d, ok)
	}
	if _, ok := b.ConceptByCode("C0424755"); ok {
		t.Error("the code of a published concept is not ours")
	}
	if diff := cmp.Diff([]string{"C0015967", "C0424755", "C0743973"}, b.Concepts[fever].Codes()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	text, ok := Show(b, "C0743973")
	if want := "also         C0743973 High fever [nhs], narrower\n"; !ok || !strings.HasPrefix(text, "fever  C0015967") || !strings.Contains(text, want) {
		t.Errorf("%v: %s", ok, text)
	}
}
