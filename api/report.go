package api

// ReportResponse is the answer of GET /report.
type ReportResponse struct {
	ConversationDetails ConversationDetails `json:"conversation_details"`
	Report              PatientReport       `json:"report"`
}

// PatientReport is the result of a consultation.
type PatientReport struct {
	OverallOutcome      OverallOutcome       `json:"overall_outcome"`
	SubdomainsContainer *SubdomainsContainer `json:"subdomains_container,omitempty"` // absent where no cause was found
	OtherOptions        *OtherOptions        `json:"other_options,omitempty"`
	InformationArticles *InformationArticles `json:"information_articles,omitempty"`
	Summary             ReportSummary        `json:"summary"`
	Disclaimer          []Message            `json:"disclaimer,omitempty"`

	// Additions of this service.
	Emergency bool     `json:"emergency"` // the outcome is an emergency level
	Rules     []Rule   `json:"rules,omitempty"`
	WatchFor  []string `json:"watch_for,omitempty"`
	SelfCare  []string `json:"self_care,omitempty"`
	Edition   string   `json:"edition,omitempty"` // of the knowledge base
}

// TriageLevel says how soon care is needed.
type TriageLevel struct {
	ID          string `json:"id"`
	DisplayName string `json:"display_name"`
}

// Values of TriageLevel.ID, most urgent first, and the two early ends.
const (
	TriageAmbulance   = "emergency_ambulance"
	TriageEmergency   = "emergency"
	TriageUrgent12h   = "urgent_12h"
	TriageUrgent48h   = "urgent_48h"
	TriageRoutine2w   = "routine_2w"
	TriageSelfCare    = "self_care"
	TriageNoOutcome   = "no_outcome"
	TriageInformation = "information"
)

// OverallOutcome is what to do.
type OverallOutcome struct {
	SubdomainTriageLevel      TriageLevel `json:"subdomain_triage_level"`
	MainRecommendation        string      `json:"main_recommendation"`
	MainServiceRecommendation string      `json:"main_service_recommendation,omitempty"` // the care service's name
	Service                   *Service    `json:"service,omitempty"`
	Messages                  []Message   `json:"messages,omitempty"`
	Instructions              []Message   `json:"instructions,omitempty"`
}

// Service is a care service.
type Service struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Contact string `json:"contact,omitempty"`
	Text    string `json:"text,omitempty"`
}

// SubdomainsContainer holds the causes.
type SubdomainsContainer struct {
	Categories []SubdomainCategory `json:"subdomains_categories"`
}

// SubdomainCategory holds the groups of likely causes, or of those to rule out.
type SubdomainCategory struct {
	Type       string      `json:"subdomain_type"`
	Subdomains []Subdomain `json:"subdomains,omitempty"`
}

// Values of SubdomainCategory.Type; CategoryOther occurs in RankedCause.Category alone.
const (
	CategoryLikely    = "LIKELY"
	CategoryToRuleOut = "TO_RULE_OUT"
	CategoryOther     = "OTHER"
)

// Subdomain is a group of conditions.
type Subdomain struct {
	CUI            string      `json:"cui"`
	Name           string      `json:"name"`
	TriageLevel    TriageLevel `json:"subdomain_triage_level"`
	PrimaryService string      `json:"primary_service,omitempty"` // the care service's name
	Conditions     []Condition `json:"conditions,omitempty"`
}

// Condition is one possible cause.
type Condition struct {
	CUI            string      `json:"cui"`
	Name           string      `json:"name"`
	Level          TriageLevel `json:"level"`
	PrimaryService string      `json:"primary_service,omitempty"` // the care service's name
	ArticleID      string      `json:"article_id,omitempty"`

	// Additions of this service.
	LayName     string   `json:"lay_name,omitempty"`
	Probability float64  `json:"probability"` // 0 to 1
	Likelihood  string   `json:"likelihood,omitempty"`
	Reasons     *Reasons `json:"reasons,omitempty"`
	WatchFor    []string `json:"watch_for,omitempty"`
	SelfCare    []string `json:"self_care,omitempty"`
	ICD10       []string `json:"icd10,omitempty"`
	Sources     []string `json:"sources,omitempty"`
}

// Reasons speak for and against a cause.
type Reasons struct {
	For     []Reason `json:"for,omitempty"`
	Against []Reason `json:"against,omitempty"`
}

// Reason is one finding or factor and what it weighs: log-odds, natural logarithm.
type Reason struct {
	CUI    string  `json:"cui"`
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
	Text   string  `json:"text,omitempty"`
}

// Rule is a red flag that set or raised the triage level.
type Rule struct {
	ID     string      `json:"id"`
	Reason string      `json:"reason"`
	Level  TriageLevel `json:"level"`
	Unsure bool        `json:"unsure"` // fired because an answer was "not sure"
}

// OtherOptions holds other care services.
type OtherOptions struct {
	Options []Option `json:"options"`
}

// Option is another care service; the first message is its name.
type Option struct {
	Messages []Message `json:"messages"`
	Service  *Service  `json:"service,omitempty"`
}

// InformationArticles names articles to read.
type InformationArticles struct {
	InformationArticles []ArticleLink `json:"information_articles"`
}

// ReportSummary is the flat part of a report.
type ReportSummary struct {
	RankedCauses       []RankedCause `json:"ranked_causes,omitempty"`
	Age                int           `json:"age"`
	Gender             string        `json:"gender"`
	Duration           string        `json:"duration,omitempty"` // hour, day, week, month or year
	InitialSymptoms    []Fact        `json:"initial_symptoms,omitempty"`
	AdditionalSymptoms []Fact        `json:"additional_symptoms,omitempty"`
	FactorsPresent     []Fact        `json:"factors_present,omitempty"`

	// Additions of this service.
	ExcludedSymptoms []Fact `json:"excluded_symptoms,omitempty"`
	UnsureSymptoms   []Fact `json:"unsure_symptoms,omitempty"`
	ExcludedFactors  []Fact `json:"excluded_factors,omitempty"`
}

// RankedCause is one line of the flat list of causes.
type RankedCause struct {
	CUI         string  `json:"cui"`
	Name        string  `json:"name"`
	Probability float64 `json:"probability"` // 0 to 1
	Category    string  `json:"category"`
}

// Fact is a finding or factor and what was said of it: yes, no or unsure.
type Fact struct {
	CUI     string `json:"cui"`
	Name    string `json:"name"`
	Value   string `json:"value,omitempty"`
	LayName string `json:"lay_name,omitempty"` // in plain words, as within a sentence, where those are others
}
