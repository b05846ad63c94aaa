package recognize

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anamnesis/internal/kb"
)

var learn = flag.Bool("learn", false, "learn words/topic.txt again from the labelled sentences")

// labelled is a sentence of which is known whether it states a complaint, and which.
type labelled struct {
	text    string
	gold    map[string]bool // nil where not noted
	medical bool
	fold    int
}

// labelledSentences reads the open sentences of the text suite and testdata/topic.txt ("+" states a complaint, "-" none).
func labelledSentences(t *testing.T) []labelled {
	t.Helper()
	var out []labelled
	files, err := filepath.Glob("../../knowledge/cases/text/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no sentences", err)
	}
	for _, file := range files {
		for _, line := range readLines(t, file) {
			var it struct {
				ID, Kind, Text string
				Gold           []struct {
					Concept string
					Accept  []string
				}
			}
			if err := json.Unmarshal([]byte(line), &it); err != nil {
				t.Fatal(err)
			}
			if h := fnv.New32a(); true {
				h.Write([]byte(it.ID))
				if h.Sum32()%3 == 0 {
					continue // locked
				}
			}
			if it.Kind != "" && len(it.Gold) == 0 {
				continue // merely asked or feared
			}
			l := labelled{text: it.Text, medical: len(it.Gold) > 0, gold: map[string]bool{}}
			for _, g := range it.Gold {
				for _, id := range append(g.Accept, g.Concept) {
					l.gold[id] = true
				}
			}
			out = append(out, l)
		}
	}
	out = append(out, openings(t)...)
	for _, line := range readLines(t, "testdata/topic.txt") {
		if kind, s, ok := strings.Cut(line, " "); ok && (kind == "+" || kind == "-") {
			out = append(out, labelled{text: s, medical: kind == "+"})
		}
	}
	for i := range out {
		out[i].fold = int(hash(out[i].text) % folds)
	}
	return out
}

// openings are what the patients of our own cases say first.
func openings(t *testing.T) []labelled {
	var out []labelled
	for _, name := range []string{"common", "atypical", "minor", "sparse"} {
		for _, line := range readLines(t, "../../knowledge/cases/"+name+".yaml") {
			_, rest, ok := strings.Cut(line, `opening: "`)
			said, rest, ok2 := strings.Cut(rest, `", present: [`)
			present, _, ok3 := strings.Cut(rest, "]")
			if !ok || !ok2 || !ok3 {
				continue
			}
			l := labelled{text: strings.ReplaceAll(said, `\"`, `"`), medical: true, gold: map[string]bool{}}
			for id := range strings.SplitSeq(present, ", ") {
				l.gold[id] = true
			}
			out = append(out, l)
		}
	}
	if len(out) < 200 {
		t.Fatalf("only %d openings", len(out))
	}
	return out
}

func readLines(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for scan := bufio.NewScanner(bytes.NewReader(data)); scan.Scan(); {
		out = append(out, scan.Text())
	}
	return out
}

const folds = 5

// example is what a model sees of a sentence or a reading: features by name or stem.
type example struct {
	features map[int]float64
	right    bool
	weight   float64
	fold     int
	about    string
	needs    float64
	evidence evidence
}

// TestLearn fits the weights: those of words on whole sentences, those of evidence on readings, where the sum of the words
// comes from folds that the sentence is not in. It prints how many right and wrong readings each bound would drop.
func TestLearn(t *testing.T) {
	if !*learn {
		t.Skip("run with -learn to make words/topic.txt again")
	}
	base := realBase(t)
	r := New(base)
	sentences := labelledSentences(t)
	names, words := wordExamples(r, sentences)
	var inFold [folds]map[uint64]float64
	for k := range folds {
		inFold[k] = wordWeights(names, fit(words, len(names), wordPenalty, k))
	}
	readings := readingExamples(r, sentences, inFold)
	report(t, readings)
	all := wordWeights(names, fit(words, len(names), wordPenalty, -1))
	write(t, names, all, fit(readings, len(evidenceNames), evidencePenalty, -1))
}

const (
	wordPenalty     = 2.0
	evidencePenalty = 1.0
	leastSeen       = 3 // sentences that a word must stand in
)

