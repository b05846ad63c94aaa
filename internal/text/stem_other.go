package text

import "strings"

// StemSpanish gives the part of a folded Spanish word that its everyday inflections share: number, gender, and the
// endings of regular verbs. Like Stem it only cuts.
func StemSpanish(w string) string {
	if w == "estado" || w == "estados" { // no form of "estar"
		return "estado"
	}
	return cutEnding(w, spanishEndings)
}

// StemGerman does the same for German: case, number and the endings of verbs and adjectives.
func StemGerman(w string) string {
	switch w {
	case "wehen", "nichts": // labor is no "weh", nothing no "not"
		return w
	case "seite", "seiten": // a side is no "since"
		return "seite"
	}
	if strings.HasSuffix(w, "ss") { // "heiss" is not "heiser"
		return w
	}
	return cutEnding(w, germanEndings)
}

// Endings of more letters come first; the number is the least that must be left.
var (
	spanishEndings = []ending{
		{"aciones", 4}, {"amientos", 4}, {"imientos", 4}, {"amiento", 4}, {"imiento", 4}, {"acion", 4}, {"azones", 3}, {"azon", 3}, {"andome", 3}, {"andose", 3}, {"iendome", 3}, {"iendose", 3},
		{"armelo", 3}, {"arlos", 3}, {"arlas", 3}, {"erlos", 3}, {"erlas", 3}, {"arlo", 3}, {"arla", 3}, {"erlo", 3}, {"erla", 3}, {"irlo", 3}, {"irla", 3}, {"arnos", 3}, {"arme", 3}, {"arse", 3}, {"erme", 3}, {"erse", 3}, {"irme", 3}, {"irse", 3},
		{"iendo", 3}, {"ieron", 3}, {"amente", 4}, {"ando", 3}, {"aron", 3}, {"adas", 3}, {"ados", 3}, {"idas", 4}, {"idos", 4}, {"abas", 3}, {"aban", 3}, {"amos", 3}, {"emos", 3}, {"imos", 3},
		{"ada", 3}, {"ado", 3}, {"ida", 4}, {"ido", 4}, {"aba", 3}, {"ian", 4}, {"as", 3}, {"es", 3}, {"os", 3}, {"an", 3}, {"en", 3}, {"ar", 3}, {"er", 3}, {"ir", 3}, {"a", 3}, {"e", 3}, {"o", 3}, {"s", 3},
	}
	germanEndings = []ending{
		{"ungen", 4}, {"endes", 4}, {"enden", 4}, {"ender", 4}, {"endem", 4}, {"ende", 4}, {"eten", 4}, {"ern", 4}, {"end", 4}, {"ung", 4}, {"est", 4}, {"ete", 4},
		{"em", 3}, {"en", 3}, {"er", 3}, {"es", 3}, {"et", 3}, {"ig", 5}, {"e", 3}, {"n", 4}, {"s", 4},
	}
)

type ending struct {
	letters string
	left    int
}

func cutEnding(w string, endings []ending) string {
	for _, e := range endings {
		if len(w) >= len(e.letters)+e.left && strings.HasSuffix(w, e.letters) {
			return w[:len(w)-len(e.letters)]
		}
	}
	return w
}

// PlainUmlauts writes the umlauts that somebody has spelled out ("uebel", "Aerger") as Fold does those that they have
// typed, in a folded word. What it does to other words ("neue" to "nue") it does wherever they occur.
func PlainUmlauts(w string) string {
	if !strings.Contains(w, "ae") && !strings.Contains(w, "oe") && !strings.Contains(w, "ue") {
		return w
	}
	return umlauts.Replace(w)
}

var umlauts = strings.NewReplacer("que", "que", "eue", "eue", "aue", "aue", "ae", "a", "oe", "o", "ue", "u")
