package api

// Overview is the answer of POST /v4/analytics/overview, an addition of this service: what became of a partner's
// consultations that started in a range of days. Its lists are always there.
type Overview struct {
	Started         int              `json:"started"`
	Completed       int              `json:"completed"` // reached an end, a report or an early one
	MedianQuestions float64          `json:"median_questions"`
	MedianSeconds   float64          `json:"median_seconds"` // from the first text to the end, of those completed
	Days            []DayCount       `json:"days"`           // every day of the range
	Levels          []LevelCount     `json:"levels"`         // most urgent first
	Questions       []QuestionsCount `json:"questions"`      // of those completed, fewest first
	Feedback        FeedbackSummary  `json:"feedback"`
	EmptySearches   []TextCount      `json:"empty_searches"` // what was searched and not found, most frequent first
	Unrecognized    []TextCount      `json:"unrecognized"`   // first texts that ended without an assessment
	Incomplete      bool             `json:"incomplete"`     // the range holds more consultations than are counted
}

// DayCount counts the consultations that started on a UTC day.
type DayCount struct {
	Date      string `json:"date"` // YYYY-MM-DD
	Started   int    `json:"started"`
	Completed int    `json:"completed"`
}

// LevelCount counts outcomes.
type LevelCount struct {
	TriageLevel
	Count int `json:"count"`
}

// QuestionsCount counts consultations by the number of their questions.
type QuestionsCount struct {
	Questions int `json:"questions"`
	Count     int `json:"count"`
}

// TextCount counts a text, in lower case.
type TextCount struct {
	Text  string `json:"text"`
	Count int    `json:"count"`
}

// FeedbackSummary is what users thought.
type FeedbackSummary struct {
	Count    int               `json:"count"`
	Mean     float64           `json:"mean"`  // stars, 0 without any
	Stars    [5]int            `json:"stars"` // how many gave 1 to 5
	Labels   []TextCount       `json:"labels"`
	Messages []FeedbackMessage `json:"messages"` // the latest first
}

// FeedbackMessage is a feedback that came with words.
type FeedbackMessage struct {
	ConversationID string `json:"conversation_id"`
	Stars          int    `json:"stars"`
	Message        string `json:"message"`
}

// ReplayRequest is the body of POST /v4/analytics/replay.
type ReplayRequest struct {
	ConversationID string `json:"conversation_id"`
}

// Replay is the answer of POST /v4/analytics/replay, an addition of this service: one consultation question by
// question, as the knowledge base that is running now sees it.
type Replay struct {
	ConversationID string       `json:"conversation_id"`
	Gender         string       `json:"gender"`
	Age            int          `json:"age"`
	InitialQuery   string       `json:"initial_query"`
	Edition        string       `json:"edition"`         // of the knowledge base that the consultation was held on
	CurrentEdition string       `json:"current_edition"` // of the one that is running
	Start          ReplayView   `json:"start"`           // after the first text
	Steps          []ReplayStep `json:"steps"`
}

// ReplayStep is one question with its answer and what followed from it.
type ReplayStep struct {
	Question string         `json:"question"`
	Type     string         `json:"type"`
	Choices  []ReplayChoice `json:"choices"`
	ReplayView
}

// ReplayChoice is an answer that was offered, or found by search.
type ReplayChoice struct {
	Text   string `json:"text"`
	Chosen bool   `json:"chosen"`
}

// ReplayView is where a consultation stands: the level if it ended here, and the likeliest causes.
type ReplayView struct {
	Level  TriageLevel   `json:"level"`
	Causes []ReplayCause `json:"causes"`
}

// ReplayCause is one cause by its share among all.
type ReplayCause struct {
	CUI         string  `json:"cui"`
	Name        string  `json:"name"`
	Probability float64 `json:"probability"` // 0 to 1
}
