package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func words(s string) string {
	toks, _ := Tokenize(nil, s)
	var w []string
	for _, t := range toks {
		w = append(w, t.Text)
	}
	return strings.Join(w, " ")
}

func TestTokenize(t *testing.T) {
	for in, want := range map[string]string{
		"I've had a SPLITTING headache": "i had a splitting headache",
		"I’ll be ill, can't sleep":      "i be ill cant sleep",
		"3wks of x-ray, 38.5C":          "3 wks of x ray 38.5 c",
		"nausea/vomiting(2 days)":       "nausea vomiting 2 days",
		"na\u00efve caf\u00e9":          "naive cafe",
		"cou\u200bgh \u202efever":       "cough fever",
		"ﬂu 🤮":                          "flu 🤮",
		"mum's legs' ache":              "mum legs ache",
		"":                              "",
	} {
		if diff := cmp.Diff(want, words(in)); diff != "" {
			t.Errorf("Tokenize(%q) (-want +got):\n%s", in, diff)
		}
	}
}

func TestTokenMarks(t *testing.T) {
	toks, tail := Tokenize(nil, "No fever, e.g. at 3 a.m. today. Cough – bad? x-ray: (ok)!")
	want := []Mark{0, 0, Comma, 0, 0, 0, 0, 0, 0, Stop, Dash, Stop | Question, Hyphen, Colon | Bracket}
	var got []Mark
	for _, k := range toks {
		got = append(got, k.Before)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("marks (-want +got):\n%s", diff)
	}
	if tail != Bracket|Stop {
		t.Errorf("tail = %b", tail)
	}
}

func TestStemBringsFormsTogether(t *testing.T) {
	for _, forms := range []string{
		"cough coughs coughing coughed", "ache aches aching ached achy", "dizzy dizziness", "itch itchy itching itches",
		"vomit vomits vomiting vomited", "throb throbbing throbs", "breath breathe breathing breathes", "rash rashes",
		"swollen swelling swells swell", "run runny running", "sweat sweaty sweats sweating", "tummy tummies", "numb numbness",
		"baby babies", "severe severely", "foot feet", "bleed bled bleeding", "tired tiredness", "sneeze sneezing sneezes",
	} {
		list := strings.Fields(forms)
		for _, w := range list[1:] {
			if Stem(w) != Stem(list[0]) {
				t.Errorf("Stem(%q) = %q, Stem(%q) = %q", list[0], Stem(list[0]), w, Stem(w))
			}
		}
	}
	for _, pair := range [][2]string{{"evening", "even"}, {"string", "str"}, {"sinus", "sinu"}, {"nothing", "noth"}, {"need", "ne"}, {"thing", "th"}} {
		if Stem(pair[0]) == pair[1] {
			t.Errorf("Stem(%q) = %q", pair[0], pair[1])
		}
	}
}

