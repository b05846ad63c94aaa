package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestWordsAreComplete: every text that the terminal says is in every language, with the same things put in.
func TestWordsAreComplete(t *testing.T) {
	verb := regexp.MustCompile(`%[a-z]`)
	files, _ := filepath.Glob("*.go")
	said := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:(?i:words)(?:\(\))?|\bw)\.say\(("(?:[^"\\]|\\.)*")|return ("[A-Z][^"]*\.)"\n|&trouble\{("[^"]*")\}|\{("[A-Z][^"]*: "), s\.`).FindAllStringSubmatch(string(b), -1) {
			for _, quoted := range m[1:] {
				if quoted == "" {
					continue
				}
				text, err := strconv.Unquote(strings.TrimSuffix(quoted, `"`) + `"`)
				if err != nil {
					t.Fatalf("%s: %s: %v", name, quoted, err)
				}
				said[text] = true
			}
		}
	}
	if len(said) < 60 {
		t.Fatalf("only %d texts found", len(said))
	}
	for _, lang := range []string{"es-ES", "de-DE"} {
		w := wordsOf(lang)
		for text := range said {
			own, ok := w[text]
			if !ok {
				t.Errorf("%s has no %q", lang, text)
			} else if got, want := fmt.Sprint(verb.FindAllString(own, -1)), fmt.Sprint(verb.FindAllString(text, -1)); got != want {
				t.Errorf("%s: %q puts in %s, not %s", lang, own, got, want)
			}
		}
	}
}
