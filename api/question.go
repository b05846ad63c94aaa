package api

// Message is the unit of text shown to the person.
type Message struct {
	Value  string `json:"value"`
	Type   string `json:"type"`
	Format string `json:"format"`
}

// Values of Message.Type.
const (
	MessageHeader    = "HEADER"
	MessageParagraph = "PARAGRAPH"
	MessageBullet    = "BULLET_POINT"
	MessageHint      = "INPUT_HINT"
	MessageOther     = "OTHER"
)

// Values of Message.Format.
const (
	FormatPlain    = "PLAIN_TEXT"
	FormatMarkdown = "MARKDOWN" // links, bold, italics, line breaks and bullet points
	FormatHTML     = "HTML"     // not used by this service
)

// Values of Question.Type. The first seven are answered by POST /chat, the rest by POST /initial.
const (
	QuestionGeneric          = "generic"
	QuestionSymptom          = "symptom"
	QuestionSymptoms         = "symptoms"
	QuestionSymptomsOne      = "symptoms_choose_one"
	QuestionFactor           = "factor"
	QuestionHealthBackground = "health_background"
	QuestionAutocomplete     = "autocomplete"

	QuestionNumeric = "numeric"
	QuestionChoice  = "choice"
	QuestionText    = "text"
)

// AnswerSymptomOne is what deployed clients send to a question of type QuestionSymptomsOne.
const AnswerSymptomOne = "symptom_choose_one"

// ChoiceSkip is the choice that leaves a search without a result.
const ChoiceSkip = "skip_autocomplete"

// Question is what stands open.
type Question struct {
	Type        string       `json:"type"`
	ID          string       `json:"id"`
	Messages    []Message    `json:"messages,omitempty"`
	Choices     []Choice     `json:"choices,omitempty"`
	Constraints *Constraints `json:"constraints,omitempty"`
}

// Choice is one answer offered. Its ID is opaque and echoed back.
type Choice struct {
	ID                string   `json:"id"`
	Text              string   `json:"text"`
	SymptomDefinition *Message `json:"symptom_definition,omitempty"`
}

// Constraints bound an answer. Without MinSelections it is 0, without MaxSelections there is no bound.
// The onboarding questions repeat theirs under names of their own.
type Constraints struct {
	MinSelections *int `json:"min_selections,omitempty"`
	MaxSelections *int `json:"max_selections,omitempty"`
	MinValue      *int `json:"min_value,omitempty"`
	MaxValue      *int `json:"max_value,omitempty"`
	MinLength     *int `json:"min_length,omitempty"`
	MaxLength     *int `json:"max_length,omitempty"`
}
