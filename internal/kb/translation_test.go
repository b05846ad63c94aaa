package kb

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const (
	fOwnConcept = "languages/es-ES/concepts/all.yaml"
	fOwnLungs   = "languages/es-ES/conditions/lungs.yaml"
	fOwnFlag    = "languages/es-ES/redflags/all.yaml"
	fOwnClarify = "languages/es-ES/clarifications/all.yaml"
	fOwnArticle = "languages/es-ES/articles/pneumonia.md"
	fOwnMessage = "messages/es-ES.yaml"
)

var spanish = map[string]string{
	fOwnMessage: "number.emergency: \"112\"\nnumber.crisis: \"024\"\nhello: \"Llame al {emergency}, {name}.\"\nstandard.severe.lay: \"{lay}, con mucha intensidad\"\n" +
		"article.heading.1: Qué es\narticle.heading.2: Qué se siente\narticle.heading.3: Qué puede hacer\narticle.heading.4: Cuándo pedir ayuda\n",
	fOwnConcept:                      "cough: {name: Tos, lay: tos, definition: D., question: ¿Tiene tos?, phrases: [no paro de toser]}\n",
	fOwnLungs:                        "pneumonia: {name: Neumonía, lay: infección del pulmón, self_care: [Descanse.], watch_for: [Le falta el aire.]}\n",
	fOwnFlag:                         "sepsis: {reason: Malo., instruction: \"Llame al {emergency}.\"}\n",
	fOwnClarify:                      "chest: {name: Pecho, phrases: [mi pecho], question: ¿Qué es?, options: {\"01\": Tos, \"02\": Calor}}\n",
	fOwnArticle:                      "---\ntitle: Neumonía\nsnippet: Una infección.\n---\n## Qué es\na\n## Qué se siente\na\n## Qué puede hacer\nVea [resfriado](article:cold).\n## Cuándo pedir ayuda\na\n",
	"languages/es-ES/groups.yaml":    "lungs: Pulmones\n",
	"languages/es-ES/batches.yaml":   "breathing: ¿Algo de esto?\n",
	"languages/es-ES/README.ignored": "",
}

