package kb

// dangerSource lists the danger signs of a complaint.
type dangerSource struct {
	Complaint string   `yaml:"complaint"`
	Ask       []string `yaml:"ask"`
	Source    string   `yaml:"source"`

	file string
}

type clarificationSource struct {
	ID       string         `yaml:"id"`
	Code     string         `yaml:"code"`
	Digits   string         `yaml:"digits"`
	Name     string         `yaml:"name"`
	Synonyms []string       `yaml:"synonyms"`
	Phrases  []string       `yaml:"phrases"`
	Question string         `yaml:"question"`
	Options  []optionSource `yaml:"options"`

	file string
}

type optionSource struct {
	Digits   string   `yaml:"digits"`
	Text     string   `yaml:"text"`
	Concepts []string `yaml:"concepts"`
}

type groupSource struct {
	ID      string `yaml:"id"`
	Code    string `yaml:"code"`
	Name    string `yaml:"name"`
	Service string `yaml:"service"`

	file string
}

type serviceSource struct {
	ID      string            `yaml:"id"`
	Name    map[string]string `yaml:"name"`
	Contact map[string]string `yaml:"contact"`
	Text    map[string]string `yaml:"text"`
	Levels  []string          `yaml:"levels"`

	file string
}

type batchSource struct {
	ID      string `yaml:"id"`
	Heading string `yaml:"heading"`
	Topic   string `yaml:"topic"`

	file string
}

type workSource struct {
	ID    string `yaml:"id"`
	Title string `yaml:"title"`
	URL   string `yaml:"url"`
	Year  int    `yaml:"year"`

	file string
}

type articleSource struct {
	Title      string   `yaml:"title"`
	Snippet    string   `yaml:"snippet"`
	Category   string   `yaml:"category"`
	Conditions []string `yaml:"conditions"`
	Related    []string `yaml:"related"`
	Sources    []string `yaml:"sources"`

	id, file, body string
}

type termsSource struct {
	Messages []struct {
		Type string `yaml:"type"`
		Text string `yaml:"text"`
	} `yaml:"messages"`
	CheckboxPolicies []string `yaml:"checkbox_policies"`
	FooterPolicies   []string `yaml:"footer_policies"`

	file string
}
