package suggest

import (
	"html"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// testBase is a base by hand: findings, an attribute, a vague complaint, an illness.
func testBase() *kb.Base {
	b := &kb.Base{}
	add := func(id, lay string, rate float64, synonyms, phrases string) *kb.Concept {
		b.Concepts = append(b.Concepts, kb.Concept{
			ID: id, Code: "C_" + id, Kind: kb.Symptom, Name: strings.ToUpper(id[:1]) + strings.ReplaceAll(id[1:], "_", " "), Lay: lay,
			Synonyms: split(synonyms), Phrases: split(phrases), Background: rate, AttributeOf: kb.None, Contrast: kb.None, Correlation: kb.None,
		})
		return &b.Concepts[len(b.Concepts)-1]
	}
	add("cough", "cough", .08, "tussis", "can't stop coughing, hacking")
	add("fever", "fever", .05, "pyrexia, raised temperature", "running a temperature, burning up")
	add("headache", "headache", .1, "head pain", "splitting headache, my head hurts")
	add("heartburn", "heartburn", .06, "acid indigestion, pyrosis", "burning after meals")
	add("diarrhea", "diarrhea", .04, "loose stools", "the runs, poo like water")
	add("chest_pain", "chest pain", .03, "thoracic pain", "my chest hurts")
	add("abdominal_pain", "belly pain", .08, "stomach ache, abdominal pain", "my tummy hurts")
	add("painful_periods", "painful periods", .05, "dysmenorrhea", "period pain, cramps on my period").Sex = clinical.Female
	add("testicular_pain", "pain in a testicle", .005, "testicular pain", "my balls hurt").Sex = clinical.Male
	add("swelling", "swelling of the legs & feet", .02, "edema", "puffy <b>ankles</b>, legs are swollen")
	add("coughing_blood", "coughing up blood", .002, "hemoptysis", "blood when I cough")
	dry := add("dry_cough", "dry cough", .5, "unproductive cough", "tickly cough")
	dry.AttributeOf, dry.Dimension, dry.Value = 0, kb.Character, "dry"
	severe := add("cough_severe", "severe cough", .2, "", "terrible cough")
	severe.AttributeOf, severe.Standard = 0, "severe"
	smoking := add("smoking", "smoking", .2, "smoker", "cigarettes")
	smoking.Kind = kb.Risk
	b.Clarifications = []kb.Clarification{{ID: "stomach_trouble", Code: "CM1", Name: "Stomach trouble", Synonyms: []string{"upset stomach"}, Options: []kb.Option{{Concepts: []kb.ConceptID{6}}}}}
	b.Conditions = []kb.Condition{{ID: "influenza", Code: "C_flu", Name: "Influenza", Lay: "flu", Synonyms: []string{"grippe"}, Findings: []kb.Link{
		{Concept: 0, P: .8, Presenting: .3}, {Concept: 1, P: .9, Presenting: .4}, {Concept: 3, P: .02},
	}}}
	return b
}

func split(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ", ")
}

func TestSearchFindsFirst(t *testing.T) {
	x := New(testBase())
	for query, want := range map[string]string{
		"cough": "Cough", "cou": "Cough", "COUGH": "Cough", "coughing": "Cough", "coguh": "Cough", "fev": "Fever", "raised temp": "Fever (raised temperature)",
		"headache": "Headache", "head ac": "Headache (head pain)", "hedache": "Headache", "hurts head": "Headache (my head hurts)", "my head hurts": "Headache (my head hurts)",
		"heartbrun": "Heartburn", "acid": "Heartburn (acid indigestion)", "indigestoin": "Heartburn (acid indigestion)",
		"dioreha": "Diarrhea", "diarrhoea": "Diarrhea", "runs": "Diarrhea (the runs)", "loose": "Diarrhea (loose stools)",
		"pain chest": "Chest pain", "chest-pain": "Chest pain", "a pain in the chest": "Chest pain", "stomach": "Belly pain (stomach ache)", "stomach tr": "Stomach trouble", "tummy": "Belly pain (my tummy hurts)", "stomach ache": "Belly pain (stomach ache)",
		"flu": "Fever (flu)", "influensa": "Fever (Influenza)", "oedema": "Swelling of the legs & feet (edema)", "ankles": "Swelling of the legs & feet (puffy <b>ankles</b>)",
		"dry": "Dry cough", "tickly": "Dry cough (tickly cough)", "can’t stop": "Cough (can't stop coughing)", "dÿsmenorrhéa": "Painful periods (dysmenorrhea)",
		"haemoptysis": "Coughing up blood (hemoptysis)", "blood": "Coughing up blood",
	} {
		got := ""
		if r := x.Search(query, clinical.AnySex, 10); len(r.Rows) > 0 {
			got = r.Rows[0].DropdownName
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Search(%q) (-want +got):\n%s", query, diff)
		}
	}
}

func TestSearchRow(t *testing.T) {
	x := New(testBase())
	r := x.Search("acid", clinical.AnySex, 10)
	want := Result{Alternative: true, Rows: []Row{{
		ID: "assessment_C_heartburn", Code: "C_heartburn", DropdownName: "Heartburn (acid indigestion)", DisplayName: "Heartburn",
		Highlight: "Heartburn (<i>acid</i> indigestion)", Alternative: true,
	}}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("Search(acid) (-want +got):\n%s", diff)
	}
	vague := x.Search("upset", clinical.AnySex, 10).Rows
	if len(vague) != 1 || vague[0].ID != "clarify_CM1" {
		t.Errorf("Search(upset) = %+v", vague)
	}
	if got := x.Search("xyzzy", clinical.AnySex, 10); got.Rows == nil || len(got.Rows) != 0 {
		t.Errorf("Search of nonsense = %+v", got)
	}
}

