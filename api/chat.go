package api

// InitialRequest is the body of POST /initial.
type InitialRequest struct {
	Gender       string `json:"gender"` // a choice id of the gender question
	Age          int    `json:"age"`
	InitialQuery string `json:"initial_query"`
}

// Values of InitialRequest.Gender.
const (
	GenderFemale = "female"
	GenderMale   = "male"
)

// Answer is the body of POST /chat. But for a search, every choice of the question is in exactly one list.
type Answer struct {
	Type     string   `json:"type"`
	Included []string `json:"included,omitempty"`
	Excluded []string `json:"excluded,omitempty"`
}

// ChatResponse is the state of a consultation, from POST /initial, POST /chat, GET /chat and POST /step-back.
type ChatResponse struct {
	ConversationDetails ConversationDetails `json:"conversation_details"`
	Question            *Question           `json:"question,omitempty"`
	Report              *PatientReport      `json:"report,omitempty"` // only where the flow ends directly with it
	DebugMessages       []string            `json:"debug_messages,omitempty"`
}

// ConversationDetails says where a consultation stands.
type ConversationDetails struct {
	StepBackPossible  bool             `json:"step_back_possible"`
	ReportPossible    bool             `json:"report_possible"`
	Scenario          string           `json:"scenario,omitempty"`
	ConversationEnded bool             `json:"conversation_ended"`
	SymptomsSummary   *SymptomsSummary `json:"symptoms_summary,omitempty"`
	Progress          Progress         `json:"progress"`
}

// SymptomsSummary is what has been understood so far.
type SymptomsSummary struct {
	Selected []Concept `json:"selected,omitempty"`
	Excluded []Concept `json:"excluded,omitempty"`
	Ignored  []Concept `json:"ignored,omitempty"`
}

// Concept is a medical concept by code and name.
type Concept struct {
	CUI  string `json:"cui"`
	Name string `json:"name"`
}

// Progress tells how far a consultation is; Percentage is 0 to 100.
type Progress struct {
	Stage      string `json:"stage,omitempty"`
	Percentage int    `json:"percentage"`
}

// Values of Progress.Stage.
const (
	StageSymptomCheck     = "symptom_check"
	StageClarify          = "clarify"
	StageAutocomplete     = "autocomplete"
	StageDuration         = "duration"
	StageHealthBackground = "health_background"
	StageQuestions        = "questions"
	StageReport           = "report"
)

// Values of ConversationDetails.Scenario.
const (
	ScenarioRoutine      = "consultation_routine"
	ScenarioAutocomplete = "autocomplete_start"
)
