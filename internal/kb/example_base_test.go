package kb

import (
	"strings"
	"testing"
	"testing/fstest"
)

// example is a small base without problems.
var example = map[string]string{
	"groups.yaml":   `- {id: lungs, code: CM900103, name: Lungs, service: doctor}`,
	"services.yaml": `- {id: doctor, name: {en-US: Doctor}, text: {en-US: See a doctor.}, levels: [urgent_48h]}`,
	"dangers.yaml":  `- {complaint: cough, ask: [fever], source: nhs}`,
	"batches.yaml":  `- {id: breathing, heading: Any of these?}`,
	"concepts/all.yaml": `
- {id: cough, code: C0010200, kind: symptom, name: Cough, lay: cough, synonyms: [tussis], phrases: [hacking, constant cough], definition: Air., question: Do you cough?,
   region: chest, batch: breathing, background: .08, correlation: airways, standard: {codes: CM1001, of: [severe, sudden, gradual, worsening], rates: {severe: .3}}}
- {id: cough_dry, code: CM100002, kind: symptom, name: Dry cough, lay: dry cough, definition: No phlegm., question: Is it dry?, region: chest, background: .5,
   attribute: {of: cough, dimension: character, value: dry, exclusive: true}, contrast: cough_wet}
- {id: cough_wet, code: CM100003, kind: symptom, name: Wet cough, lay: wet cough, definition: Phlegm., question: Is it wet?, region: chest, background: .5,
   attribute: {of: cough, dimension: character, value: wet, exclusive: true}, contrast: cough_dry}
- {id: fever, code: C0015967, former: [CM100009], also: [{code: C0424755, name: Feverish, source: nhs}, {code: C0743973, name: High fever, source: nhs, narrower: true}], kind: sign, name: Fever, lay: fever, definition: Heat., question: Are you hot?, region: whole, background: .05, parents: [unwell], danger: true}
- {id: unwell, code: CM100004, kind: symptom, name: Malaise, lay: feeling unwell, definition: Unwell., question: Are you unwell?, region: whole, background: .2}
- {id: discharge, code: CM100005, kind: symptom, name: Discharge, lay: discharge, definition: Fluid., question: Is there any?, region: genitals, background: .02, sex: female}
- {id: copd, code: C0024117, kind: background, name: COPD, lay: long-term lung disease, definition: A disease., question: Do you have it?, background: .04, ages: [30, 125], cost: 1}
- {id: smoking, code: CM100006, kind: risk, name: Smoking, lay: smoking, definition: Smoke., question: Do you smoke?, background: .2}
`,
	"conditions/lungs/pneumonia.yaml": `
id: pneumonia
code: C0024117
former: [CM700009]
icd10: [J18.9]
name: Pneumonia
lay: lung infection
synonyms: [chest infection]
group: lungs
sex: female
ages: [18, 125]
relations: [{kind: mimics, of: pneumonia}]
rate: {per_10000: 30, age: [0.6, 0.7, 1, 1.6, 3], sex: [0, 2], source: nhs}
duration: [.02, .55, .35, .07, .01]
course: acute
figures: estimate
findings:
  cough: {p: .9, presenting: .5}
  cough.worsening: {p: .5}
  cough.sudden: {p: .2}
  cough_dry: {p: .3}
  cough_wet: {p: .6}
  fever: {p: .75, presenting: .3, source: nhs, modifiers: [{when: "age >= 75", p: .5}]}
  unwell: {p: .75}
  discharge: {p: .02}
factors:
  smoking: {or: 1.6}
  copd: {or: 3, role: complication, source: nhs}
triage:
  level: urgent_48h
  threshold: .05
  raise: [{when: "age >= 65 and fever", level: urgent_12h}]
rule_out: .02
service: doctor
self_care: [Rest.]
watch_for: [Short of breath.]
article: pneumonia
sources: [nhs]
review: none
`,
	"redflags/all.yaml": `
- {id: sepsis, ask_when: fever or likely(pneumonia) >= .02, fire_if: fever and cough, unless: copd, at_least: emergency, if_unsure: urgent_12h, reason: Bad., instruction: "Call {emergency}.", conditions: [pneumonia], source: nhs}
`,
	"clarifications/all.yaml": `
- {id: chest, code: CM910101, digits: "101", name: Chest trouble, phrases: [my chest], question: What is it?,
   options: [{digits: "01", text: Cough, concepts: [cough]}, {digits: "02", text: Hot, concepts: [fever]}]}
`,
	"articles/pneumonia.md": `---
title: Pneumonia
snippet: An infection.
category: lungs
conditions: [pneumonia]
related: [cold]
sources: [nhs]
---
## What it is
` + words(60) + `
## What it feels like
- one **bold** and *it*
- two
## What you can do
See [cold](article:cold). ` + words(80) + `
## When to get help
` + words(60) + "\n",
	"articles/cold.md":    "---\ntitle: Cold\nsnippet: Cold.\ncategory: lungs\nsources: [nhs]\n---\n## What it is\n" + words(250) + "\n## What it feels like\na\n## What you can do\na\n## When to get help\na\n",
	"sources/all.yaml":    `- {id: nhs, title: NHS, url: "https://www.nhs.uk/", year: 2023}`,
	"spelling.yaml":       "diarrhea: diarrhoea\nprimary care: GP care\nprimary care doctor: GP\n",
	"messages/en-US.yaml": "number.emergency: \"911\"\nnumber.crisis: \"988\"\nhello: Call {emergency} for diarrhea, {name}.\n",
	"messages/en-GB.yaml": "number.emergency: \"999\"\nnumber.crisis: \"111\"\n",
	"terms/en-US.yaml":    "messages: [{type: HEADER, text: Read}]\ncheckbox_policies: [\"[yes](https://a/diarrhea)\"]\nfooter_policies: [no]\n",
	"SOURCES.md":          "# Sources\n\nMade from sources/*.yaml by `anamnesis kb build`; do not edit.\nFacts and figures were taken from these works, their sentences were not.\n\n- `nhs` [NHS](https://www.nhs.uk/), 2023\n",
}

func words(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }

// with is the example with one text of one file replaced; an empty old text replaces the file.
func with(t testing.TB, file, old, replacement string) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range example {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	switch {
	case file == "":
	case old == "":
		fsys[file] = &fstest.MapFile{Data: []byte(replacement)}
	case !strings.Contains(example[file], old):
		t.Fatalf("%s has no %q", file, old)
	default:
		fsys[file].Data = []byte(strings.Replace(example[file], old, replacement, 1))
	}
	return fsys
}

func exampleBase(t testing.TB) *Base {
	t.Helper()
	s, problems := LintFolder(with(t, "", "", ""), LintOptions{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
