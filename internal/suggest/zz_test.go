package suggest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"anamnesis/internal/clinical"
)

func TestZZ(t *testing.T) {
	x := New(realBase(t))
	for _, q := range strings.Split(os.Getenv("Q"), ";") {
		fmt.Println("==", q)
		s := x.pool.Get().(*scratch)
		s.reset(q, clinical.AnySex, 10)
		for i := range s.tokens {
			s.gather(i)
			var l []string
			for _, w := range s.hits {
				l = append(l, x.words[w])
			}
			fmt.Println("  ", s.tokens[i], l)
		}
		s.rank()
		for i, f := range s.order {
			if i < 10 {
				fmt.Println("    ", f.score, x.names[f.name-1].shown[f.at], s.count[f.name-1], s.score[f.name-1])
			}
		}
	}
}
