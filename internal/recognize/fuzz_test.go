package recognize

import (
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"anamnesis/internal/kb"
)

func FuzzRecognize(f *testing.F) { fuzzReading(f, handBase()) }

// FuzzRecognizeReal reads with the whole vocabulary.
func FuzzRecognizeReal(f *testing.F) { fuzzReading(f, realBase(f)) }

func fuzzReading(f *testing.F, base *kb.Base) {
	r := New(base)
	for _, c := range cases(f, "testdata/sentences.txt") {
		f.Add(c[0])
	}
	for _, s := range []string{"", "\xff no \xfe", "no no no, or nor no", "é\u200bcough’s", "1/10/10 out of 10 2-3-4 days ago", "my my my son's 3 year old", "?!?!", "can not can not"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := r.Recognize(s, Options{Today: july22})
		runes := utf8.RuneCountInString(s)
		last := 0
		for _, m := range got.Mentions {
			if m.Start < 0 || m.Start >= m.End || m.End > runes || m.Start < last {
				t.Fatalf("span %d..%d of %d in %q", m.Start, m.End, runes, s)
			}
			last = m.Start
			if utf8.RuneCountInString(m.Text) != m.End-m.Start {
				t.Fatalf("text %q for %d..%d", m.Text, m.Start, m.End)
			}
			if m.DurationDays < -1 || len(m.Reasons) == 0 || m.Name == "" {
				t.Fatalf("mention %+v", m)
			}
		}
		for _, u := range got.Unplaced {
			if u.Start < 0 || u.Start >= u.End || u.End > runes {
				t.Fatalf("unplaced %+v in %q", u, s)
			}
		}
		if diff := cmp.Diff(got, r.Recognize(s, Options{Today: july22})); diff != "" {
			t.Fatalf("not deterministic:\n%s", diff)
		}
	})
}

// TestLinear reads 64 KB of awkward text in bounded time.
func TestLinear(t *testing.T) {
	r := New(handBase())
	for _, s := range []string{"cough ", "no ", "no cough, ", "pain chest ", "my ", "and ", "is my son ", "for 3 days ", "years ago ", "a", "xqzw ", "worse ", "chest and ", ", ", "i think ", "had ", "temp 39 ", "coguh hedache "} {
		long := strings.Repeat(s, 64<<10/len(s))
		begin := time.Now()
		r.Recognize(long, Options{Today: july22})
		if took := time.Since(begin); took > 2*time.Second {
			t.Errorf("64 KB of %q took %v", s, took)
		} else {
			t.Logf("%-16q %v", s, took)
		}
	}
}

func TestConcurrent(t *testing.T) {
	b := handBase()
	r := New(b)
	list := cases(t, "testdata/sentences.txt")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, c := range list {
				res := r.Recognize(c[0], Options{Today: july22})
				if got := render(b, &res); got != c[1] {
					t.Errorf("%s: %s", c[0], got)
				}
			}
		})
	}
	wg.Wait()
}

const typical = "I've had a splitting headache and feel sick since yesterday, no fever or rash, but my neck is stiff and light hurts my eyes. I took ibuprofen but it keeps getting worse, my husband had the same last week."

func BenchmarkRecognize(b *testing.B) {
	r := New(realBase(b))
	for name, s := range map[string]string{"typical": typical, "short": "bad cough for 3 days", "misspelt": "terible hedache and diarea, palpatations"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Recognize(s, Options{Today: july22})
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	base := realBase(b)
	for b.Loop() {
		New(base)
	}
}
