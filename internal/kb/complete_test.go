package kb

import (
	"os"
	"testing"
)

// lacking is how many texts of a sort a language may lack; a sort that is not named may lack late, so that what is
// added in English need not wait for its translation. It only ever falls.
var lacking = map[string]map[string]int{
	"es-ES": {},
	"de-DE": {},
}

const late = 12

// TestLanguagesAreComplete prints what each language lacks, and fails where it has come to lack more.
func TestLanguagesAreComplete(t *testing.T) {
	s, _ := Load(os.DirFS("../../knowledge"))
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	found := s.Translations(b)
	if len(found) != len(lacking) {
		t.Errorf("%d languages, %d are wanted", len(found), len(lacking))
	}
	for _, l := range found {
		for _, c := range Completeness(b, l) {
			t.Logf("%s: %-20s %4d of %4d, without %v", l.Language, c.What, c.Done, c.Of, c.Missing[:min(5, len(c.Missing))])
			most, named := lacking[l.Language][c.What]
			if !named {
				most = late
			}
			if n := c.Of - c.Done; n > most {
				t.Errorf("%s lacks %d %s, at most %d are allowed: %v", l.Language, n, c.What, most, c.Missing[:min(20, n)])
			}
		}
	}
}
