package suggest

import (
	"math/rand"
	"os"
	"strings"
	"testing"

	"anamnesis/internal/clinical"
	"anamnesis/internal/kb"
)

// realBase compiles the knowledge folder as it is, leaving out what does not resolve.
func realBase(t testing.TB) *kb.Base {
	t.Helper()
	sources, _ := kb.Load(os.DirFS("../../knowledge"))
	base, err := kb.Compile(sources)
	if err != nil || len(base.Concepts) < 500 {
		t.Skipf("no knowledge base to search yet: %v", err)
	}
	return base
}

// mistype makes one typing error in the longest word of s.
func mistype(r *rand.Rand, s string) string {
	words := strings.Fields(s)
	at := 0
	for i, w := range words {
		if len(w) > len(words[at]) {
			at = i
		}
	}
	w := []byte(words[at])
	if len(w) < 5 {
		return s
	}
	i := 1 + r.Intn(len(w)-2)
	switch r.Intn(4) {
	case 0:
		w[i], w[i+1] = w[i+1], w[i]
	case 1:
		w = append(w[:i], w[i+1:]...)
	case 2:
		w[i] = "etaoinshr"[r.Intn(9)]
	default:
		w = append(w[:i+1], w[i:]...)
	}
	words[at] = string(w)
	return strings.Join(words, " ")
}

// TestRecallOnRealBase wants every finding back among the first five when its
// plain name is typed, and nearly all with one typing error.
func TestRecallOnRealBase(t *testing.T) {
	base := realBase(t)
	x := New(base)
	r := rand.New(rand.NewSource(1))
	for _, c := range []struct {
		what string
		edit func(string) string
		want float64
	}{
		{"as written", func(s string) string { return s }, .97},
		{"one error", func(s string) string { return mistype(r, s) }, .94},
	} {
		found, asked := 0, 0
		for i := range base.Concepts {
			k := &base.Concepts[i]
			if !k.Kind.Finding() || k.Standard != "" {
				continue
			}
			asked++
			q := c.edit(k.Lay)
			if within(x.Search(q, clinical.AnySex, 5), k.Code) {
				found++
			} else if testing.Verbose() {
				t.Logf("%s: %q does not find %s", c.what, q, k.ID)
			}
		}
		if share := float64(found) / float64(asked); share < c.want {
			t.Errorf("%s: %d of %d (%.3f) among the first five, want %.2f", c.what, found, asked, share, c.want)
		} else {
			t.Logf("%s: %d of %d (%.3f)", c.what, found, asked, share)
		}
	}
}

func within(r Result, code string) bool {
	for _, row := range r.Rows {
		if row.Code == code {
			return true
		}
	}
	return false
}
