package kb

import (
	"os"
	"testing"
)

// TestLanguagesAreComplete prints what each language lacks, and fails where it lacks anything.
func TestLanguagesAreComplete(t *testing.T) {
	s, _ := Load(os.DirFS("../../knowledge"))
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	found := s.Translations(b)
	if len(found) != 2 {
		t.Errorf("%d languages, Spanish and German are wanted", len(found))
	}
	for _, l := range found {
		for _, c := range Completeness(b, l) {
			t.Logf("%s: %-20s %4d of %4d, without %v", l.Language, c.What, c.Done, c.Of, c.Missing[:min(5, len(c.Missing))])
			if n := c.Of - c.Done; n > 0 {
				t.Errorf("%s lacks %d %s: %v", l.Language, n, c.What, c.Missing[:min(20, n)])
			}
		}
	}
}
