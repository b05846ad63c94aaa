package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"anamnesis/api"
)

func TestPairs(t *testing.T) {
	var p pairs
	p.add(50, 100)
	p.add(30, 100)
	p.add(90, 100)
	if r := p.result("", "", "", false); r.Ratio != .5 || r.Low != .3 || r.High != .9 || r.Ours != 50 {
		t.Errorf("rates: %+v", r)
	}
	if r := p.result("", "", "", true); r.Ratio != 2 || r.Low != 100./90 {
		t.Errorf("times: %+v", r)
	}
}

func TestUnder(t *testing.T) {
	last := Report{Results: []Result{{Name: "a", Ratio: 1}, {Name: "b", Ratio: 1}, {Name: "c", Ratio: 1}, {Name: "d", Ratio: 1, NotRun: "missing"}}}
	var b bytes.Buffer
	if err := last.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	now := Report{Results: []Result{{Name: "a", Ratio: .91}, {Name: "b", Ratio: .89}, {Name: "c", NotRun: "missing"}, {Name: "d", Ratio: .1}, {Name: "new", Ratio: .1}}}
	under, err := now.Under(&b)
	if err != nil || len(under) != 1 || !strings.HasPrefix(under[0], "b ") {
		t.Errorf("%q %v", under, err)
	}
}

// TestMerge accepts a report row by row: rows that were run now take the place of the earlier ones, others stay.
func TestMerge(t *testing.T) {
	accepted := func(r Report) *bytes.Buffer {
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		return &b
	}
	last := Report{Results: []Result{{Name: "a", Ratio: 1}, {Name: "b", Ratio: 1}, {Name: "c", Ratio: 1}}}
	now := Report{Results: []Result{{Name: "new", Ratio: 3}, {Name: "b", Ratio: 2}, {Name: "c", NotRun: "missing"}}}
	if err := now.Merge(accepted(last)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range now.Results {
		got = append(got, fmt.Sprint(x.Name, x.Ratio))
	}
	if want := []string{"a1", "b2", "c1", "new3"}; !slices.Equal(got, want) {
		t.Errorf("merged %v, want %v", got, want)
	}
	if err := now.Merge(accepted(Report{Machine: Machine{Cores: 64}})); err == nil {
		t.Error("rows of another machine were merged")
	}
	if err := now.Merge(strings.NewReader("no report")); err == nil {
		t.Error("no report was merged")
	}
}

// TestPersonKeepsTheRules reads a question as the load does and checks its answer's form.
func TestPersonKeepsTheRules(t *testing.T) {
	p := &person{rand: rand.New(rand.NewPCG(1, 1))}
	state := `{"conversation_details":{"report_possible":false},"question":{"type":"symptoms","id":"q","choices":[{"id":"C1","text":"a"},{"id":"C2","text":"b"}],"constraints":{"min_selections":0}}}`
	if err := p.read([]byte(state)); err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(p.answer), "\r\n\r\n")
	if strings.Count(body, `"C1"`) != 1 || strings.Count(body, `"C2"`) != 1 || !strings.Contains(body, `"type":"`+api.QuestionSymptoms) {
		t.Errorf("answer %s", body)
	}
	if err := p.read([]byte(`{"conversation_details":{"report_possible":true}}`)); err != nil || !p.finished() {
		t.Errorf("an end is not seen: %v", err)
	}
}
