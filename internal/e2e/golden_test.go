package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/app"
	"anamnesis/internal/kb"

	"github.com/google/go-cmp/cmp"
)

// stage is what all transcripts play on, played once.
type stage struct {
	*server
	base    *kb.Base
	scripts []*script
	played  map[string]*transcript
	errs    map[string]error
}

var (
	playing sync.Mutex
	played  *stage
)

// theStage plays every script on one service.
func theStage(t *testing.T) *stage {
	t.Helper()
	playing.Lock()
	defer playing.Unlock()
	if played == nil {
		s, err := play(t)
		if err != nil {
			t.Fatal(err)
		}
		played = s
	}
	return played
}

func play(t *testing.T) (*stage, error) {
	dsn, remove, err := lasting(t)
	if err != nil {
		return nil, err
	}
	s := &stage{played: map[string]*transcript{}, errs: map[string]error{}}
	if s.base, err = app.LoadBase(); err != nil {
		return nil, err
	}
	contract, err := newContract()
	if err != nil {
		return nil, err
	}
	if s.server, err = start(dsn, func() time.Time { return today }); err != nil {
		return nil, err
	}
	stop := s.stop
	s.stop = func() error { return errors.Join(stop(), remove()) }
	if s.scripts, err = readScripts(); err != nil {
		return nil, err
	}
	for _, sc := range s.scripts {
		s.played[sc.name], s.errs[sc.name] = perform(s.server, contract, s.base, sc)
	}
	return s, nil
}

func readScripts() (all []*script, err error) {
	files, _ := filepath.Glob("testdata/*.script")
	for _, file := range files {
		sc, err := readScript(file, strings.TrimSuffix(filepath.Base(file), ".script"))
		if err != nil {
			return nil, err
		}
		all = append(all, sc)
	}
	return all, nil
}

// lasting makes a database that outlives the test.
func lasting(t *testing.T) (dsn string, remove func() error, err error) {
	if *storeName == onPostgres {
		return database(t), func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp("", "anamnesis-e2e-")
	return "sqlite:" + filepath.Join(dir, "e2e.db"), func() error { return os.RemoveAll(dir) }, err
}

func closeStage() error {
	if played == nil {
		return nil
	}
	return played.stop()
}

func TestTranscripts(t *testing.T) {
	s := theStage(t)
	if len(s.scripts) < 16 {
		t.Errorf("%d scripts, at least 16 are wanted", len(s.scripts))
	}
	for _, sc := range s.scripts {
		t.Run(sc.name, func(t *testing.T) {
			if err := s.errs[sc.name]; err != nil {
				t.Fatal(err)
			}
			tr := s.played[sc.name]
			for _, err := range sc.unmet(s.base, tr) {
				t.Error(err)
			}
			if *update && t.Failed() {
				t.Fatal("the golden stays as it was")
			}
			golden(t, sc, tr.print(sc))
		})
	}
}

func golden(t *testing.T, sc *script, got string) {
	t.Helper()
	file := filepath.Join("testdata", sc.name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("the transcript changed; where that is meant, run with -update (-want +got):\n%s", diff)
	}
}

// TestEveryQuestionTypeOccurs holds the transcripts to all ten.
func TestEveryQuestionTypeOccurs(t *testing.T) {
	seen := map[string]int{}
	for _, tr := range theStage(t).played {
		if tr == nil {
			continue
		}
		for _, q := range tr.onboarding {
			seen[q.Type]++
		}
		for _, st := range tr.steps {
			seen[st.question.Type]++
		}
	}
	for _, want := range []string{
		api.QuestionGeneric, api.QuestionSymptom, api.QuestionSymptoms, api.QuestionSymptomsOne, api.QuestionFactor,
		api.QuestionHealthBackground, api.QuestionAutocomplete, api.QuestionNumeric, api.QuestionChoice, api.QuestionText,
	} {
		if seen[want] == 0 {
			t.Errorf("no transcript has a question of type %s", want)
		}
	}
	t.Log(seen)
}

// print writes a transcript for people.
func (tr *transcript) print(sc *script) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d, %s: %s\n", sc.sex, sc.age, sc.language, sc.query)
	for _, q := range tr.onboarding {
		fmt.Fprintf(&b, "%s: %s\n", q.Type, heading(q))
	}
	n := 0
	for _, st := range tr.steps {
		if st.back {
			fmt.Fprintf(&b, "\n<- step back\n")
			n--
			continue
		}
		n++
		fmt.Fprintf(&b, "\n%d. %s: %s\n", n, st.question.Type, heading(st.question))
		st.print(&b)
	}
	tr.printReport(&b)
	return b.String()
}

func heading(q *api.Question) string {
	if len(q.Messages) == 0 {
		return ""
	}
	return q.Messages[0].Value
}

func (st step) print(b *strings.Builder) {
	for _, c := range st.question.Choices {
		mark := " "
		if slices.Contains(st.answer.Included, c.ID) {
			mark = "x"
		}
		fmt.Fprintf(b, "   [%s] %s\n", mark, c.Text)
	}
	if st.found != "" {
		fmt.Fprintf(b, "   [x] %s\n", st.found)
	}
}

func (tr *transcript) printReport(b *strings.Builder) {
	r, o := tr.report, tr.report.OverallOutcome
	fmt.Fprintf(b, "\nend: %s\nlevel: %s\n%s\n", tr.end(), o.SubdomainTriageLevel.ID, o.MainRecommendation)
	for i, c := range r.Summary.RankedCauses {
		if i < firstCauses {
			fmt.Fprintf(b, "%d. %s (%s)\n", i+1, c.Name, c.Category)
		}
	}
	for _, rule := range r.Rules {
		fmt.Fprintf(b, "rule: %s, %s\n", rule.ID, rule.Level.ID)
	}
	fmt.Fprintf(b, "service: %s\n", o.MainServiceRecommendation)
	if r.OtherOptions != nil {
		for _, option := range r.OtherOptions.Options {
			fmt.Fprintf(b, "other: %s\n", option.Messages[0].Value)
		}
	}
}

// firstCauses is how many causes stand in a golden, and how far an expected one may be down.
const firstCauses = 3
