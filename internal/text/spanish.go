package text

import "strings"

// SoundSpanish gives a key of how a folded Spanish word sounds, the same for what people spell alike by ear: b and v, the
// silent h, ll and y, c, s and z, g and j. "zarpuyido" and "sarpullido" share one.
func SoundSpanish(w string) string {
	if strings.HasPrefix(w, "ps") { // psoriasis
		w = w[1:]
	}
	key := make([]byte, 0, len(w))
	for i := 0; i < len(w); {
		sound, n := spanishSound(w[i:])
		if sound != 0 && (len(key) == 0 || key[len(key)-1] != sound) {
			key = append(key, sound)
		}
		i += n
	}
	return string(key)
}

// spanishSound gives the sound that rest begins with, 0 for none, and how many letters make it.
func spanishSound(rest string) (byte, int) {
	for _, g := range spanishGroups {
		if strings.HasPrefix(rest, g.letters) {
			return g.sound, len(g.letters)
		}
	}
	switch c := rest[0]; c {
	case 'h':
		return 0, 1
	case 'v', 'w':
		return 'b', 1
	case 'z', 'x':
		return 's', 1
	case 'q':
		return 'k', 1
	case 'c':
		return soft(rest, 's', 'k'), 1
	case 'g':
		return soft(rest, 'j', 'g'), 1
	default:
		return c, 1
	}
}

var spanishGroups = []struct {
	letters string
	sound   byte
}{
	{"ch", 'C'}, {"ll", 'y'}, {"qu", 'k'}, {"gue", 'g'}, {"gui", 'g'}, {"nb", 'm'}, {"nv", 'm'}, {"np", 'm'}, {"mb", 'm'}, {"mp", 'm'},
}

// SpellingsSpanish gives what a folded Spanish word may stand for that no dictionary has: a participle as it is spoken
// ("cansao"), a diminutive ("fiebrecilla") or the highest degree ("malísimo") of a word, likeliest first.
func SpellingsSpanish(w string) []string {
	var out []string
	for _, e := range spanishSpoken {
		if left, ok := strings.CutSuffix(w, e.letters); ok && len(left) >= 3 {
			for _, to := range e.to {
				out = append(out, left+to)
				if strings.HasSuffix(left, "c") { // cabecita
					out = append(out, left[:len(left)-1]+"z"+to)
				}
				if root, ok := strings.CutSuffix(left, "qu"); ok { // poquito
					out = append(out, root+"c"+to)
				}
			}
		}
	}
	return out
}

var spanishSpoken = []struct {
	letters string
	to      []string
}{
	{"ao", []string{"ado"}}, {"aos", []string{"ados"}}, {"ecilla", []string{"", "e"}}, {"ecillo", []string{"", "e"}}, {"ecita", []string{"", "e"}}, {"ecito", []string{"", "e"}},
	{"cilla", []string{"", "e"}}, {"cillo", []string{"", "e"}}, {"cillos", []string{"es", ""}}, {"citos", []string{"es", ""}}, {"cita", []string{""}}, {"cito", []string{""}},
	{"illa", []string{"a"}}, {"illo", []string{"o"}}, {"illas", []string{"as"}}, {"illos", []string{"os"}},
	{"ita", []string{"a"}}, {"ito", []string{"o"}}, {"itas", []string{"as"}}, {"itos", []string{"os"}},
	{"isima", []string{"a", "e", ""}}, {"isimo", []string{"o", "e", ""}}, {"isimas", []string{"as"}}, {"isimos", []string{"os"}},
}
