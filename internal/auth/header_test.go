package auth_test

import (
	"errors"
	"testing"

	"anamnesis/internal/auth"
)

func TestChooseLanguage(t *testing.T) {
	both := []string{"de-DE", "en-US"}
	for name, c := range map[string]struct {
		enabled []string
		header  string
		want    string // "" is ErrLanguage
	}{
		"absent":                   {both, "", "en-US"},
		"blank":                    {both, "  ", "en-US"},
		"absent, first language":   {[]string{"de-DE", "fr"}, "", "de-DE"},
		"named":                    {both, "de-DE", "de-DE"},
		"other case":               {both, "DE-de", "de-DE"},
		"setting in other case":    {[]string{"EN-us"}, "en-US", "en-US"},
		"deprecated tag":           {[]string{"he"}, "iw", "he"},
		"shorter":                  {both, "de", ""},
		"longer":                   {both, "de-DE-1996", ""},
		"not enabled":              {both, "fr", ""},
		"no tag":                   {both, "german", ""},
		"list":                     {both, "de-DE, en-US;q=0.5", ""},
		"wildcard":                 {both, "*", ""},
		"none enabled":             {nil, "", "en-US"},
		"none enabled, en-US":      {nil, "en-us", "en-US"},
		"none enabled, other":      {nil, "de-DE", ""},
		"broken setting passed by": {[]string{"???", "de"}, "", "de"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := auth.ChooseLanguage(c.enabled, c.header)
			if got != c.want || (err != nil) != (c.want == "") || (err != nil && !errors.Is(err, auth.ErrLanguage)) {
				t.Errorf("ChooseLanguage(%q, %q) = %q, %v, want %q", c.enabled, c.header, got, err, c.want)
			}
		})
	}
}

func FuzzChooseLanguage(f *testing.F) {
	f.Add("en-US")
	f.Add("x-private")
	f.Add("en-a-bb-b-c0")
	f.Fuzz(func(t *testing.T, header string) {
		got, err := auth.ChooseLanguage([]string{"en-US", "de"}, header)
		if (err == nil) != (got == "en-US" || got == "de") {
			t.Errorf("ChooseLanguage(%q) = %q, %v", header, got, err)
		}
	})
}

func TestBearerToken(t *testing.T) {
	for header, want := range map[string]string{
		"Bearer abc":    "abc",
		"bearer abc":    "abc",
		"BEARER   abc ": "abc",
		"":              "",
		"Bearer":        "",
		"Bearer ":       "",
		"abc":           "",
		"Basic abc":     "",
		"Bearerabc":     "",
	} {
		got, err := auth.BearerToken(header)
		if got != want || (err != nil) != (want == "") || (err != nil && !errors.Is(err, auth.ErrTokenInvalid)) {
			t.Errorf("BearerToken(%q) = %q, %v, want %q", header, got, err, want)
		}
	}
}

func TestNormalOrigin(t *testing.T) {
	for origin, want := range map[string]string{
		"https://Example.org":     "https://example.org:443",
		"http://example.org/":     "http://example.org:80",
		"http://example.org:8080": "http://example.org:8080",
		"capacitor://localhost":   "capacitor://localhost:",
		"https://[::1]:3000":      "https://[::1]:3000",
		"":                        "",
		"null":                    "",
		"*":                       "",
		"example.org":             "",
		"https://":                "",
		"https://a/b":             "",
		"https://a?b":             "",
		"https://u@a":             "",
		"https://a:port":          "",
	} {
		got, err := auth.NormalOrigin(origin)
		if got != want || (err != nil) != (want == "") || (err != nil && !errors.Is(err, auth.ErrOrigin)) {
			t.Errorf("NormalOrigin(%q) = %q, %v, want %q", origin, got, err, want)
		}
	}
}
