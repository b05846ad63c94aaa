package kb

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const (
	fConcept   = "concepts/all.yaml"
	fCondition = "conditions/lungs/pneumonia.yaml"
	fRedFlag   = "redflags/all.yaml"
	fClarify   = "clarifications/all.yaml"
	fArticle   = "articles/pneumonia.md"
)

// Each case breaks the example in one place and names a problem that must come of it.
var lintCases = []struct{ name, file, old, replacement, want string }{
	{"unknown field", fCondition, "course: acute", "course: acute\nfoo: 1", "field foo not found"},
	{"wrong type", fCondition, "per_10000: 30", "per_10000: many", "cannot construct"},
	{"broken YAML", fRedFlag, "", "- {id: a", "redflags/all.yaml: line"},
	{"duplicate key", fCondition, "  unwell: {p: .75}", "  unwell: {p: .75}\n  unwell: {p: .5}", "already defined"},
	{"malformed id", fConcept, "id: copd", "id: Copd", `malformed id "Copd"`},
	{"dotted id", fConcept, "id: smoking", "id: smoking.heavy", "a dotted id is made by standard"},
	{"duplicate id", fConcept, "id: discharge", "id: fever", "id fever is also that of fever"},
	{"malformed code", fConcept, "CM100006", "CM10006", "CM10006 is neither"},
	{"missing code", fConcept, "code: CM100006, ", "", "smoking.code: is missing"},
	{"duplicate code", fConcept, "CM100006", "C0010200", "code C0010200 is also that of cough"},
	{"code shared with a finding", fCondition, "C0024117", "C0010200", "code C0010200 is also that of cough"},
	{"former code in use", fConcept, "code: CM100006", "code: CM100006, former: [C0010200]", "code C0010200 is also that of cough"},
	{"former code of a condition", fCondition, "CM700009", "CM100006", "code CM100006 is also that of smoking"},
	{"also an own code", fConcept, "code: CM100006", "code: CM100006, also: [{code: CM100010, name: Smoker, source: nhs}]", `smoking.also: "CM100010" is not C and 7 digits`},
	{"also of another", fConcept, "code: CM100006", "code: CM100006, also: [{code: C0010200, name: Cough, source: nhs}]", "code C0010200 is also that of cough"},
	{"also twice", fConcept, "code: CM100006", "code: CM100006, also: [{code: C0000001, name: A, source: nhs}, {code: C0000001, name: B, source: nhs}]", "code C0000001 is also that of smoking"},
	{"also without a name", fConcept, "code: CM100006", "code: CM100006, also: [{code: C0000001, source: nhs}]", "smoking.also.C0000001.name: is missing"},
	{"also without a source", fConcept, "code: CM100006", "code: CM100006, also: [{code: C0000001, name: A, source: nhss}]", "unknown source nhss (nhs?)"},
	{"missing text", fConcept, "question: Do you smoke?,", "", "smoking.question: is missing"},
	{"unknown kind", fConcept, "kind: risk", "kind: habit", `"habit" is not one of symptom`},
	{"unknown region", fConcept, "region: genitals", "region: face", `"face" is not one of`},
	{"background", fConcept, "background: .04", "background: 1.4", "copd.background: 1.4 is outside (0,0.995]"},
	{"cost", fConcept, "cost: 1", "cost: 9", "9 is outside [1,3]"},
	{"sex", fConcept, "sex: female", "sex: both", "neither female nor male"},
	{"ages", fConcept, "[30, 125]", "[30, 20]", "is not [youngest, oldest]"},
	{"unknown batch", fConcept, "batch: breathing", "batch: breathin", "unknown batch breathin (breathing?)"},
	{"form of itself", fCondition, "kind: mimics", "kind: form", "relations: is a form of itself"},
	{"unknown parent", fConcept, "[unwell]", "[unwel]", "unknown concept unwel (unwell?)"},
	{"cycle", fConcept, "region: whole, background: .2}", "region: whole, background: .2, parents: [fever]}", "is among its own parents"},
	{"contrast not mutual", fConcept, "contrast: cough_dry", "contrast: fever", "does not name it back"},
	{"standard codes", fConcept, "codes: CM1001", "codes: CM100", "is not CM and 4 digits"},
	{"standard name", fConcept, "of: [severe,", "of: [severe, nasty,", `"nasty" is not one of severe`},
	{"standard rate", fConcept, "rates: {severe: .3}", "rates: {mild: 3}", "3 is outside"},
	{"standard rate unused", fConcept, "rates: {severe: .3}", "rates: {mild: .3}", "is not in of"},
	{"standard of a factor", fConcept, "question: Do you smoke?", "question: Do you smoke?, standard: {codes: CM1002, of: [mild]}", "a factor has no attributes"},
	{"dimension", fConcept, "dimension: character", "dimension: colour", `"colour" is not one of site`},
	{"attribute of a factor", fConcept, "{of: cough, dimension: character, value: dry", "{of: copd, dimension: character, value: dry", "a factor neither has"},
	{"attribute of nothing", fConcept, "{of: cough, dimension: character, value: dry", "{of: coughs, dimension: character, value: dry", "unknown concept coughs (cough?)"},
	{"attribute value", fConcept, ", value: dry", "", "attribute.value: is missing"},
	{"phrase twice", fConcept, "lay: fever,", "lay: fever, phrases: [Hacking!],", `"Hacking!" is also claimed by cough`},
	{"empty phrase", fConcept, "phrases: [hacking", `phrases: ["!"`, "empty phrase"},
	{"synonym twice", fConcept, "lay: fever,", "lay: fever, synonyms: [Tussis],", `"Tussis" is also claimed by cough`},
	{"clarification phrase", fClarify, "[my chest]", "[hacking]", `"hacking" is also claimed by cough`},
	{"long phrase", fConcept, "phrases: [hacking", "phrases: [a b c d e f g h i", "warning: \"a b c d e f g h i\" has 9 words"},
	{"phrase in capitals", fConcept, "phrases: [hacking", "phrases: [HACK", "warning: \"HACK\" is not in lower case"},
	{"lay name twice", fConcept, "lay: wet cough", "lay: dry cough", "warning: \"dry cough\" is also the lay name"},
	{"orphan", fConcept, "\n- {id: smoking", "\n- {id: snoring, code: CM100019, kind: risk, name: Snoring, lay: snoring, definition: S., question: S?, background: .2}\n- {id: smoking", "snoring: warning: nothing uses it"},
	{"sex of the parent", fConcept, "region: whole, background: .2}", "region: whole, background: .2, sex: female}", "warning: the parent unwell is female only"},
}

