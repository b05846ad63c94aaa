package kb

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestText(t *testing.T) {
	b := exampleBase(t)
	for _, c := range []struct{ lang, in, want string }{
		{"en-US", "Diarrhea: call {emergency}", "Diarrhea: call 911"},
		{"en-GB", "Diarrhea: call {emergency} or {crisis}", "Diarrhoea: call 999 or 111"},
		{"en-GB", "DIARRHEA, diarrhea.", "DIARRHOEA, diarrhoea."},
		{"en-GB", "diarrheal antidiarrhea", "diarrheal antidiarrhea"},
		{"en-GB", "your Primary care doctor", "your GP"},
		{"en-GB", "primary care doctors", "GP care doctors"},
		{"en-GB", "[diarrhea](article:diarrhea) {diarrhea} https://a/diarrhea diarrhea", "[diarrhoea](article:diarrhea) {diarrhea} https://a/diarrhea diarrhoea"},
		{"en-GB", "](diarrhea é \xff", "](diarrhoea é \xff"},
		{"fr-FR", "diarrhea {emergency}", "diarrhea 911"},
	} {
		if got := b.Text(c.lang, c.in); got != c.want {
			t.Errorf("Text(%s, %q) = %q, want %q", c.lang, c.in, got, c.want)
		}
	}
}

func TestMessage(t *testing.T) {
	b := exampleBase(t)
	for _, c := range [][3]string{
		{"en-GB", "hello", "Call 999 for diarrhoea, {name}."},
		{"en-US", "hello", "Call 911 for diarrhea, {name}."},
		{"en-GB", "no.such", "no.such"},
	} {
		if got := b.Message(c[0], c[1]); got != c[2] {
			t.Errorf("Message(%s, %s) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
	want := Terms{
		Messages:         []TermsMessage{{Type: "HEADER", Text: "Read"}},
		CheckboxPolicies: []string{"[yes](https://a/diarrhea)"}, FooterPolicies: []string{"no"},
	}
	if diff := cmp.Diff(want, b.LegalTerms("en-GB")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
