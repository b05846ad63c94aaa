package api

import "encoding/json"

// EventRequest is the body of POST /analytics.
type EventRequest struct {
	Event string          `json:"event"`
	Value json.RawMessage `json:"value,omitempty"` // any JSON
}

// FeedbackRequest is the body of POST /analytics/feedback.
type FeedbackRequest struct {
	Stars   int      `json:"stars"`
	Labels  []string `json:"labels,omitempty"`
	Message string   `json:"message,omitempty"`
}

// Empty is the answer where there is nothing to say: {}.
type Empty struct{}

// RecordsRequest is the body of POST /v4/analytics/query. Both days are included, UTC, YYYY-MM-DD.
type RecordsRequest struct {
	StartDate string `json:"start_date"`
	EndDate   string `json:"end_date"`
}

// RecordsResponse is the answer of POST /v4/analytics/query.
type RecordsResponse struct {
	Records []Record `json:"records"`
}

// Record is one past consultation. The lists of symptoms, factors and outcomes are strings of
// entries "<code> (<name>)", parted by comma and space.
type Record struct {
	DatetimeConvStart           string        `json:"datetime_conv_start,omitempty"`
	DatetimeConvEnd             string        `json:"datetime_conv_end,omitempty"`
	ConversationID              string        `json:"conversation_id"`
	UserInput                   string        `json:"user_input"` // gender, year of birth, what was written
	Duration                    string        `json:"duration,omitempty"`
	ExtractedSymptoms           string        `json:"extracted_symptoms"`
	AdditionalSymptoms          string        `json:"additional_symptoms"`
	ExcludedSymptoms            string        `json:"excluded_symptoms"`
	ConfirmedInfluencingFactors string        `json:"confirmed_influencing_factors"`
	ExcludedInfluencingFactors  string        `json:"excluded_influencing_factors"`
	OutcomeConditions           string        `json:"outcome_conditions"`
	OutcomeRules                string        `json:"outcome_rules,omitempty"`
	RoundsCount                 int           `json:"rounds_count"`
	Events                      []RecordEvent `json:"events"`
}

// RecordEvent is a custom analytics event. A value that was no object is the payload's field value.
type RecordEvent struct {
	ID      string          `json:"id"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

// TimeLayout is the form of a record's times, in UTC.
const TimeLayout = "2006-01-02 15:04:05.000000 UTC"
