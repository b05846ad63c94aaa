package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"

	"anamnesis/internal/clinical"
	"anamnesis/internal/engine"
	"anamnesis/internal/kb"
)

// errPeerWrong: the peer's arithmetic is not what the row says.
var errPeerWrong = errors.New("the peer finds another most telling finding than the textbook")

// tables is the knowledge base as the peer of numpy wants it.
type tables struct {
	Prior      []float64  `json:"prior"`
	Background []float64  `json:"background"`
	Links      [][3]any   `json:"links"` // finding, condition, P(finding | condition)
	Cases      [][2][]int `json:"cases"` // findings answered with yes, with no
}

func newTables(b *kb.Base, cases []*engine.Case) tables {
	t := tables{Prior: newTextbook(b).prior}
	for id := range b.Concepts {
		t.Background = append(t.Background, b.Concepts[id].Background)
	}
	for d := range b.Conditions {
		for _, l := range b.Conditions[d].Findings {
			t.Links = append(t.Links, [3]any{l.Concept, d, l.P})
		}
	}
	for _, c := range cases {
		yes, no := []int{}, []int{}
		for _, id := range c.Order {
			switch c.Is(id) {
			case clinical.Present:
				yes = append(yes, int(id))
			case clinical.Denied:
				no = append(no, int(id))
			}
		}
		t.Cases = append(t.Cases, [2][]int{yes, no})
	}
	return t
}

// engineNumpy measures posterior and information of all findings after one more answer against numpy with OpenBLAS,
// which makes both in two products of a dense table. Both in processor time of one thread.
func (b *Bench) engineNumpy(ctx context.Context) (Result, error) {
	const people = 200
	m := engine.New(b.Base, engine.DefaultParams())
	r := rand.New(rand.NewPCG(1, 3))
	cases := make([]*engine.Case, people)
	for i := range cases {
		cases[i] = patient(m, r)
	}
	peer, err := b.startPeer(ctx, "numpy", newTables(b.Base, cases))
	if err != nil {
		return Result{}, err
	}
	defer peer.stop()
	first, err := peer.round()
	if err == nil {
		err = rightPeer(b.Base, cases[:2], first.Found)
	}
	if err != nil {
		return Result{}, err
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	p := m.NewPosterior()
	p.Update(cases[0])
	p.Rank() // grows its memory
	var all pairs
	for range b.rounds() {
		theirs, err := peer.round()
		if err != nil {
			return Result{}, err
		}
		begin := processor()
		for _, c := range cases {
			p.Update(c)
			p.Rank()
		}
		all.add(float64(processor()-begin)/people/1000, theirs.Micros)
	}
	return all.result("", "", "µs", true), nil
}

// rightPeer holds the peer's most telling findings against the textbook's: worth the same, to the peer's seven digits.
func rightPeer(b *kb.Base, cases []*engine.Case, found [][]string) error {
	t := newTextbook(b)
	everything := make([]kb.ConceptID, len(b.Concepts))
	for id := range everything {
		everything[id] = kb.ConceptID(id)
	}
	for i, c := range cases {
		if i >= len(found) || len(found[i]) == 0 {
			return errPeerWrong
		}
		id, err := strconv.Atoi(found[i][0])
		if err != nil || id < 0 || id >= len(everything) {
			return fmt.Errorf("%w: %q", errPeerWrong, found[i][0])
		}
		now := t.posterior(c, -1, false)
		best := t.best(c, everything)
		if want, got := t.gain(c, now, best), t.gain(c, now, kb.ConceptID(id)); want-got > 1e-4*want {
			return fmt.Errorf("%w: %d is worth %.6f, %d %.6f", errPeerWrong, id, got, best, want)
		}
	}
	return nil
}
