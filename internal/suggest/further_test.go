package suggest

import (
	"math/rand"
	"os"
	"strings"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/internal/text"
)

// german has a few names in German, as a translation puts them there.
func german() *kb.Base {
	b := &kb.Base{Messages: map[string]map[string]string{}}
	for _, c := range [][]string{
		{"Knieschmerzen", "Schmerzen im Knie"}, {"Kopfschmerzen"}, {"Übelkeit", "Brechreiz"}, {"Husten"}, {"Müdigkeit"}, {"Juckreiz"}, {"Schwellung am Knie"},
	} {
		b.Concepts = append(b.Concepts, kb.Concept{ID: c[0], Code: c[0], Kind: kb.Symptom, Name: c[0], Lay: c[0], Phrases: c[1:], Background: .1, AttributeOf: kb.None})
	}
	b.Index()
	return b
}

func TestGerman(t *testing.T) {
	x := newIn(german(), tongueOf("de-DE"))
	for _, c := range [][2]string{
		{"kniesch", "Knieschmerzen"}, {"knie schmerzen", "Knieschmerzen"}, {"schmerzen im knie", "Knieschmerzen"}, {"übel", "Übelkeit"}, {"uebelkeit", "Übelkeit"}, {"ubelkeit", "Übelkeit"},
		{"kopfschmertzen", "Kopfschmerzen"}, {"mude", "Müdigkeit"}, {"juckt", "Juckreiz"}, {"HUSTEN", "Husten"}, {"geschwollen", "Schwellung am Knie"}, {"mir tut der kopf weh", "Kopfschmerzen"},
	} {
		got := x.Search(c[0], clinical.AnySex, 3)
		if len(got.Rows) == 0 || !strings.HasPrefix(got.Rows[0].DropdownName, c[1]) {
			t.Errorf("%s: %+v, want %s first", c[0], got.Rows, c[1])
		}
	}
	if got := x.Search("uebel", clinical.AnySex, 1).Rows; len(got) != 1 || got[0].Highlight != "<i>Übelkeit</i>" {
		t.Errorf("highlight: %+v", got)
	}
}

// TestRecallInFurtherLanguages wants what TestRecallOnRealBase wants, of the texts that there are.
func TestRecallInFurtherLanguages(t *testing.T) {
	sources, _ := kb.Load(os.DirFS("../../knowledge"))
	base, err := kb.Compile(sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range sources.Translations(base) {
		in, err := base.Localize(l)
		if err != nil {
			t.Fatal(err)
		}
		x, r := New(in), rand.New(rand.NewSource(1))
		for _, c := range []struct {
			what string
			edit func(string) string
			want float64
		}{
			{"as written", func(s string) string { return s }, .96},
			{"without accents", text.Fold, .96},
			{"one error", func(s string) string { return mistype(r, text.Fold(s)) }, .92},
		} {
			found, asked := 0, 0
			for i := range in.Concepts {
				if k := &in.Concepts[i]; k.Kind.Finding() && k.Standard == "" && l.Concepts[i].Name != "" {
					asked++
					if within(x.Search(c.edit(k.Lay), clinical.AnySex, 5), k.Code) {
						found++
					}
				}
			}
			share := float64(found) / float64(asked)
			t.Logf("%s, %s: %d of %d (%.3f)", l.Language, c.what, found, asked, share)
			if share < c.want {
				t.Errorf("%s, %s: %.3f among the first five, want %.2f", l.Language, c.what, share, c.want)
			}
		}
	}
}