func TestAmerican(t *testing.T) {
	for in, want := range map[string]string{
		"diarrhoea": "diarrhea", "oedema": "edema", "haemorrhoids": "hemorrhoids", "anaemia": "anemia", "tumour": "tumor", "colour": "color",
		"does": "does", "shoes": "shoes", "hours": "hours", "your": "your", "paralysed": "paralyzed", "faeces": "feces", "gynaecologist": "gynecologist", "leukaemia": "leukemia",
		"oesophagus": "esophagus", "pour": "pour", "four": "four", "toes": "toes",
	} {
		if got := American(in); got != want {
			t.Errorf("American(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"cough", "cough", 2, 0}, {"cuogh", "cough", 2, 1}, {"coug", "cough", 2, 1}, {"coughh", "cough", 2, 1},
		{"kitten", "sitting", 3, 3}, {"kitten", "sitting", 2, 3}, {"", "ab", 2, 2}, {"a", "abcd", 1, 2},
	} {
		if got := Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
	}
	if d, n := PrefixDistance("hedac", "headache", 1); d != 1 || n != 6 {
		t.Errorf("PrefixDistance = %d, %d", d, n)
	}
}

func TestPhonetic(t *testing.T) {
	for _, pair := range [][2]string{
		{"dioreha", "diarrhea"}, {"diahorrea", "diarrhea"}, {"newmonia", "pneumonia"}, {"stomack", "stomach"}, {"hedake", "headache"},
		{"azma", "asma"}, {"nausia", "nausea"}, {"fleme", "phleme"}, {"rist", "wrist"}, {"ekzema", "exzema"},
	} {
		if Phonetic(pair[0]) != Phonetic(pair[1]) {
			t.Errorf("%q sounds %q, %q sounds %q", pair[0], Phonetic(pair[0]), pair[1], Phonetic(pair[1]))
		}
	}
}

var vocabulary = []string{"cough", "headache", "diarrhea", "abdominal", "pain", "nausea", "vomiting", "dizziness", "palpitations", "rash", "fever", "swallowing"}

func found(near []Near) string {
	var s []string
	for _, n := range near {
		s = append(s, vocabulary[n.Word])
	}
	return strings.Join(s, " ")
}

func TestSpanishIsHeard(t *testing.T) {
	for _, same := range [][]string{
		{"sarpullido", "zarpuyido"}, {"vomito", "bomito"}, {"llaga", "yaga"}, {"embarazada", "enbarasada"}, {"hinchado", "inchado"}, {"cabeza", "cavesa"}, {"gemelo", "jemelo"}, {"psoriasis", "soriasis"},
	} {
		if a, b := SoundSpanish(same[0]), SoundSpanish(same[1]); a != b {
			t.Errorf("%s sounds %q, %s %q", same[0], a, same[1], b)
		}
	}
	for _, other := range [][]string{{"pecho", "peso"}, {"casa", "caja"}, {"guerra", "jerra"}} {
		if a, b := SoundSpanish(other[0]), SoundSpanish(other[1]); a == b {
			t.Errorf("%s and %s both sound %q", other[0], other[1], a)
		}
	}
}

func TestSpellingsSpanish(t *testing.T) {
	for spoken, want := range map[string]string{"cansao": "cansado", "fiebrecilla": "fiebre", "granitos": "granos", "dolorcillo": "dolor", "malisimo": "malo", "cabecita": "cabeza"} {
		if got := SpellingsSpanish(spoken); !slices.Contains(got, want) {
			t.Errorf("%s: %q, want %s among them", spoken, got, want)
		}
	}
}

func TestSpeller(t *testing.T) {
	whole, begin := NewSpeller(vocabulary, false), NewSpeller(vocabulary, true)
	for in, want := range map[string]string{
		"cogh": "cough", "headahce": "headache", "abdomnal": "abdominal", "palpatations": "palpitations", "dizzyness": "dizziness", "vomitting": "vomiting", "paln": "pain", "pian": "pain", "xyzzy": "",
	} {
		if got := found(whole.Typos(nil, in, Errors(len(in)))); got != want {
			t.Errorf("Typos(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"headc": "headache", "abdmo": "abdominal", "palpat": "palpitations", "nuas": "nausea", "swalow": "swallowing"} {
		if got := found(begin.Typos(nil, in, Errors(len(in)))); got != want {
			t.Errorf("prefix Typos(%q) = %q, want %q", in, got, want)
		}
	}
	if got := found(whole.Sounds(nil, "dioreha")); got != "diarrhea" {
		t.Errorf("Sounds = %q", got)
	}
	if got := begin.Prefix("pa"); len(got) != 2 || vocabulary[got[0]] != "pain" {
		t.Errorf("Prefix(pa) = %v", got)
	}
}

func TestClean(t *testing.T) {
	if got, want := Clean(" \u202ea\u0301b\x00c\u200b\n "), "ábc"; got != want {
		t.Errorf("Clean = %q, want %q", got, want)
	}
}

func FuzzTokenize(f *testing.F) {
	for _, s := range []string{"I've a cough", "3wks", "é\u200b’x", "\xff\xfe", "a.m. 3,5", "''''", "İstanbul’s ŉ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		toks, _ := Tokenize(nil, s)
		runes, last, at := utf8.RuneCountInString(s), 0, 0
		for _, k := range toks {
			if k.From < last || k.To <= k.From || k.To > len(s) || k.Start >= k.End || k.End > runes {
				t.Fatalf("span %+v of %q", k, s)
			}
			at += utf8.RuneCountInString(s[last:k.From])
			if k.Start != at {
				t.Fatalf("rune offset %+v of %q", k, s)
			}
			at += utf8.RuneCountInString(s[k.From:k.To])
			last = k.To
			if k.Text == "" {
				t.Fatalf("empty token %+v of %q", k, s)
			}
			_ = Stem(American(k.Text))
			_ = Phonetic(k.Text)
		}
		if c := Clean(s); Clean(c) != c {
			t.Fatalf("Clean is not idempotent on %q", s)
		}
	})
}

func BenchmarkTokenize(b *testing.B) {
	const s = "I've had a splitting headache and feel sick since yesterday, no fever but my neck is stiff and light hurts my eyes"
	var buf []Token
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = Tokenize(buf[:0], s)
	}
}

func BenchmarkTypos(b *testing.B) {
	s := NewSpeller(vocabulary, true)
	var buf []Near
	b.ReportAllocs()
	for b.Loop() {
		buf = s.Typos(buf[:0], "palpatati", 2)
	}
}

func TestSortEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{0, 1, 2, 1000} {
		list := make([]entry, n)
		for i := range list {
			list[i] = newEntry(r.Uint32(), int32(r.IntN(1000)))
		}
		want := slices.Sorted(slices.Values(list))
		if sortEntries(list); !slices.Equal(list, want) {
			t.Errorf("%d entries are out of order", n)
		}
	}
}
