package suggest

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
	"anamnesis/knowledge"
)

// TestCombineShortFindsTheSame holds the short way of combining words against the long one, on texts put together from
// names with a letter wrong here and there.
func TestCombineShortFindsTheSame(t *testing.T) {
	base, err := kb.Decode(knowledge.Compiled)
	if err != nil {
		t.Fatal(err)
	}
	x := New(base)
	r := rand.New(rand.NewPCG(1, 2))
	passed := 0
	for range 4000 {
		var words []string
		for range 1 + r.IntN(4) {
			w := x.words[r.IntN(len(x.words))]
			if r.IntN(2) == 0 { // of a name, so that words go together
				words = append(words, strings.Fields(x.say(int32(r.IntN(len(x.names))), 0).text)...)
			}
			if i := r.IntN(len(w)); len(w) > 4 && r.IntN(3) == 0 {
				w = w[:i] + w[i+1:]
			}
			words = append(words, w)
		}
		query := strings.Join(words, " ")
		got := x.Search(query, clinical.AnySex, 10)
		s := newScratch(x)
		s.reset(query, clinical.AnySex, 10)
		for i := range s.tokens {
			s.gather(i)
		}
		s.combine(true)
		passed += int(s.passed)
		s.forget()
		s.combine(false)
		s.rank()
		if want := s.rows(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v", query, got, want)
		}
	}
	if passed == 0 {
		t.Error("no word was passed over: the test shows nothing")
	}
}
