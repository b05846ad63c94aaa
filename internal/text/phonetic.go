package text

import "strings"

// AppendPhonetic appends a key of how a folded English word sounds: consonants
// only, alike ones merged, a leading vowel as 'a'. "dioreha" and "diarrhea" share
// one. Keys are coarse; compare letters too.
func AppendPhonetic(dst []byte, w string) []byte {
	start := len(dst)
	w, dst = head(w, dst)
	for i := 0; i < len(w); {
		sound, n := soundAt(w, i)
		if sound != 0 && (len(dst) == start || dst[len(dst)-1] != sound) {
			dst = append(dst, sound)
		}
		if w[i] == 'x' && sound == 'k' {
			dst = append(dst, 's')
		}
		i += n
	}
	return dst
}

// Phonetic is AppendPhonetic into a new string.
func Phonetic(w string) string { return string(AppendPhonetic(nil, w)) }

// head handles silent first letters and a leading vowel.
func head(w string, dst []byte) (string, []byte) {
	for _, silent := range [...]string{"kn", "gn", "ps", "pn", "wr", "pt"} {
		if strings.HasPrefix(w, silent) {
			return w[1:], dst
		}
	}
	if w != "" && (isVowel(w[0]) || w[0] == 'y') {
		return w[1:], append(dst, 'a')
	}
	if w != "" && w[0] == 'h' {
		return w[1:], append(dst, 'h')
	}
	return w, dst
}

// soundAt gives the sound at i, 0 for none, and how many letters make it.
func soundAt(w string, i int) (byte, int) {
	rest := w[i:]
	for _, g := range groups {
		if strings.HasPrefix(rest, g.letters) {
			return g.sound, len(g.letters)
		}
	}
	switch c := w[i]; c {
	case 'b', 'd', 'f', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't':
		return c, 1
	case 'v':
		return 'f', 1
	case 'z':
		return 's', 1
	case 'q', 'x': // the s of x follows
		return 'k', 1
	case 'c':
		return soft(rest, 's', 'k'), 1
	case 'g':
		return soft(rest, 'j', 'k'), 1
	}
	return 0, 1 // vowels, h, w, y and what is no letter
}

// soft chooses by the vowel after a c or g.
func soft(rest string, yes, no byte) byte {
	if len(rest) > 1 && (rest[1] == 'e' || rest[1] == 'i' || rest[1] == 'y') {
		return yes
	}
	return no
}

// groups are letters read together, longer ones first. "ch" and "tch" are a k
// here because ache and stomach are typed with one; "sh" and "tion" hiss
// like an s, so that "nawshea" is near "nausea".
var groups = []struct {
	letters string
	sound   byte
}{
	{"ough", 'f'}, {"augh", 'f'}, {"tion", 's'}, {"sion", 's'}, {"cian", 's'}, {"tch", 'k'}, {"sch", 's'}, {"ph", 'f'}, {"gh", 0}, {"sh", 's'},
	{"ch", 'k'}, {"ck", 'k'}, {"dg", 'j'}, {"rh", 'r'}, {"th", 't'}, {"mb", 'm'}, {"sc", 's'},
}