var lintConditionCases = []struct{ name, file, old, replacement, want string }{
	{"file name", fCondition, "id: pneumonia\n", "id: pneumoni\n", "is not the file's name"},
	{"missing name", fCondition, "name: Pneumonia\n", "", "name: is missing"},
	{"missing review", fCondition, "review: none\n", "", "review: is missing"},
	{"unknown group", fCondition, "group: lungs", "group: lung", "unknown group lung (lungs?)"},
	{"unknown service", fCondition, "service: doctor", "service: medic", "unknown service medic"},
	{"icd10", fCondition, "J18.9", "J1", `"J1" is no ICD-10 code`},
	{"sex", fCondition, "sex: female", "sex: f", "neither female nor male"},
	{"course", fCondition, "course: acute", "course: slow", `"slow" is not one of acute`},
	{"figures", fCondition, "figures: estimate", "figures: guess", `"guess" is not one of estimate`},
	{"relation kind", fCondition, "kind: mimics", "kind: looks_like", `"looks_like" is not one of`},
	{"relation of", fCondition, "of: pneumonia", "of: gout", "unknown condition gout"},
	{"rate", fCondition, "per_10000: 30", "per_10000: 0", "0 is outside (0,2000]"},
	{"age ratios", fCondition, "1.6, 3]", "1.6]", "has 4 ratios, not 5"},
	{"age ratio", fCondition, "1.6, 3]", "1.6, -3]", "-3 is outside"},
	{"zero ratios", fCondition, "[0, 2]", "[0, 0]", "all ratios are zero"},
	{"ratios swapped", fCondition, "[0, 2]", "[2, 0]", "is zero for the only sex"},
	{"rate source", fCondition, "source: nhs}\ndur", "source: nice}\ndur", "unknown source nice"},
	{"durations", fCondition, ".07, .01]", ".07]", "has 4 shares, not 5"},
	{"duration sum", fCondition, ".55", ".5", "sums to 0.95, not 1"},
	{"level", fCondition, "level: urgent_48h", "level: soon", `unknown level "soon"`},
	{"level that is none", fCondition, "level: urgent_48h", "level: no_outcome", `unknown level "no_outcome"`},
	{"threshold", fCondition, "threshold: .05", "threshold: 5", "5 is outside"},
	{"raise level", fCondition, "level: urgent_12h}", "level: routine_2w}", "routine_2w is not more urgent than urgent_48h"},
	{"raise unknown level", fCondition, "level: urgent_12h}", "level: now}", `triage.raise.level: unknown level "now"`},
	{"raise when", fCondition, "and fever", "and fevr", "unknown finding fevr"},
	{"rule out", fCondition, "rule_out: .02", "rule_out: 2", "2 is outside"},
	{"p", fCondition, "cough: {p: .9,", "cough: {p: 1.4,", "findings.cough.p: 1.4 is outside [0.001,0.995]"},
	{"presenting", fCondition, "presenting: .5", "presenting: 5", "5 is outside [0,1]"},
	{"presenting over p", fCondition, "presenting: .5", "presenting: .95", "warning: 0.95 is more than p, 0.9"},
	{"finding source", fCondition, "presenting: .3, source: nhs", "presenting: .3, source: x", "unknown source x"},
	{"modifier p", fCondition, "p: .5}]", "p: 5}]", "modifiers.p: 5 is outside"},
	{"modifier when", fCondition, "age >= 75", "age >= old", "modifiers.when: age is compared"},
	{"unknown finding", fCondition, "  unwell:", "  unwel:", "unknown finding unwel (unwell?)"},
	{"factor as finding", fCondition, "  unwell:", "  copd:", "is a factor (background), not a finding"},
	{"parent not listed", fCondition, "  cough: {p: .9, presenting: .5}\n", "", "warning: its parent cough is not listed"},
	{"other sex", fCondition, "sex: female", "sex: male", "is female only, the condition male only"},
	{"few findings", fCondition, "  discharge: {p: .02}\n", "", "has 7 findings, fewer than 8"},
	{"none presenting", fCondition, "", strings.NewReplacer(", presenting: .5", "", ", presenting: .3", "").Replace(example[fCondition]), "none has a presenting share"},
	{"none heard", fCondition, ", presenting: .5", "", "no presenting finding has phrases"},
	{"none typical", fCondition, "", strings.NewReplacer("p: .9", "p: .4", "p: .75", "p: .4", "p: .6", "p: .4", "worsening: {p: .5}", "worsening: {p: .4}").Replace(example[fCondition]), "none has p of 0.5"},
	{"odds ratio", fCondition, "or: 1.6", "or: 160", "160 is outside [0.05,100]"},
	{"role", fCondition, "role: complication", "role: cause", `"cause" is not one of risk`},
	{"factor source", fCondition, "role: complication, source: nhs", "role: complication, source: x", "unknown source x"},
	{"unknown factor", fCondition, "smoking:", "smokin:", "unknown factor smokin (smoking?)"},
	{"finding as factor", fCondition, "smoking:", "fever:", "is a finding (sign), not a factor"},
	{"no source", fCondition, "sources: [nhs]", "sources: []", "names no source"},
	{"unknown source", fCondition, "sources: [nhs]", "sources: [bmj]", "unknown source bmj"},
	{"nothing to watch", fCondition, "[Short of breath.]", "[]", "warning: is empty"},
	{"unknown article", fCondition, "article: pneumonia", "article: pneumoni", "unknown article pneumoni (pneumonia?)"},
	{"article without it", fCondition, "article: pneumonia", "article: cold", "cold does not list pneumonia"},
	{"name twice", "conditions/lungs/other.yaml", "", "id: other\nname: Chest infection\n", `"chest infection" also names other`},
}

