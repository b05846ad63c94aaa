package report

// Message is one piece of text shown to the person. Type is HEADER, PARAGRAPH,
// BULLET_POINT, INPUT_HINT or OTHER; Format is PLAIN_TEXT or MARKDOWN.
type Message struct{ Value, Type, Format string }

// Level is a triage level as shown.
type Level struct{ ID, DisplayName string }

// Service is a care service as shown.
type Service struct {
	ID, Name, Contact, Text string
}

// Reason is one thing that speaks for or against a cause.
type Reason struct {
	Code, Name string
	Weight     float64 // log-odds contribution, natural logarithm; its sign says for (+) or against (-)
	Text       string  // a sentence in plain words
}

// Condition is one cause in the tree.
type Condition struct {
	Code, Name, Lay string
	Level           Level
	Service         Service
	ArticleID       string // "" without one
	Probability     float64
	Likelihood      string // in words
	For, Against    []Reason
	WatchFor        []string
	SelfCare        []string
	ICD10           []string
	Sources         []string
}

// Subdomain is a group of conditions.
type Subdomain struct {
	Code, Name string
	Level      Level
	Service    Service
	Conditions []Condition
}

// Category is LIKELY or TO_RULE_OUT and its groups.
type Category struct {
	Type       string
	Subdomains []Subdomain
}

// Ranked is one line of the flat list of causes.
type Ranked struct {
	Code, Name  string
	Probability float64
	Category    string // LIKELY, TO_RULE_OUT or OTHER
}

// Fact is a finding or factor with what was said of it: yes, no or unsure.
type Fact struct{ Code, Name, Value, Lay string }

// Rule is a red flag that set or raised the level.
type Rule struct {
	ID, Reason string
	Level      Level
	Unsure     bool // fired because an answer was "not sure"
}

// Summary is the flat part of the report.
type Summary struct {
	Ranked             []Ranked
	Age                int
	Gender             string
	Duration           string
	InitialSymptoms    []Fact
	AdditionalSymptoms []Fact
	ExcludedSymptoms   []Fact
	UnsureSymptoms     []Fact
	Factors            []Fact // present ones
	ExcludedFactors    []Fact
}

// Option is another care service.
type Option struct {
	Service  Service
	Messages []Message
}

// Report is the whole result, before it is put on the wire.
type Report struct {
	Level              Level
	MainRecommendation string
	MainService        Service
	Messages           []Message
	Instructions       []Message
	Categories         []Category // empty where no cause was found
	Options            []Option
	Articles           []string // ids
	Summary            Summary
	Rules              []Rule
	WatchFor           []string
	SelfCare           []string
	Disclaimer         []Message
	Emergency          bool // level is an emergency; it leads
	Edition            string
}
