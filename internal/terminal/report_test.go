package terminal

import (
	"bytes"
	"strings"
	"testing"

	"anamnesis/api"
)

func emergency() *api.PatientReport {
	return &api.PatientReport{
		Emergency: true,
		OverallOutcome: api.OverallOutcome{
			SubdomainTriageLevel: api.TriageLevel{ID: api.TriageAmbulance},
			MainRecommendation:   "Call for help now", MainServiceRecommendation: "Ambulance",
			Service: &api.Service{Contact: "112"},
		},
		Rules:    []api.Rule{{Reason: "This can be bleeding.", Unsure: true}},
		WatchFor: []string{"They no longer answer you."},
		SubdomainsContainer: &api.SubdomainsContainer{Categories: []api.SubdomainCategory{
			{Type: api.CategoryLikely, Subdomains: []api.Subdomain{{Conditions: []api.Condition{{Name: "Bleeding", Likelihood: "likely",
				Reasons: &api.Reasons{For: []api.Reason{{Name: "vomiting blood", Text: "You have: vomiting blood"}}, Against: []api.Reason{{Name: "fever"}}}}}}}},
			{Type: api.CategoryToRuleOut, Subdomains: []api.Subdomain{{Conditions: []api.Condition{{Name: "Ulcer"}}}}},
		}},
	}
}

func TestReportLeadsWithTheEmergency(t *testing.T) {
	for _, width := range []int{20, 40, 80, 200} {
		lines := layOut(emergency(), paint{unicode: true}, width)
		if !strings.HasPrefix(lines[0], "┏") || !strings.Contains(lines[1]+lines[2], "Call for") {
			t.Errorf("width %d begins with\n%s", width, strings.Join(lines[:3], "\n"))
		}
		for _, l := range lines {
			if columns(l) > width {
				t.Errorf("width %d: %q", width, l)
			}
		}
		last := -1
		flat := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
		for _, want := range []string{"112", "Why we advise this", "on the safe side", "What may be the cause", "Bleeding: likely", "+ You have: vomiting", "− fever", "What should be ruled out", "Ulcer", "Until help is there", "no longer"} {
			at := strings.Index(flat, want)
			if at <= last {
				t.Errorf("width %d: %q is missing or out of order", width, want)
			}
			last = at
		}
	}
}

func TestReportAsTextIsPlain(t *testing.T) {
	var b bytes.Buffer
	if err := WriteReport(&b, emergency(), 60, ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range b.String() {
		if c > '~' || c < ' ' && c != '\n' {
			t.Fatalf("%q in\n%s", c, b.String())
		}
	}
}

// Enter before the end turns the page; only at the end it leaves.
func TestReadingToTheEnd(t *testing.T) {
	w := &window{screen: &reading{emergency()}, width: 40, height: 10, percent: 100}
	if text := shown(t, w); !strings.Contains(text, "Call for help now") {
		t.Errorf("%s", text)
	}
	done, pages := false, 0
	for ; !done && pages < 50; pages++ {
		_, done = w.press(keyEnter)
	}
	if text := shown(t, w); !done || pages < 3 || !strings.Contains(text, "no longer") {
		t.Errorf("done %t after %d keys\n%s", done, pages, text)
	}
}
