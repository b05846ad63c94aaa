package main

import (
	"fmt"
	"strings"

	"anamnesis/api"
)

// report lays a report out for a terminal; the level leads.
func (t *talk) report(r *api.PatientReport) {
	o := &r.OverallOutcome
	color := "1;32"
	switch {
	case r.Emergency:
		color = "1;37;41"
	case strings.HasPrefix(o.SubdomainTriageLevel.ID, "urgent"):
		color = "1;33"
	}
	t.say("")
	t.say("%s", strings.Repeat("=", 72))
	t.say("%s", t.paint(color, " "+o.MainRecommendation+" "))
	for _, m := range o.Messages {
		if m.Type != api.MessageHeader {
			t.messages([]api.Message{m})
		}
	}
	if o.MainServiceRecommendation != "" {
		t.say("Where: %s", t.paint("1", o.MainServiceRecommendation))
	}
	if r.SubdomainsContainer != nil {
		for _, c := range r.SubdomainsContainer.Categories {
			t.category(&c)
		}
	}
	t.list("What you can do", r.SelfCare)
	t.list("Get help sooner if", r.WatchFor)
	t.say("")
	t.messages(o.Instructions)
	t.messages(r.Disclaimer)
}

func (t *talk) category(c *api.SubdomainCategory) {
	titles := map[string]string{"LIKELY": "What may be the cause", "TO_RULE_OUT": "What should be ruled out"}
	t.say("\n%s", t.paint("1", titles[c.Type]))
	for _, s := range c.Subdomains {
		for _, con := range s.Conditions {
			t.say("  * %s (%s): %s", t.paint("1", con.Name), con.LayName, con.Likelihood)
			if con.Reasons != nil {
				t.reasons("for", con.Reasons.For)
				t.reasons("against", con.Reasons.Against)
			}
		}
	}
}

func (t *talk) reasons(title string, list []api.Reason) {
	var names []string
	for _, r := range list[:min(4, len(list))] {
		names = append(names, r.Name)
	}
	if len(names) > 0 {
		t.say("    %s", t.paint("2", fmt.Sprintf("%s: %s", title, strings.Join(names, ", "))))
	}
}

func (t *talk) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	t.say("\n%s", t.paint("1", title))
	for _, s := range items {
		t.say("  - %s", s)
	}
}
