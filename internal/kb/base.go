package kb

import "anamnesis/internal/clinical"

// ConceptID indexes Base.Concepts; it is dense and valid for one edition only.
type ConceptID int32

// ConditionID indexes Base.Conditions; it is dense and valid for one edition only.
type ConditionID int32

// None marks an absent reference.
const None = -1

// Kind says what a concept is.
type Kind uint8

// Symptoms, signs and results are findings, whose absence counts; the rest are factors.
const (
	Symptom Kind = iota + 1
	Sign
	Result
	Risk
	Exposure
	Medication
	Family
	Background
	State
)

// Finding tells findings from factors.
func (k Kind) Finding() bool { return k >= Symptom && k <= Result }

// Dimension is the direction in which an attribute tells more of its parent.
type Dimension uint8

// NoDimension is the value of a concept that is no attribute.
const (
	NoDimension Dimension = iota
	Site
	Radiation
	Character
	Onset
	Course
	Timing
	Severity
	Better
	Worse
	Size
	Other
)

// Concept is a finding or a factor. Texts are in American English.
type Concept struct {
	_ struct{} `cbor:",toarray"`

	ID         string
	Code       string
	Former     []string // codes that it had in earlier editions
	Also       []Also
	Kind       Kind
	Name       string
	Lay        string
	Synonyms   []string
	Phrases    []string
	Definition string
	Question   string
	Region     string
	Batch      string // id of a Batch, "" for none
	// Rate of yes among adults seeking advice for something else;
	// for an attribute P(child | parent) over all causes. In (0,1).
	Background  float64
	Correlation int32 // index of a correlation group, None without one
	Parents     []ConceptID
	Children    []ConceptID // concepts that name this one in Parents, and its attributes
	Sex         clinical.Sex
	MinAge      int // 0 = none
	MaxAge      int // 0 = none
	Cost        float64
	Danger      bool
	AttributeOf ConceptID // None for a concept that is no attribute
	Dimension   Dimension
	Value       string
	Exclusive   bool
	Contrast    ConceptID // None without one
	// Standard is the short name of a standard attribute ("severe", "sudden", …), "" otherwise.
	Standard string
	// Dangers are what must have been asked of somebody who complains of this before the advice is a light one.
	Dangers []ConceptID
}

// Also is a concept of a published vocabulary that says the same as ours, or a part of it.
type Also struct {
	_ struct{} `cbor:",toarray"`

	Code, Name string
	Source     string // id of the vocabulary among Base.Sources
	Narrower   bool   // it says more than ours
}

// Codes are the code of the concept and those of the published concepts that say the same or a part of it.
func (c *Concept) Codes() []string {
	out := make([]string, 1, 1+len(c.Also))
	out[0] = c.Code
	for i := range c.Also {
		out = append(out, c.Also[i].Code)
	}
	return out
}

// Link ties a finding to a condition.
type Link struct {
	_ struct{} `cbor:",toarray"`

	Concept    ConceptID
	P          float64 // P(finding | condition); for an attribute P(child | parent, condition)
	Presenting float64 // share of patients who volunteer it first; 0 = not given
	Source     string  // "" = our estimate
	Modifiers  []Modifier
}

// Modifier replaces P where its expression is true.
type Modifier struct {
	_ struct{} `cbor:",toarray"`

	When *Expr
	P    float64
}

// Role says what a known factor means for a condition.
type Role uint8

// RoleRisk raises the odds; RoleAnswer: the known disease is the condition itself;
// RoleFlare: the condition is a flare of it; RoleComplication: grows on its ground.
const (
	RoleRisk Role = iota
	RoleAnswer
	RoleFlare
	RoleComplication
)

// Factor ties a factor to a condition by an odds ratio.
type Factor struct {
	_ struct{} `cbor:",toarray"`

	Concept ConceptID
	OR      float64
	Role    Role
	Source  string
}

// Share is the share of the condition's patients who have the factor, given that of all adults.
func (f *Factor) Share(background float64) float64 {
	return background * f.OR / (1 + background*(f.OR-1))
}

// Relation ties two conditions; Kind is broader, subtype, complication, flare or mimics.
type Relation struct {
	_ struct{} `cbor:",toarray"`

	// Kind is form (who has it has Of, by which the illness is named), subtype, complication, flare or mimics.
	Kind string
	Of   ConditionID
}

const relationForm = "form"

// Forms lists, for each condition, those that are a form or a stage of it.
func (b *Base) Forms() [][]ConditionID {
	out := make([][]ConditionID, len(b.Conditions))
	for d := range b.Conditions {
		for _, r := range b.Conditions[d].Relations {
			if r.Kind == relationForm {
				out[r.Of] = append(out[r.Of], ConditionID(d))
			}
		}
	}
	return out
}

// Raise makes a condition more urgent where its expression is true.
type Raise struct {
	_ struct{} `cbor:",toarray"`

	When  *Expr
	Level clinical.Level
}