var lintOtherCases = []struct{ name, file, old, replacement, want string }{
	{"missing rule", fRedFlag, "fire_if: fever and cough, ", "", "sepsis.fire_if: is missing"},
	{"always fires", fRedFlag, "fire_if: fever and cough", "fire_if: always", "always fires"},
	{"level of a rule", fRedFlag, "at_least: emergency", "at_least: now", `unknown level "now"`},
	{"if unsure", fRedFlag, "if_unsure: urgent_12h", "if_unsure: now", `unknown level "now"`},
	{"if unsure too urgent", fRedFlag, "if_unsure: urgent_12h", "if_unsure: emergency_ambulance", "is more urgent than at_least"},
	{"leaf of a rule", fRedFlag, "likely(pneumonia)", "likely(gout)", "unknown condition gout"},
	{"condition of a rule", fRedFlag, "[pneumonia]", "[gout]", "sepsis.conditions: unknown condition gout"},
	{"rule without source", fRedFlag, ", source: nhs", "", "warning: is missing"},
	{"source of a rule", fRedFlag, "source: nhs", "source: x", "unknown source x"},
	{"digits", fClarify, `"101"`, `"11"`, "is not three digits"},
	{"digits twice", fClarify, "", example[fClarify] + strings.NewReplacer("chest", "trunk", "CM910101", "CM910102", "Chest", "Trunk").Replace(example[fClarify]), "are also those of chest"},
	{"one option", fClarify, `, {digits: "02", text: Hot, concepts: [fever]}`, "", "has fewer than 2"},
	{"option digits", fClarify, `"02"`, `"2"`, `"2" is not two digits`},
	{"option twice", fClarify, `"02"`, `"01"`, "the digits occur twice"},
	{"option text", fClarify, "text: Hot, ", "", "text: is missing"},
	{"option empty", fClarify, "[fever]", "[]", "concepts: is empty"},
	{"option concept", fClarify, "[fever]", "[fevr]", "unknown concept fevr (fever?)"},
	{"option factor", fClarify, "[fever]", "[copd]", "warning: copd is a factor"},
	{"front matter", fArticle, "", "## What it is\n", "does not start with front matter"},
	{"article field", fArticle, "snippet:", "snipet:", "field snipet not found"},
	{"article title", fArticle, "title: Pneumonia\n", "", "title: is missing"},
	{"article category", fArticle, "category: lungs", "category: x", "unknown group x"},
	{"article condition", fArticle, "conditions: [pneumonia]", "conditions: [gout]", "unknown condition gout"},
	{"article of another", "articles/cold.md", "category: lungs", "category: lungs\nconditions: [pneumonia]", "warning: pneumonia has another article"},
	{"article related", fArticle, "related: [cold]", "related: [colt]", "unknown article colt (cold?)"},
	{"article related to itself", fArticle, "related: [cold]", "related: [pneumonia]", "is related to itself"},
	{"article source", fArticle, "sources: [nhs]", "sources: [x]", "unknown source x"},
	{"article without source", fArticle, "sources: [nhs]", "sources: []", "names no source"},
	{"article preamble", fArticle, "## What it is", "Hello\n## What it is", "text before the first heading"},
	{"article heading", fArticle, "## What you can do", "## Treatment", "headings are"},
	{"article section", fArticle, "- one **bold** and *it*\n- two\n", "", "is empty"},
	{"article length", fArticle, words(80), "", "outside 200 to 700"},
	{"article link", fArticle, "article:cold", "article:colt", "unknown article colt (cold?)"},
	{"article address", fArticle, "article:cold", "http://x", "is neither article: nor https:"},
	{"article image", fArticle, "- two", "- ![x](https://y)", "Markdown of kind Image"},
	{"article code", fArticle, "- two", "- `x`", "Markdown of kind CodeSpan"},
	{"article HTML", fArticle, "- two", "- <b>x</b>", "Markdown of kind RawHTML"},
	{"article list", fArticle, "- one **bold** and *it*\n- two", "1. one", "only - is allowed"},
	{"group service", "groups.yaml", "service: doctor", "service: x", "unknown service x"},
	{"group name", "groups.yaml", "name: Lungs, ", "", "lungs.name: is missing"},
	{"service text", "services.yaml", "text: {en-US: See a doctor.}, ", "", "doctor.text.en-US: is missing"},
	{"service level", "services.yaml", "[urgent_48h]", "[soon]", `unknown level "soon"`},
	{"complaint of dangers", "dangers.yaml", "complaint: cough", "complaint: coug", "unknown concept coug (cough?)"},
	{"factor with dangers", "dangers.yaml", "complaint: cough", "complaint: smoking", "a factor is no complaint"},
	{"no danger", "dangers.yaml", "[fever]", "[]", "has 0 entries, not 1 to 12"},
	{"danger sign", "dangers.yaml", "[fever]", "[fevr]", "unknown concept fevr (fever?)"},
	{"dangers twice", "dangers.yaml", "", "- {complaint: cough, ask: [fever], source: nhs}\n- {complaint: cough, ask: [fever], source: nhs}", "stands twice"},
	{"source of dangers", "dangers.yaml", ", source: nhs", "", "source: is missing"},
	{"batch heading", "batches.yaml", ", heading: Any of these?", "", "breathing.heading: is missing"},
	{"source title", "sources/all.yaml", "title: NHS, ", "", "nhs.title: is missing"},
	{"source address", "sources/all.yaml", "https://www", "www", "is no address"},
	{"source year", "sources/all.yaml", "2023", "23", "23 is no year"},
	{"number", "messages/en-GB.yaml", "number.crisis: \"111\"\n", "", "number.crisis: is missing"},
	{"message", "messages/en-GB.yaml", "number.crisis", "number.crises", "is not in en-US"},
	{"terms type", "terms/en-US.yaml", "HEADER", "H1", `"H1" is not one of HEADER`},
	{"terms text", "terms/en-US.yaml", ", text: Read", "", "text: is missing"},
	{"spelling", "spelling.yaml", "diarrhea:", "Diarrhea:", "is not a pair of words"},
	{"page", "SOURCES.md", "2023", "2024", "is out of date"},
}

