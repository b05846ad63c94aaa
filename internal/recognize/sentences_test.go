package recognize

import (
	"bufio"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"anamnesis/internal/clinical"
)

// july22 is a Wednesday; the durations in testdata count from it.
var july22 = Date{2026, 7, 22}

// cases reads "text => wanted" lines.
func cases(t testing.TB, path string) [][2]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][2]string
	for scan := bufio.NewScanner(f); scan.Scan(); {
		if in, want, ok := strings.Cut(scan.Text(), "=>"); ok && !strings.HasPrefix(in, "#") {
			out = append(out, [2]string{strings.TrimSpace(in), strings.TrimSpace(want)})
		}
	}
	return out
}

// TestSentences reads every sentence with the base by hand.
func TestSentences(t *testing.T) {
	b := handBase()
	r := New(b)
	list := cases(t, "testdata/sentences.txt")
	if len(list) < 120 {
		t.Fatalf("only %d sentences", len(list))
	}
	for _, c := range list {
		res := r.Recognize(c[0], Options{Today: july22})
		if diff := cmp.Diff(c[1], render(b, &res)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c[0], diff)
		}
	}
}

// TestOpenings reads natural openings with the real base, which its authors keep
// changing: each line names what must be among the mentions, and a few may fail.
func TestOpenings(t *testing.T) {
	b := realBase(t)
	r := New(b)
	list := cases(t, "testdata/openings.txt")
	right := 0
	for _, c := range list {
		res := r.Recognize(c[0], Options{Today: july22})
		got := render(b, &res)
		missing := ""
		for want := range strings.SplitSeq(c[1], ", ") {
			if !has(got, want) {
				missing += " " + want
			}
		}
		if missing == "" {
			right++
			continue
		}
		t.Logf("%s: missing%s in %s", c[0], missing, got)
	}
	if share := float64(right) / float64(len(list)); share < .95 {
		t.Errorf("%d of %d openings read in full", right, len(list))
	}
}

// has tells whether a rendered mention begins with the wanted one.
func has(got, want string) bool {
	for m := range strings.SplitSeq(got, ", ") {
		if m == want || strings.HasPrefix(m, want+" ") {
			return true
		}
	}
	return false
}

// TestEveryday wants next to nothing out of sentences without a complaint.
func TestEveryday(t *testing.T) {
	b := realBase(t)
	r := New(b)
	list := cases(t, "testdata/everyday.txt")
	wrong := 0
	for _, c := range list {
		res := r.Recognize(c[0], Options{Today: july22})
		for i := range res.Mentions {
			if m := &res.Mentions[i]; m.Kind != KindConcept || b.Concepts[m.Concept].Kind.Finding() {
				wrong++
				t.Logf("%s: %s", c[0], renderMention(b, m))
				break
			}
		}
	}
	if wrong*100 > 4*len(list) {
		t.Errorf("%d of %d everyday sentences read as complaints", wrong, len(list))
	}
}

func TestMention(t *testing.T) {
	b := handBase()
	got := New(b).Recognize("Héllo, my CHEST really hurts", Options{}).Mentions
	var chest = slicesIndex(b, "chest_pain")
	want := []Mention{{
		Kind: KindConcept, Concept: chest, Clarification: -1, Condition: -1, Code: "CM_chest_pain", Name: "chest pain",
		Text: "CHEST really hurts", Start: 10, End: 28, Experiencer: Patient, DurationDays: -1, Severity: Severe, Reasons: []string{"phrase: my chest hurts", "degree: really"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mention (-want +got):\n%s", diff)
	}
}

func TestSex(t *testing.T) {
	r := New(handBase())
	for _, c := range []struct {
		sex  clinical.Sex
		want int
	}{{clinical.AnySex, 1}, {clinical.Male, 1}, {clinical.Female, 0}} {
		if got := len(r.Recognize("testicular pain", Options{Sex: c.sex}).Mentions); got != c.want {
			t.Errorf("sex %v: %d mentions, want %d", c.sex, got, c.want)
		}
	}
}

func TestUnplaced(t *testing.T) {
	r := New(handBase())
	const s = "Hello doctor, I have a cough. My wotsit is gribbled. Please help!"
	var got []string
	for _, u := range r.Recognize(s, Options{}).Unplaced {
		got = append(got, string([]rune(s)[u.Start:u.End]))
	}
	if diff := cmp.Diff([]string{"wotsit is gribbled"}, got); diff != "" {
		t.Errorf("unplaced (-want +got):\n%s", diff)
	}
}

func TestClarificationsAndDuration(t *testing.T) {
	r := New(handBase())
	res := r.Recognize("upset stomach for 3 days", Options{})
	if diff := cmp.Diff([]int{0}, res.Clarifications); diff != "" || res.DurationDays != 3 {
		t.Errorf("clarifications %v, duration %v", res.Clarifications, res.DurationDays)
	}
	wednesday := Options{Today: Date{Year: 2026, Month: 6, Day: 17}}
	for text, days := range map[string]float64{"upset stomach since sun": 3, "upset stomach from lying in the sun": -1} {
		if res := r.Recognize(text, wednesday); res.DurationDays != days {
			t.Errorf("%s: %v days, want %v", text, res.DurationDays, days)
		}
	}
}

func TestAssert(t *testing.T) {
	r := New(handBase())
	const s = "No history of gout or lupus, but scurvy is likely"
	var spans []Span
	for _, w := range []string{"gout", "lupus", "scurvy"} {
		at := utf8.RuneCountInString(s[:strings.Index(s, w)])
		spans = append(spans, Span{at, at + len(w)})
	}
	var got []bool
	for _, m := range r.Assert(s, spans, Options{}) {
		got = append(got, m.Negated)
	}
	if diff := cmp.Diff([]bool{true, true, false}, got); diff != "" {
		t.Errorf("negated (-want +got):\n%s", diff)
	}
}