// Condition is a possible cause.
type Condition struct {
	_ struct{} `cbor:",toarray"`

	ID        string
	Code      string
	Former    []string // codes that it had in earlier editions
	ICD10     []string
	Name      string
	Lay       string
	Synonyms  []string
	Group     int // index of Base.Groups
	Sex       clinical.Sex
	MinAge    int
	MaxAge    int
	Relations []Relation
	// Rate of presentations per 10,000 adults seeking advice, for [sex female=0 male=1][age band].
	Rate       [2][clinical.AgeBands]float64
	RateSource string
	Duration   [clinical.Buckets]float64 // shares, sum 1
	Course     string
	Findings   []Link   // ordered by Concept
	Factors    []Factor // ordered by Concept
	Level      clinical.Level
	Threshold  float64 // share of the full posterior above which Level counts
	// Residual marks a name for a complaint, or for what is left when nothing specific is found.
	Residual bool
	Raises   []Raise
	RuleOut  float64 // share from which it is listed to rule out; 0 = never
	Service  int     // index of Base.Services
	SelfCare []string
	WatchFor []string
	Article  string
	Sources  []string
	Review   string
}

// RedFlag is one rule of safety.
type RedFlag struct {
	_ struct{} `cbor:",toarray"`

	ID          string
	AskWhen     *Expr
	FireIf      *Expr
	Unless      *Expr // nil without one
	AtLeast     clinical.Level
	IfUnsure    clinical.Level
	Reason      string
	Instruction string
	Conditions  []ConditionID
	Source      string
}

// Option is one choice of a clarification.
type Option struct {
	_ struct{} `cbor:",toarray"`

	ID       string // "A" and digits
	Text     string
	Concepts []ConceptID
}

// Clarification is a vague complaint and what it may mean.
type Clarification struct {
	_ struct{} `cbor:",toarray"`

	ID       string
	Code     string
	Name     string
	Synonyms []string
	Phrases  []string
	Question string
	Options  []Option
}

// Group is a subdomain of the report.
type Group struct {
	_ struct{} `cbor:",toarray"`

	ID, Code, Name string
	Service        int
}

// Service is a care service; the maps are by language tag.
type Service struct {
	_ struct{} `cbor:",toarray"`

	ID      string
	Name    map[string]string
	Contact map[string]string
	Text    map[string]string
	Levels  []clinical.Level
}

// Batch heads a question that asks for several findings.
type Batch struct {
	_ struct{} `cbor:",toarray"`

	ID, Heading string
}

// Source is a cited work.
type Source struct {
	_ struct{} `cbor:",toarray"`

	ID, Title, URL string
	Year           int
}

// Section is one headed part of an article, in Markdown.
type Section struct {
	_ struct{} `cbor:",toarray"`

	Title, Text string
}

// Article is one page of the library. Texts are in American English with {emergency} and {crisis} in them.
type Article struct {
	_ struct{} `cbor:",toarray"`

	ID, Title, Snippet string
	Category           int // index of Groups
	Conditions         []ConditionID
	Related            []string
	Sources            []string
	Sections           []Section
}

// Row is one condition's entry in a finding's column.
type Row struct {
	Condition  ConditionID
	P          float64
	Presenting float64
}

// Base is one compiled edition of the knowledge base. It is immutable and safe for concurrent use.
type Base struct {
	Edition        string // hexadecimal hash of the compiled sources
	Concepts       []Concept
	Conditions     []Condition
	RedFlags       []RedFlag
	Clarifications []Clarification
	Groups         []Group
	Services       []Service
	Batches        []Batch
	Sources        []Source
	Articles       []Article
	Correlations   []string
	Spelling       [][2]string // American, British
	// Messages by language, then key; terms by language.
	Messages map[string]map[string]string
	Terms    map[string]Terms

	concepts       map[string]ConceptID
	conceptCodes   map[string]ConceptID
	conditions     map[string]ConditionID
	conditionCodes map[string]ConditionID
	clarifyCodes   map[string]int
	articles       map[string]int
	services       map[string]int
	groups         map[string]int
	sources        map[string]int
	british        map[string][]spelling // by the first American word, longest first
	language       string                // "" is Language
	translations   map[string]func() (*Base, error)
	articlesOwn    map[int]bool // articles that the language has
}

// Terms is the legal content of one language: Markdown paragraphs.
type Terms struct {
	Messages         []TermsMessage
	CheckboxPolicies []string
	FooterPolicies   []string
}

// TermsMessage is one paragraph or heading; Type is HEADER, PARAGRAPH or BULLET_POINT.
type TermsMessage struct{ Type, Text string }

// MeanRate is the rate per 10,000 adults who seek advice, all ages and both sexes alike.
func (c *Condition) MeanRate() float64 {
	sum := 0.0
	for _, sex := range c.Rate {
		for _, r := range sex {
			sum += r
		}
	}
	return sum / (2 * clinical.AgeBands)
}
