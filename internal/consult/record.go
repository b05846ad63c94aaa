package consult

// Heard is one thing that the recogniser found in the first text. Kept, so that a
// replay does not depend on the vocabulary of a later edition.
type Heard struct {
	Kind  string   `json:"k"` // concept, clarify, condition
	ID    string   `json:"id"`
	State string   `json:"s"`           // present, denied, ignored
	Other bool     `json:"o,omitempty"` // said of somebody else
	Attrs []string `json:"a,omitempty"` // attributes said of it
}

// The values of Heard.Kind and Heard.State.
const (
	heardConcept   = "concept"
	heardClarify   = "clarify"
	heardCondition = "condition"
	statePresent   = "present"
	stateDenied    = "denied"
	stateIgnored   = "ignored"
)

// Kinds of step.
const (
	stepRatify   = "ratify"
	stepContinue = "continue"
	stepSearch   = "search"
	stepClarify  = "clarify"
	stepDuration = "duration"
	stepHealth   = "health"
	stepSingle   = "single"
	stepBatch    = "batch"
	stepContrast = "contrast"
	stepNotice   = "notice"
)

// Step is one question and, once answered, its answer. Items are ids of the knowledge base.
type Step struct {
	Kind     string   `json:"k"`
	Items    []string `json:"i,omitempty"`
	Ref      string   `json:"r,omitempty"` // clarification id; dimension of a batch of attributes
	Why      string   `json:"w,omitempty"`
	Included []string `json:"in,omitempty"` // choice ids
	Excluded []string `json:"ex,omitempty"`
}

// Ways in which a consultation can end.
const (
	endNone        = ""
	endReport      = "report"
	endEmergency   = "emergency"
	endInformation = "information"
	endNoOutcome   = "no_outcome"
)

// Record is a consultation as it is stored; codec.go has the form. The names of JSON are those of version 1.
type Record struct {
	V        int     `json:"v"`
	Edition  string  `json:"e"`
	SID      string  `json:"sid"`
	Sex      string  `json:"sex"`
	Age      int     `json:"age"`
	Query    string  `json:"q"`
	Lang     string  `json:"l"`
	Date     string  `json:"d"` // YYYY-MM-DD, the day that "since Tuesday" counts from
	Days     float64 `json:"n"` // duration said in the first text, in days; negative where none was
	Crisis   bool    `json:"c,omitempty"`
	Asked    bool    `json:"inf,omitempty"` // information was asked for
	Heard    []Heard `json:"h,omitempty"`
	Done     []Step  `json:"s,omitempty"`
	Open     *Step   `json:"o,omitempty"`
	End      string  `json:"end,omitempty"`
	Reported bool    `json:"rep,omitempty"` // the report was fetched, or came inside an answer: nothing moves any more
}
