package agent

import (
	"cmp"

	"anamnesis/api"
)

// State is where a consultation stands.
type State struct {
	Question         *Question `json:"question,omitempty" jsonschema:"the open question; absent once the report is ready"`
	ReportReady      bool      `json:"report_ready" jsonschema:"read_report is possible"`
	StepBackPossible bool      `json:"step_back_possible"`
	Progress         int       `json:"progress" jsonschema:"percent"`
}

// Question is to be shown to the person as it is.
type Question struct {
	Type    string   `json:"type" jsonschema:"for autocomplete use search_symptom first"`
	Texts   []string `json:"texts"`
	Choices []Choice `json:"choices"`
	Min     int      `json:"min" jsonschema:"least number of choices"`
	Max     int      `json:"max,omitempty" jsonschema:"most; absent for no bound"`
}

// Choice is one answer offered.
type Choice struct {
	ID         string `json:"id"`
	Text       string `json:"text"`
	Definition string `json:"definition,omitempty"`
}

func stateOf(r *api.ChatResponse) State {
	if r == nil {
		return State{}
	}
	d := r.ConversationDetails
	out := State{ReportReady: d.ReportPossible, StepBackPossible: d.StepBackPossible, Progress: d.Progress.Percentage}
	if r.Question == nil {
		return out
	}
	q := &Question{Type: r.Question.Type, Texts: values(r.Question.Messages), Choices: []Choice{}}
	for _, c := range r.Question.Choices {
		choice := Choice{ID: c.ID, Text: c.Text}
		if c.SymptomDefinition != nil {
			choice.Definition = c.SymptomDefinition.Value
		}
		q.Choices = append(q.Choices, choice)
	}
	if b := r.Question.Constraints; b != nil {
		if b.MinSelections != nil {
			q.Min = *b.MinSelections
		}
		if b.MaxSelections != nil {
			q.Max = *b.MaxSelections
		}
	}
	out.Question = q
	return out
}

// Report is the outcome, in the order in which it is to be told.
type Report struct {
	Emergency      bool     `json:"emergency" jsonschema:"tell the recommendation first and at once"`
	Level          string   `json:"level"`
	Recommendation string   `json:"recommendation"`
	Explanation    []string `json:"explanation"`
	Service        string   `json:"service,omitempty" jsonschema:"where to go, with its number where it has one"`
	Likely         []Cause  `json:"likely_causes"`
	RuleOut        []Cause  `json:"to_rule_out"`
	SelfCare       []string `json:"self_care"`
	WatchFor       []string `json:"get_help_sooner_if"`
	Disclaimer     []string `json:"disclaimer"`
}

// Cause is one possible cause with its reasons.
type Cause struct {
	Name       string   `json:"name"`
	Lay        string   `json:"lay_name,omitempty"`
	Likelihood string   `json:"likelihood"`
	Level      string   `json:"level"`
	For        []string `json:"for"`
	Against    []string `json:"against"`
}

func reportOf(r *api.PatientReport) Report {
	o := &r.OverallOutcome
	out := Report{
		Emergency: r.Emergency, Level: o.SubdomainTriageLevel.ID, Recommendation: o.MainRecommendation,
		Explanation: append(values(o.Messages), values(o.Instructions)...), Likely: []Cause{}, RuleOut: []Cause{},
		SelfCare: texts(r.SelfCare), WatchFor: texts(r.WatchFor), Disclaimer: values(r.Disclaimer),
	}
	if out.Service = o.MainServiceRecommendation; o.Service != nil && o.Service.Contact != "" {
		out.Service += ": " + o.Service.Contact
	}
	if r.SubdomainsContainer == nil {
		return out
	}
	for _, category := range r.SubdomainsContainer.Categories {
		to := &out.Likely
		if category.Type == api.CategoryToRuleOut {
			to = &out.RuleOut
		}
		for _, group := range category.Subdomains {
			for i := range group.Conditions {
				*to = append(*to, causeOf(&group.Conditions[i]))
			}
		}
	}
	return out
}

func causeOf(c *api.Condition) Cause {
	out := Cause{Name: c.Name, Lay: c.LayName, Likelihood: c.Likelihood, Level: c.Level.DisplayName, For: []string{}, Against: []string{}}
	if c.Reasons != nil {
		for _, r := range c.Reasons.For {
			out.For = append(out.For, cmp.Or(r.Text, r.Name)) // a finding that is missing may speak for it
		}
		for _, r := range c.Reasons.Against {
			out.Against = append(out.Against, cmp.Or(r.Text, r.Name))
		}
	}
	return out
}

func texts(list []string) []string { return append([]string{}, list...) }
