package analytics_test

import (
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/analytics"
	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
)

func TestOverview(t *testing.T) {
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	o := analytics.NewOverview(analytics.Span(day, day.AddDate(0, 0, 1)))
	at := func(h int, took time.Duration) store.Consultation {
		start := day.Add(time.Duration(h) * time.Hour)
		return store.Consultation{SID: "s", Started: start, Updated: start.Add(took)}
	}
	end := func(level string, rounds int) analytics.Facts {
		return analytics.Facts{Query: " Qwrtz  plmkn", Rounds: rounds, Rules: []analytics.Named{{Code: level, Name: "name of " + level}, {Code: "rule", Name: "reason"}}}
	}
	empty := []store.Event{
		{Name: "opened"}, {Name: analytics.EventEmptySearch, Payload: []byte(`{"text":"Zyx"}`)}, {Name: analytics.EventEmptySearch, Payload: []byte(`7`)},
	}
	o.Add(at(1, 100*time.Second), empty, end(api.TriageSelfCare, 12), &store.Feedback{SID: "s1", Stars: 5, Labels: []string{"clear"}})
	o.Add(at(30, 50*time.Second), empty[:2], end(api.TriageAmbulance, 3), &store.Feedback{SID: "s2", Stars: 2, Labels: []string{"clear", "long"}, Message: "too long"})
	o.Add(at(31, 70*time.Second), nil, end(api.TriageNoOutcome, 2), nil)
	o.Add(at(32, 0), nil, analytics.Facts{Query: "cough", Rounds: 4}, nil)
	want := api.Overview{
		Started: 4, Completed: 3, MedianQuestions: 3, MedianSeconds: 70,
		Days: []api.DayCount{{Date: "2026-11-21", Started: 1, Completed: 1}, {Date: "2026-11-22", Started: 3, Completed: 2}},
		Levels: []api.LevelCount{
			{TriageLevel: api.TriageLevel{ID: api.TriageAmbulance, DisplayName: "name of emergency_ambulance"}, Count: 1},
			{TriageLevel: api.TriageLevel{ID: api.TriageSelfCare, DisplayName: "name of self_care"}, Count: 1},
			{TriageLevel: api.TriageLevel{ID: api.TriageNoOutcome, DisplayName: "name of no_outcome"}, Count: 1},
		},
		Questions: []api.QuestionsCount{{Questions: 2, Count: 1}, {Questions: 3, Count: 1}, {Questions: 12, Count: 1}},
		Feedback: api.FeedbackSummary{
			Count: 2, Mean: 3.5, Stars: [5]int{0, 1, 0, 0, 1}, Labels: []api.TextCount{{Text: "clear", Count: 2}, {Text: "long", Count: 1}},
			Messages: []api.FeedbackMessage{{ConversationID: "s2", Stars: 2, Message: "too long"}},
		},
		EmptySearches: []api.TextCount{{Text: "zyx", Count: 2}},
		Unrecognized:  []api.TextCount{{Text: "qwrtz plmkn", Count: 1}},
	}
	if diff := cmp.Diff(want, o.Result(false)); diff != "" {
		t.Errorf("overview (-want +got):\n%s", diff)
	}
}
