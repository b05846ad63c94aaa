package suggest

import (
	"strings"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
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
