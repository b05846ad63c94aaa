package analytics_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"anamnesis/api"
	"anamnesis/internal/analytics"
	"anamnesis/internal/store"

	"github.com/google/go-cmp/cmp"
)

func TestRecord(t *testing.T) {
	start := time.Date(2026, 11, 21, 9, 15, 2, 123456000, time.UTC)
	c := store.Consultation{SID: "sid-1", Started: start, Ended: start.Add(90 * time.Second)}
	f := analytics.Facts{
		Gender: "male", Age: 48, Query: "shaking", DurationBucket: "day",
		Extracted:  []analytics.Named{{Code: "C0036973", Name: "Shivering or rigors"}, {Code: "C0015967", Name: "Fever"}},
		Conditions: []analytics.Named{{Code: "C0021400", Name: "Influenza"}},
		Rules:      []analytics.Named{{Code: "urgent_48h", Name: "Medical help within two days"}},
		Rounds:     7,
	}
	events := []store.Event{{Name: "opened"}, {Name: "rating", Payload: []byte(`5`)}, {Name: "campaign", Payload: []byte(`{"a":1}`)}}
	want := api.Record{
		DatetimeConvStart: "2026-11-21 09:15:02.123456 UTC",
		DatetimeConvEnd:   "2026-11-21 09:16:32.123456 UTC",
		ConversationID:    "sid-1",
		UserInput:         "male, 1978, shaking",
		Duration:          "day",
		ExtractedSymptoms: "C0036973 (Shivering or rigors), C0015967 (Fever)",
		OutcomeConditions: "C0021400 (Influenza)",
		OutcomeRules:      "urgent_48h (Medical help within two days)",
		RoundsCount:       7,
		Events: []api.RecordEvent{
			{ID: "opened"},
			{ID: "rating", Payload: json.RawMessage(`{"value":5}`)},
			{ID: "campaign", Payload: json.RawMessage(`{"a":1}`)},
		},
	}
	if diff := cmp.Diff(want, analytics.Record(c, events, f)); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}

func TestRecordOfAnUnfinishedConsultation(t *testing.T) {
	c := store.Consultation{SID: "s", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	b, err := json.Marshal(analytics.Record(c, nil, analytics.Facts{Gender: "female", Age: 30, Query: "cough"}))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"datetime_conv_start":"2026-01-02 03:04:05.000000 UTC","conversation_id":"s","user_input":"female, 1996, cough",` +
		`"extracted_symptoms":"","additional_symptoms":"","excluded_symptoms":"","confirmed_influencing_factors":"",` +
		`"excluded_influencing_factors":"","outcome_conditions":"","rounds_count":0,"events":[]}`
	if diff := cmp.Diff(want, string(b)); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}

func TestPayload(t *testing.T) {
	for value, want := range map[string]string{
		``: ``, `null`: ``, `"x"`: `{"value":"x"}`, `[1]`: `{"value":[1]}`, `{"k":[]}`: `{"k":[]}`, `false`: `{"value":false}`,
	} {
		if got := string(analytics.Payload([]byte(value))); got != want {
			t.Errorf("Payload(%s) = %s, want %s", value, got, want)
		}
	}
}

func TestDay(t *testing.T) {
	for _, bad := range []string{"", "2026-1-1", "2026-02-30", "2026-01-01T00:00:00Z", "01-01-2026", " 2026-01-01", "０026-01-01"} {
		if _, err := analytics.Day(bad); !errors.Is(err, analytics.ErrDate) {
			t.Errorf("Day(%q): %v, want ErrDate", bad, err)
		}
	}
	d, err := analytics.Day("2024-02-28")
	if err != nil {
		t.Fatal(err)
	}
	from, to := analytics.Span(d, d.AddDate(0, 0, 1))
	if from != d || to != time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("Span = %v, %v", from, to)
	}
}