// wordExamples are the sentences by the stems of their words; names are the stems.
func wordExamples(r *Recognizer, sentences []labelled) ([]string, []example) {
	seen := map[string]int{}
	stems := func(s string) []string {
		var out []string
		for _, t := range r.dict.tokens(s) {
			if t.Text[0] >= 'a' && t.Text[0] <= 'z' {
				out = append(out, r.dict.stemOf(r.dict.aliased(t.Text)))
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	for _, l := range sentences {
		for _, w := range stems(l.text) {
			seen[w]++
		}
	}
	names := slices.Sorted(maps.Keys(seen))
	names = slices.DeleteFunc(names, func(w string) bool { return seen[w] < leastSeen })
	at := map[string]int{}
	for i, w := range names {
		at[w] = i
	}
	var out []example
	for _, l := range sentences {
		e := example{features: map[int]float64{}, right: l.medical, weight: 1, fold: l.fold}
		for _, w := range stems(l.text) {
			if i, ok := at[w]; ok {
				e.features[i] = 1
			}
		}
		out = append(out, e)
	}
	return names, out
}

func (d *dictionary) aliased(w string) string {
	if a, ok := d.alias[w]; ok {
		return a
	}
	return w
}

func wordWeights(names []string, w []float64) map[uint64]float64 {
	m := map[uint64]float64{}
	for i, n := range names {
		m[hash(n)] = rounded(w[i])
	}
	return m
}

// rounded keeps the list short: words of one weight stand in one line.
func rounded(x float64) float64 { return math.Round(x*5) / 5 }

// readingExamples are the readings that would be judged.
func readingExamples(r *Recognizer, sentences []labelled, inFold [folds]map[uint64]float64) []example {
	var out []example
	for _, l := range sentences {
		r.weighWords(inFold[l.fold])
		s := r.pool.Get().(*scratch)
		s.input, s.sex, s.today, s.fixes = l.text, 0, july22, 0
		s.readings()
		for i := range s.mentions {
			m := &s.mentions[i]
			if !s.judged(m) || l.medical && !r.noted(m, l.gold) {
				continue
			}
			e := example{features: map[int]float64{}, right: l.medical, weight: 1, fold: l.fold, evidence: s.weigh(m), about: r.base.Concepts[m.id].ID + ": " + l.text}
			e.needs = s.needs(m, &e.evidence)
			for k, x := range e.evidence {
				if x != 0 {
					e.features[k] = x
				}
			}
			if !e.right {
				e.weight = wrongWeight
			}
			out = append(out, e)
		}
		r.pool.Put(s)
	}
	return out
}

// wrongWeight makes up for how few wrong readings there are.
const wrongWeight = 4

// noted tells whether a sentence's notes have the reading, or a kind of it; all are where there are no notes.
func (r *Recognizer) noted(m *mention, gold map[string]bool) bool {
	if gold == nil {
		return true
	}
	for g := range gold {
		for _, id := range [...]kb.ConceptID{m.concept, kb.ConceptID(m.id)} {
			if name := r.base.Concepts[id].ID; g == name || strings.HasPrefix(g, name) || strings.HasPrefix(name, g) {
				return true
			}
		}
	}
	return false
}

// fit is a logistic regression with a quadratic penalty, by gradient descent with momentum; without is the fold left out.
func fit(examples []example, n int, penalty float64, without int) []float64 {
	w, step, slope := make([]float64, n), make([]float64, n), make([]float64, n)
	for range 600 {
		for i := range slope {
			slope[i] = -penalty * w[i]
		}
		total := 0.0
		for i := range examples {
			e := &examples[i]
			if e.fold == without {
				continue
			}
			total += e.weight
			miss := e.weight * (yes(e.right) - 1/(1+math.Exp(-e.score(w))))
			for k, x := range e.features {
				slope[k] += miss * x
			}
		}
		for i := range w {
			step[i] = .9*step[i] + 2/total*slope[i]
			w[i] += step[i]
		}
	}
	return w
}

// score adds in the order of the features, so that the last digit does not depend on the map.
func (e *example) score(w []float64) float64 {
	sum := 0.0
	for _, k := range slices.Sorted(maps.Keys(e.features)) {
		sum += e.features[k] * w[k]
	}
	return sum
}

// report judges each reading by weights from the other folds.
func report(t *testing.T, readings []example) {
	type judged struct {
		score float64
		e     *example
	}
	var list []judged
	for k := range folds {
		w := fit(readings, len(evidenceNames), evidencePenalty, k)
		for i := range readings {
			if readings[i].fold == k {
				list = append(list, judged{readings[i].score(w), &readings[i]})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b judged) int { return cmp.Compare(a.score, b.score) })
	right, wrong := 0, 0
	for _, j := range list {
		if j.e.right {
			right++
		} else {
			wrong++
		}
	}
	t.Logf("%d right readings, %d wrong ones", right, wrong)
	lostRight, lostWrong := 0, 0
	for _, j := range list {
		switch dropped := j.score < j.e.needs; {
		case j.e.right && dropped:
			lostRight++
			t.Logf("right, dropped: %.2f < %.2f %s", j.score, j.e.needs, j.e.about)
		case dropped:
			lostWrong++
		case !j.e.right:
			t.Logf("wrong, kept: %.2f >= %.2f %s", j.score, j.e.needs, j.e.about)
		}
	}
	t.Logf("dropped: %d right, %d wrong", lostRight, lostWrong)
	for _, more := range [...]float64{-1, -.5, .5, 1, 1.5, 2} {
		lostRight, lostWrong = 0, 0
		for _, j := range list {
			if j.score < j.e.needs+more {
				lostRight, lostWrong = lostRight+int(yes(j.e.right)), lostWrong+int(yes(!j.e.right))
			}
		}
		t.Logf("with %.1f more needed: %d right, %d wrong", more, lostRight, lostWrong)
	}
}

func write(t *testing.T, names []string, words map[uint64]float64, weights []float64) {
	byWeight := map[float64][]string{}
	for _, n := range names {
		if v := words[hash(n)]; v != 0 {
			byWeight[v] = append(byWeight[v], n)
		}
	}
	var b strings.Builder
	b.WriteString("# How much a word, by its stem, and a kind of evidence (=name) speak for a sentence about somebody's health: log odds.\n# Made by `go test -run TestLearn -learn ./internal/recognize`; see topic.go. Do not edit.\n")
	for i, name := range evidenceNames {
		fmt.Fprintf(&b, "%.2f =%s\n", weights[i], name)
	}
	for _, v := range slices.Backward(slices.Sorted(maps.Keys(byWeight))) {
		fmt.Fprintf(&b, "%.1f %s\n", v, strings.Join(byWeight[v], " "))
	}
	if err := os.WriteFile("words/topic.txt", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