func TestSearchLeavesOut(t *testing.T) {
	x := New(testBase())
	for _, c := range []struct {
		query, code string
		sex         clinical.Sex
		want        bool
	}{
		{"period", "C_painful_periods", clinical.Female, true}, {"period", "C_painful_periods", clinical.Male, false}, {"period", "C_painful_periods", clinical.AnySex, true},
		{"testic", "C_testicular_pain", clinical.Female, false}, {"testic", "C_testicular_pain", clinical.Male, true},
		{"cough", "C_cough_severe", clinical.AnySex, false}, {"smok", "C_smoking", clinical.AnySex, false}, {"flu", "C_heartburn", clinical.AnySex, false},
	} {
		if got := within(x.Search(c.query, c.sex, 10), c.code); got != c.want {
			t.Errorf("Search(%q, %v) has %s: %v, want %v", c.query, c.sex, c.code, got, c.want)
		}
	}
}

func TestSearchLimitAndOrder(t *testing.T) {
	x := New(testBase())
	if n := len(x.Search("c", clinical.AnySex, 2).Rows); n != 2 {
		t.Errorf("limit 2 gives %d rows", n)
	}
	first := x.Search("pain", clinical.AnySex, 10)
	for range 20 {
		if diff := cmp.Diff(first, x.Search("pain", clinical.AnySex, 10)); diff != "" {
			t.Fatalf("order changes:\n%s", diff)
		}
	}
	// The finding itself stands before its attribute.
	rows := x.Search("cough", clinical.AnySex, 10).Rows
	if rows[0].Code != "C_cough" || !within(Result{Rows: rows}, "C_dry_cough") {
		t.Errorf("Search(cough) = %+v", rows)
	}
}

func TestRowIn(t *testing.T) {
	x := New(testBase())
	british := func(s string) string {
		return strings.NewReplacer("diarrhea", "diarrhoea", "Diarrhea", "Diarrhoea").Replace(s)
	}
	row := x.Search("diarr", clinical.AnySex, 1).Rows[0].In(british)
	if row.DropdownName != "Diarrhoea" || row.Highlight != "<i>Diarrhoea</i>" || row.DisplayName != "Diarrhoea" {
		t.Errorf("In = %+v", row)
	}
}

// plain takes the tags off a highlight; ok is false where they are broken.
func plain(h string) (s string, ok bool) {
	open := false
	var b strings.Builder
	for h != "" {
		switch {
		case strings.HasPrefix(h, "<i>") && !open:
			open, h = true, h[3:]
		case strings.HasPrefix(h, "</i>") && open:
			open, h = false, h[4:]
		case h[0] == '<' || h[0] == '>':
			return "", false
		default:
			b.WriteByte(h[0])
			h = h[1:]
		}
	}
	return html.UnescapeString(b.String()), !open
}

func FuzzSearch(f *testing.F) {
	x := New(testBase())
	for _, s := range []string{"cough", "pain <b>", "&", "a", "ångström’s", "\xff", "in the", "ankles b", strings.Repeat("pain ", 30), "🤮"} {
		f.Add(s, byte(0))
	}
	f.Fuzz(func(t *testing.T, query string, sex byte) {
		r := x.Search(query, clinical.Sex(sex%3), 10)
		if len(r.Rows) > MaxRows {
			t.Fatalf("%d rows", len(r.Rows))
		}
		for _, row := range r.Rows {
			if s, ok := plain(row.Highlight); !ok || s != row.DropdownName {
				t.Fatalf("highlight %q of %q", row.Highlight, row.DropdownName)
			}
			if !strings.Contains(row.Highlight, "<i>") {
				t.Fatalf("nothing highlighted in %q for %q", row.Highlight, query)
			}
		}
		if diff := cmp.Diff(r, x.Search(query, clinical.Sex(sex%3), 10)); diff != "" {
			t.Fatalf("not deterministic:\n%s", diff)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	x := New(realBase(b))
	for _, q := range []string{"c", "head", "stomach pain", "dioreha", "shortnes of breth"} {
		b.Run(q, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Search(q, clinical.AnySex, 10)
			}
		})
	}
}

func TestSearchSideBySide(t *testing.T) {
	x, again := New(testBase()), New(testBase())
	queries := []string{"head", "stomach ach", "cogh", "dysmen", "swelling"}
	want := make([]Result, len(queries))
	for i, q := range queries {
		want[i] = again.Search(q, clinical.AnySex, MaxRows)
	}
	var wg sync.WaitGroup
	for n := range 8 { // rows are put together when they are first shown
		wg.Go(func() {
			for i := range queries {
				i = (i + n) % len(queries)
				if diff := cmp.Diff(want[i], x.Search(queries[i], clinical.AnySex, MaxRows)); diff != "" {
					t.Errorf("%q (-alone +side by side):\n%s", queries[i], diff)
				}
			}
		})
	}
	wg.Wait()
}
