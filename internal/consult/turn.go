package consult

import "anamnesis/internal/report"

// Message is one piece of text shown to the person. Type and Format are the
// values of the interface: HEADER, PARAGRAPH, BULLET_POINT, INPUT_HINT, OTHER;
// PLAIN_TEXT, MARKDOWN.
type Message = report.Message

// Choice is one answer offered. ID is echoed back by the client.
type Choice struct {
	ID, Text   string
	Definition string // plain words, "" where there is none
}

// Question types that are answered by Answer.
const (
	TypeGeneric          = "generic"
	TypeSymptom          = "symptom"
	TypeSymptoms         = "symptoms"
	TypeSymptomsOne      = "symptoms_choose_one"
	TypeFactor           = "factor"
	TypeHealthBackground = "health_background"
	TypeAutocomplete     = "autocomplete"
)

// Question is what stands open. Min and Max bound the size of an answer's
// Included; Max 0 means no bound.
type Question struct {
	Type, ID string
	About    string // code of the concept that a yes-or-no question is about, "" otherwise; not sent
	Messages []Message
	Choices  []Choice
	Min, Max int
}

// Named is a concept as the summary shows it.
type Named struct{ Code, Name string }

// Turn is the consultation's state as a client sees it.
type Turn struct {
	StepBackPossible bool
	ReportPossible   bool
	Ended            bool
	Scenario         string
	Selected         []Named
	Excluded         []Named
	Ignored          []Named
	Stage            string // symptom_check … report
	Percentage       int    // 0 to 100
	Question         *Question
	Report           *report.Report // only where the flow ends directly with it
	Debug            []string       // why the question was asked, the head of the differential; codes only
}

// Answer is what the client sends back for the open question.
type Answer struct {
	Type               string
	Included, Excluded []string
}

// Start opens a consultation.
type Start struct {
	Sex   string // "female" or "male", checked by the caller's validation and again here
	Age   int    // years, 18 to 125
	Query string // 3 to 500 characters after trimming
}
