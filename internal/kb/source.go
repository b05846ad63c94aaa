package kb

// Sources are the parsed files of the knowledge folder. Concepts (the standard
// attributes among them), conditions, articles and works cited are ordered by
// id, so that a position here is the dense id of the compiled base.
type Sources struct {
	concepts       []conceptSource
	conditions     []conditionSource
	redFlags       []redFlagSource
	dangers        []dangerSource
	clarifications []clarificationSource
	groups         []groupSource
	services       []serviceSource
	batches        []batchSource
	works          []workSource
	articles       []articleSource
	spelling       map[string]string
	messages       map[string]map[string]string
	terms          map[string]termsSource
	translations   []*translationSource
	page           []byte // SOURCES.md as it stands

	conceptAt, conditionAt, articleAt, workAt, groupAt, serviceAt, batchAt map[string]int
}

type conceptSource struct {
	ID          string           `yaml:"id"`
	Code        string           `yaml:"code"`
	Former      []string         `yaml:"former"`
	Also        []alsoSource     `yaml:"also"`
	Kind        string           `yaml:"kind"`
	Name        string           `yaml:"name"`
	Lay         string           `yaml:"lay"`
	Synonyms    []string         `yaml:"synonyms"`
	Phrases     []string         `yaml:"phrases"`
	Definition  string           `yaml:"definition"`
	Question    string           `yaml:"question"`
	Region      string           `yaml:"region"`
	Batch       string           `yaml:"batch"`
	Background  float64          `yaml:"background"`
	Correlation string           `yaml:"correlation"`
	Parents     []string         `yaml:"parents"`
	Sex         string           `yaml:"sex"`
	Ages        []int            `yaml:"ages"`
	Cost        float64          `yaml:"cost"`
	Danger      bool             `yaml:"danger"`
	Standard    *standardSource  `yaml:"standard"`
	Attribute   *attributeSource `yaml:"attribute"`
	Contrast    string           `yaml:"contrast"`

	file  string
	short string // name of a standard attribute, "" otherwise
}

// alsoSource is a published concept that says the same as ours, or a part of it.
type alsoSource struct {
	Code     string `yaml:"code"`
	Name     string `yaml:"name"`
	Source   string `yaml:"source"`
	Narrower bool   `yaml:"narrower"`
}

type standardSource struct {
	Codes string             `yaml:"codes"`
	Of    []string           `yaml:"of"`
	Rates map[string]float64 `yaml:"rates"`
}

type attributeSource struct {
	Of        string `yaml:"of"`
	Dimension string `yaml:"dimension"`
	Value     string `yaml:"value"`
	Exclusive bool   `yaml:"exclusive"`
}

type conditionSource struct {
	ID        string                   `yaml:"id"`
	Code      string                   `yaml:"code"`
	Former    []string                 `yaml:"former"`
	ICD10     []string                 `yaml:"icd10"`
	Name      string                   `yaml:"name"`
	Lay       string                   `yaml:"lay"`
	Synonyms  []string                 `yaml:"synonyms"`
	Group     string                   `yaml:"group"`
	Sex       string                   `yaml:"sex"`
	Ages      []int                    `yaml:"ages"`
	Relations []relationSource         `yaml:"relations"`
	Rate      rateSource               `yaml:"rate"`
	Duration  []float64                `yaml:"duration"`
	Course    string                   `yaml:"course"`
	Figures   string                   `yaml:"figures"`
	Findings  map[string]findingSource `yaml:"findings"`
	Factors   map[string]factorSource  `yaml:"factors"`
	Triage    triageSource             `yaml:"triage"`
	RuleOut   float64                  `yaml:"rule_out"`
	Residual  bool                     `yaml:"residual"`
	Service   string                   `yaml:"service"`
	SelfCare  []string                 `yaml:"self_care"`
	WatchFor  []string                 `yaml:"watch_for"`
	Article   string                   `yaml:"article"`
	Sources   []string                 `yaml:"sources"`
	Review    string                   `yaml:"review"`

	file string
}

type relationSource struct {
	Kind string `yaml:"kind"`
	Of   string `yaml:"of"`
}

type rateSource struct {
	Per10000 float64   `yaml:"per_10000"`
	Age      []float64 `yaml:"age"`
	Sex      []float64 `yaml:"sex"` // male, female
	Source   string    `yaml:"source"`
}

type findingSource struct {
	P          float64          `yaml:"p"`
	Presenting float64          `yaml:"presenting"`
	Source     string           `yaml:"source"`
	Modifiers  []modifierSource `yaml:"modifiers"`
}

type modifierSource struct {
	When string  `yaml:"when"`
	P    float64 `yaml:"p"`
}

type factorSource struct {
	OR     float64 `yaml:"or"`
	P      float64 `yaml:"p"` // instead of or: share of the patients who have it
	Role   string  `yaml:"role"`
	Source string  `yaml:"source"`
}

// oddsRatio is the one given, or the one by which the share of patients follows from the background rate.
func (f *factorSource) oddsRatio(background float64) float64 {
	if f.P == 0 {
		return f.OR
	}
	return f.P / (1 - f.P) * (1 - background) / background
}

type triageSource struct {
	Level     string        `yaml:"level"`
	Threshold float64       `yaml:"threshold"`
	Raise     []raiseSource `yaml:"raise"`
}

type raiseSource struct {
	When  string `yaml:"when"`
	Level string `yaml:"level"`
}

type redFlagSource struct {
	ID          string   `yaml:"id"`
	AskWhen     string   `yaml:"ask_when"`
	FireIf      string   `yaml:"fire_if"`
	Unless      string   `yaml:"unless"`
	AtLeast     string   `yaml:"at_least"`
	IfUnsure    string   `yaml:"if_unsure"`
	Reason      string   `yaml:"reason"`
	Instruction string   `yaml:"instruction"`
	Conditions  []string `yaml:"conditions"`
	Source      string   `yaml:"source"`

	file string
}
