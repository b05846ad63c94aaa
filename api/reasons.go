package api

// ReportReasons is the answer of GET /report/reasons, an addition of this service: why the report says what it says.
type ReportReasons struct {
	Edition   string          `json:"edition,omitempty"` // of the knowledge base the consultation was held on
	Level     LevelReasons    `json:"level"`
	Causes    []CauseReasons  `json:"causes,omitempty"` // ranked_causes of the summary, in their order
	Questions []AskedQuestion `json:"questions,omitempty"`
}

// LevelReasons says what set the triage level.
type LevelReasons struct {
	TriageLevel
	LeastHarm TriageLevel  `json:"least_harm"`      // by least expected harm over all evidence, before rules raised it
	Rules     []Rule       `json:"rules,omitempty"` // red flags that fired
	Causes    []CauseLevel `json:"causes,omitempty"`
}

// CauseLevel is how urgent one of the causes shown is for this person.
type CauseLevel struct {
	CUI   string      `json:"cui"`
	Name  string      `json:"name"`
	Level TriageLevel `json:"level"`
}

// CauseReasons is everything that weighs for or against a cause.
type CauseReasons struct {
	CUI             string   `json:"cui"`
	Name            string   `json:"name"`
	Category        string   `json:"category"`
	Probability     float64  `json:"probability"`      // 0 to 1, what the causes are ranked by
	FullProbability float64  `json:"full_probability"` // 0 to 1, with the full rates of the conditions, what the level is set by
	For             []Reason `json:"for,omitempty"`
	Against         []Reason `json:"against,omitempty"`
}

// AskedQuestion is one answered question and why it was asked.
type AskedQuestion struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Text     string   `json:"text"`
	Why      string   `json:"why,omitempty"`      // for professionals, in English
	Included []Choice `json:"included,omitempty"` // what the person affirmed
	Excluded []Choice `json:"excluded,omitempty"`
}
