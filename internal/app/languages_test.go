package app

import (
	"testing"
)

// TestLanguages: every language that is built in can be read, is of this edition, and may be given to a partner.
func TestLanguages(t *testing.T) {
	b, err := LoadBase()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"es-ES", "de-DE"} {
		if !b.Further(lang) {
			t.Errorf("%s is not built in", lang)
		}
		if err := b.Check(lang); err != nil {
			t.Errorf("%s: %v", lang, err)
		}
		if own := b.In(lang); own == b || own.Language() != lang {
			t.Errorf("%s reads as %s", lang, own.Language())
		}
	}
	if _, err := checkLanguages(b.Languages()); err != nil {
		t.Error(err)
	}
	if _, err := checkLanguages([]string{"fr-FR"}); err == nil {
		t.Error("a language that there is not was allowed")
	}
}

// BenchmarkLanguage is what the first consultation in a language waits for, beside the recognizer's index.
func BenchmarkLanguage(b *testing.B) {
	for b.Loop() {
		base, err := LoadBase()
		if err != nil {
			b.Fatal(err)
		}
		if err := base.Check("de-DE"); err != nil {
			b.Fatal(err)
		}
	}
}
