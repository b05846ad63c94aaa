package analytics

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"anamnesis/api"
	"anamnesis/internal/store"
)

// Record makes the record of one consultation with its events.
func Record(c store.Consultation, events []store.Event, f Facts) api.Record {
	return api.Record{
		DatetimeConvStart:           moment(c.Started),
		DatetimeConvEnd:             moment(c.Ended),
		ConversationID:              c.SID,
		UserInput:                   userInput(c.Started, f),
		Duration:                    f.DurationBucket,
		ExtractedSymptoms:           list(f.Extracted),
		AdditionalSymptoms:          list(f.Additional),
		ExcludedSymptoms:            list(f.Excluded),
		ConfirmedInfluencingFactors: list(f.Confirmed),
		ExcludedInfluencingFactors:  list(f.ExcludedFactors),
		OutcomeConditions:           list(f.Conditions),
		OutcomeRules:                list(f.Rules),
		RoundsCount:                 f.Rounds,
		Events:                      recordEvents(events),
	}
}

// moment is "" for the zero time: the conversation has not come there yet.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(api.TimeLayout)
}

// userInput looks like "male, 1978, shaking". The year of birth follows from the age at the start, so it
// may be one too late.
func userInput(started time.Time, f Facts) string {
	return strings.Join([]string{f.Gender, strconv.Itoa(started.UTC().Year() - f.Age), f.Query}, ", ")
}

// list looks like "C0036973 (Shivering or rigors), C0015967 (Fever)".
func list(named []Named) string {
	var b strings.Builder
	for i, n := range named {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s (%s)", n.Code, n.Name)
	}
	return b.String()
}

func recordEvents(events []store.Event) []api.RecordEvent {
	out := make([]api.RecordEvent, len(events))
	for i, e := range events {
		out[i] = api.RecordEvent{ID: e.Name, Payload: Payload(e.Payload)}
	}
	return out
}

// Payload makes the JSON object that a record shows for an event's value: the value itself where it is
// an object, {"value": …} around any other, nil where there was none. The value is valid JSON.
func Payload(value []byte) []byte {
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0 || string(value) == "null":
		return nil
	case value[0] == '{':
		return value
	}
	return append(append([]byte(`{"value":`), value...), '}')
}
