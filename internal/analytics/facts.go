package analytics

// Named is a code of the knowledge base and its name.
type Named struct{ Code, Name string }

// Facts are what a record tells of a stored consultation.
type Facts struct {
	Gender         string // female or male
	Age            int    // years at the start
	Query          string // the first text, as it was written
	DurationBucket string // hour, day, week, month, year; "" where it is not known

	Extracted       []Named // symptoms named by the person and confirmed
	Additional      []Named // symptoms affirmed when asked
	Excluded        []Named // symptoms denied
	Confirmed       []Named // influencing factors that apply
	ExcludedFactors []Named // influencing factors that do not

	Conditions []Named // the most probable ones, likeliest first; empty before the end
	Rules      []Named // the triage outcome, then the rules that set it; empty before the end

	Rounds int // answers that stand
}

// Recorder reads the facts out of a consultation's stored state.
type Recorder interface {
	// Record fails only where the state cannot be read.
	Record(state []byte) (Facts, error)
}