// withSpanish is the example with a further language, one text of one file of it replaced.
func withSpanish(t testing.TB, file, old, replacement string) fstest.MapFS {
	t.Helper()
	fsys := with(t, "messages/en-US.yaml", "hello:", "article.heading.1: A\narticle.heading.2: B\narticle.heading.3: C\narticle.heading.4: D\nhello:")
	for name, text := range spanish {
		if name == file {
			if !strings.Contains(text, old) {
				t.Fatalf("%s has no %q", file, old)
			}
			text = strings.Replace(text, old, replacement, 1)
		}
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestLintTranslation(t *testing.T) {
	for _, c := range []struct{ name, file, old, replacement, want string }{
		{"whole", "", "", "", ""},
		{"unknown field", fOwnConcept, "phrases", "phases", "field phases not found"},
		{"unknown concept", fOwnConcept, "cough:", "coughs:", "unknown concept (cough?)"},
		{"standard attribute", fOwnConcept, "cough:", "cough.severe:", "is a standard attribute"},
		{"no name", fOwnConcept, "name: Tos, ", "", "cough.name: is missing"},
		{"unknown condition", fOwnLungs, "pneumonia:", "pneumoni:", "unknown condition (pneumonia?)"},
		{"list too long", fOwnLungs, "[Descanse.]", "[Descanse., Beba.]", "self_care: has 2 entries, not 1"},
		{"placeholder invented", fOwnLungs, "[Le falta el aire.]", "[\"Al {emergency}\"]", "has the placeholders"},
		{"placeholder lost", fOwnFlag, "{emergency}", "112", "has the placeholders"},
		{"number of another country", fOwnFlag, "Malo.", "Malo 911.", "warning: names 911"},
		{"unknown rule", fOwnFlag, "sepsis:", "sepsi:", "unknown red flag (sepsis?)"},
		{"unknown clarification", fOwnClarify, "chest:", "chests:", "unknown clarification (chest?)"},
		{"option missing", fOwnClarify, `, "02": Calor`, "", "options.02: is missing"},
		{"option too many", fOwnClarify, `, "02": Calor`, `, "02": Calor, "03": x`, "has 3, not 2"},
		{"headings", fOwnArticle, "## Qué es\n", "## What it is\n", "headings are"},
		{"link lost", fOwnArticle, "(article:cold)", "(article:pneumonia)", "warning: lacks the links"},
		{"link wrong", fOwnArticle, "(article:cold)", "(article:resfriado)", "unknown article resfriado"},
		{"phrase twice", fOwnClarify, "[mi pecho]", "[tos]", `warning: "tos" is also claimed by cough`},
		{"unknown group", "languages/es-ES/groups.yaml", "lungs", "lung", "unknown id lung (lungs?)"},
		{"message placeholder", fOwnMessage, "{name}", "nombre", "hello: has the placeholders"},
		{"standard field", fOwnMessage, "standard.severe.lay", "standard.severe.laj", "is not in en-US"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, problems := LintFolder(withSpanish(t, c.file, c.old, c.replacement), LintOptions{})
			var got []string
			for _, p := range problems {
				got = append(got, p.String())
			}
			if all := strings.Join(got, "\n"); c.want == "" && all != "" || !strings.Contains(all, c.want) {
				t.Errorf("want %q, got\n%s", c.want, all)
			}
		})
	}
}

// bilingual compiles the example with its further language, by way of the compiled form.
func bilingual(t *testing.T) *Base {
	t.Helper()
	s, problems := LintFolder(withSpanish(t, "", "", ""), LintOptions{})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Translations(b) {
		b.Translate(l.Language, func() ([]byte, error) { return EncodeTranslation(l) })
	}
	return b
}

func TestIn(t *testing.T) {
	b := bilingual(t)
	es := b.In("es-ES")
	id, _ := es.Concept("cough.severe")
	cough, _ := es.Concept("cough")
	fever, _ := es.Concept("fever")
	article, _ := b.Article("pneumonia")
	cold, _ := b.Article("cold")
	got := []string{
		es.Language(), es.Concepts[cough].Name, es.Concepts[cough].Question, es.Concepts[id].Lay, es.Concepts[fever].Name, es.Conditions[0].Lay, es.Conditions[0].SelfCare[0],
		es.Text("es-ES", es.RedFlags[0].Instruction), es.Clarifications[0].Options[1].Text, es.Groups[0].Name, es.Batches[0].Heading, es.Articles[article].Sections[1].Title,
		b.Concepts[cough].Name, b.Clarifications[0].Options[1].Text, b.In("en-GB").Concepts[cough].Name,
	}
	want := []string{
		"es-ES", "Tos", "¿Tiene tos?", "tos, con mucha intensidad", "Fever", "infección del pulmón", "Descanse.",
		"Llame al 112.", "Calor", "Pulmones", "¿Algo de esto?", "Qué se siente",
		"Cough", "Hot", "Cough",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	own, in := b.ArticleLanguage("es-ES", article)
	other, english := b.ArticleLanguage("es-ES", cold)
	if own != "es-ES" || in != es || other != "en-US" || english != b {
		t.Errorf("article in %s, untranslated one in %s", own, other)
	}
	if l, in := b.ArticleLanguage("en-GB", article); l != "en-GB" || in != b {
		t.Errorf("British article in %s", l)
	}
}

// TestTranslationOfAnotherEdition must not put one concept's words on another.
func TestTranslationOfAnotherEdition(t *testing.T) {
	b := bilingual(t)
	b.Translate("xx", func() ([]byte, error) { return EncodeTranslation(&Translation{Language: "xx", Edition: "old"}) })
	if err := b.Check("xx"); !errors.Is(err, ErrTranslation) {
		t.Errorf("error %v", err)
	}
	if b.In("xx") != b {
		t.Error("not read as English")
	}
}

func TestCompleteness(t *testing.T) {
	s, _ := LintFolder(withSpanish(t, "", "", ""), LintOptions{})
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]int{}
	for _, c := range Completeness(b, s.Translations(b)[0]) {
		got[c.What] = [2]int{c.Done, c.Of}
	}
	want := map[string][2]int{
		"concept names": {1, 8}, "questions": {1, 8}, "definitions": {1, 8}, "phrases": {1, 1}, "condition names": {1, 1}, "self-care": {1, 1}, "what to watch for": {1, 1},
		"red flags": {1, 1}, "clarifications": {1, 1}, "groups": {1, 1}, "batches": {1, 1}, "services": {0, 1}, "articles": {1, 1}, "messages": {7, 7},
		"standard attributes": {1, 50}, "terms": {0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("completeness (-want +got):\n%s", diff)
	}
}