func TestLint(t *testing.T) {
	for _, c := range append(append(lintCases, lintConditionCases...), lintOtherCases...) {
		t.Run(c.name, func(t *testing.T) {
			_, problems := LintFolder(with(t, c.file, c.old, c.replacement), LintOptions{})
			var got []string
			for _, p := range problems {
				got = append(got, p.String())
				if strings.Contains(p.String(), c.want) {
					return
				}
			}
			t.Errorf("no problem has %q, only\n%s", c.want, strings.Join(got, "\n"))
		})
	}
}

func TestLintAcceptsExample(t *testing.T) { exampleBase(t) }

func TestLintOfNothing(t *testing.T) {
	if _, problems := LintFolder(fstest.MapFS{}, LintOptions{}); len(problems) > 0 {
		t.Error(problems)
	}
}

func TestVerifyCodes(t *testing.T) {
	codes := fstest.MapFS{"symp.tsv": {Data: []byte("symp\tname\tsynonyms\tumls_cui\nS:1\tcough\t\tC0010200\nS:2\tred nose\t\tC0015967|C0024117\nS:3\tfeverish\t\tC0424755\n")}}
	patients := fstest.MapFS{"psytar.jsonl.gz": {Data: zipped(t, `{"text":"burning up","mentions":[{"mention":"burning up","cuis":["C0743973"],"names":["High fever"]}]}`)}}
	_, problems := LintFolder(with(t, fConcept, "C0010200", "C0010201"), LintOptions{VerifyCodes: codes, VerifyTexts: patients})
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{
		"concepts/all.yaml: copd.code: warning: C0024117 is named red nose| there",
		"concepts/all.yaml: cough.code: C0010201 is in none of doid.tsv.gz, hpo.tsv.gz, symp.tsv",
		"concepts/all.yaml: fever.code: warning: C0015967 is named red nose| there",
		"conditions/lungs/pneumonia.yaml: code: warning: C0024117 is named red nose| there",
		"doid.tsv.gz: open doid.tsv.gz: file does not exist",
		"hpo.tsv.gz: open hpo.tsv.gz: file does not exist",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
