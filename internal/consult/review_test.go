package consult_test

import (
	"testing"

	"anamnesis/internal/consult"

	"github.com/google/go-cmp/cmp"
)

// TestReview holds that a review shows the questions that were asked, the answers that were given, and at its end the
// level and the causes of the report.
func TestReview(t *testing.T) {
	s, iv := service(t), interview(t)
	for n, query := range []string{"cough and fever for 3 days", "chest pain", "qwrtz"} {
		r := iv.Begin("sid", "en-US", consult.Start{Sex: "male", Age: 60, Query: query}, day)
		var questions []*consult.Question
		var answers [][]string
		for r.Open != nil {
			q := iv.Render(r)
			a := consult.Answer{Type: q.Type}
			if q.Type == consult.TypeAutocomplete && len(questions) == 0 {
				a.Included = []string{"assessment_C0018681"} // headache
				q.Choices = append(q.Choices, consult.Choice{ID: a.Included[0], Text: "Headache"})
			} else {
				for i, c := range q.Choices {
					if len(a.Included) < max(1, q.Min) && i >= n%len(q.Choices) {
						a.Included = append(a.Included, c.ID)
					} else {
						a.Excluded = append(a.Excluded, c.ID)
					}
				}
			}
			questions, answers = append(questions, q), append(answers, a.Included)
			iv.Apply(r, a)
		}
		state, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		review, err := s.Review(state)
		if err != nil {
			t.Fatal(err)
		}
		var got []*consult.Question
		var included [][]string
		for _, st := range review.Steps {
			got, included = append(got, st.Question), append(included, st.Included)
		}
		if diff := cmp.Diff(questions, got); diff != "" {
			t.Errorf("%q: questions (-asked +review):\n%s", query, diff)
		}
		if diff := cmp.Diff(answers, included); diff != "" {
			t.Errorf("%q: answers (-given +review):\n%s", query, diff)
		}
		rep := iv.Report(r)
		last := review.Steps[len(review.Steps)-1].After
		want := consult.Standing{Level: rep.Level, Causes: rep.Summary.Ranked[:min(3, len(rep.Summary.Ranked))]}
		if diff := cmp.Diff(want, last); diff != "" {
			t.Errorf("%q: end (-report +review):\n%s", query, diff)
		}
	}
	if _, err := s.Review([]byte("{}")); err == nil {
		t.Error("a state that cannot be read was reviewed")
	}
}

func BenchmarkRecord(b *testing.B) {
	s, iv := service(b), interview(b)
	state, err := walk(iv, consult.Start{Sex: "female", Age: 40, Query: "cough and fever for 3 days"}, 3).Encode()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Record(state); err != nil {
			b.Fatal(err)
		}
	}
}
