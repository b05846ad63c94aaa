package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// speaking shows the page to a browser that prefers these languages.
func speaking(t *testing.T, s *stage, v view, languages, path string) *screen {
	t.Helper()
	p := load(t, s, v, "/icon.svg") // anything of the same site
	p.run(command(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "test", AcceptLanguage: languages}))
	p.visit(s, path)
	return p
}

func (p *screen) visit(s *stage, path string) {
	p.t.Helper()
	p.run(chromedp.Navigate(s.url + path))
	p.wait(1)
}

// TestLanguageOfTheBrowser: without a word from anybody the page speaks as the browser does, as far as the partner can.
func TestLanguageOfTheBrowser(t *testing.T) {
	s := newStage(t)
	for languages, want := range map[string]string{
		"es-MX,es,en-US": "es-ES Antes de empezar",
		"fr-FR,de-AT":    "de-DE Bevor Sie beginnen",
		"en-GB,en":       "en-GB Before you start",
		"fr-FR":          "en-US Before you start",
	} {
		t.Run(strings.ReplaceAll(languages, ",", "-"), func(t *testing.T) {
			p := speaking(t, s, phone, languages, "/")
			if got := js[string](p, "one('.frame').lang") + " " + p.text(".title"); got != want {
				t.Errorf("a browser that prefers %s is shown %q, want %q", languages, got, want)
			}
			p.picture("terms")
			p.audit("terms")
		})
	}
}

// TestLanguageChosen: what the person chose is seen at once, wins over browser and page, and is there on the next visit.
func TestLanguageChosen(t *testing.T) {
	s := newStage(t)
	p := speaking(t, s, phone, "es-ES", "/")
	names := js[[]string](p, "all('.tongues button').filter((b) => b.getBoundingClientRect().bottom <= innerHeight).map((b) => b.innerText)")
	if got := strings.Join(names, ", "); got != "Deutsch, English (UK), English (US), Español" {
		t.Errorf("offered without scrolling: %s", got)
	}
	if got := p.text(".tongues [aria-pressed=true]"); got != "Español" {
		t.Errorf("marked as spoken: %q", got)
	}
	p.next(func() { p.click(".tongues button", 0) })
	is := func(when, want string) {
		t.Helper()
		if got := js[string](p, "one('.frame').lang"); got != want {
			t.Errorf("%s the page speaks %s, want %s", when, got, want)
		}
	}
	is("after a choice", "de-DE")
	p.visit(s, "/")
	is("on the next visit", "de-DE")
	p.visit(s, "/embed.html")
	is("embedded elsewhere on the site", "de-DE")
	p.visit(s, "/?lang=en-GB")
	is("at an address that names a language", "en-GB")
	p.next(func() { p.click(".tongues button", 3) })
	is("after a choice there", "es-ES")
	p.visit(s, "/?lang=en-GB")
	is("on the next visit there", "es-ES")
	if stored := js[string](p, "JSON.stringify(Object.entries(localStorage))"); !strings.Contains(stored, "es-ES") || len(stored) > 100 {
		t.Errorf("kept: %s", stored)
	}
}

// TestOneLanguage: a partner of one language has nothing to offer.
func TestOneLanguage(t *testing.T) {
	s := newStage(t, "de-DE")
	p := speaking(t, s, phone, "es-ES", "/")
	if got := js[string](p, "one('.frame').lang"); got != "de-DE" || p.has(".tongues") {
		t.Errorf("the page speaks %s and offers %q", got, p.text(".tongues"))
	}
}
