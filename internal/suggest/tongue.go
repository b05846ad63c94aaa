package suggest

import (
	_ "embed" // the groups of words are compiled in
	"strings"

	"anamnesis/internal/text"
)

//go:embed alike_es.txt
var alikeSpanish string

//go:embed alike_de.txt
var alikeGerman string

// tongue is what searching needs to know of a language.
type tongue struct {
	stop   map[string]bool
	plain  func(string) string // one spelling for all, of a folded word
	stem   func(string) string
	alike  string
	sounds bool     // words that sound alike are found too; the sounds are those of English
	tails  []string // ends of compounds that are searched for by themselves
}

// tongueOf gives that of a language tag, English for one that there is nothing about.
func tongueOf(lang string) tongue {
	primary, _, _ := strings.Cut(lang, "-")
	same := func(w string) string { return w }
	switch primary {
	case "es":
		return tongue{stop: set(spanishStops), plain: same, stem: text.StemSpanish, alike: alikeSpanish}
	case "de":
		return tongue{stop: set(germanStops), plain: text.PlainUmlauts, stem: text.StemGerman, alike: alikeGerman, tails: strings.Fields(germanTails)}
	}
	return tongue{stop: stop, plain: text.American, stem: text.Stem, alike: alikeList, sounds: true}
}

const (
	spanishStops = "yo me mi mis el la los las lo un una unos unas de del al a en con por para y o u e que se le tengo tiene estoy esta es soy siento noto cuando muy mucho mucha algo como no"
	germanStops  = "ich mir mich mein meine meinen der die das den dem des ein eine einen am an im in auf mit und oder von vom zu zum zur bei beim habe hab bin ist sind es so sehr wenn als nicht"
	germanTails  = "schmerzen schmerz schwellung krampfe krampf ausschlag blutung bluten brennen jucken juckreiz steifheit taubheit schwache trockenheit ausfluss entzundung probleme beschwerden verletzung infektion verlust storung storungen gefuhl"
)

// tokens appends the words of a text in the index's spelling.
func (t *tongue) tokens(dst []text.Token, s string) []text.Token {
	start := len(dst)
	dst, _ = text.Tokenize(dst, s)
	for i := start; i < len(dst); i++ {
		dst[i].Text = t.plain(dst[i].Text)
	}
	return dst
}

// parts gives the two words of a compound, "" for another word.
func (t *tongue) parts(w string) (string, string) {
	for _, tail := range t.tails {
		if before, ok := strings.CutSuffix(w, tail); ok && len(before) > 2 {
			return before, tail
		}
	}
	return "", ""
}
