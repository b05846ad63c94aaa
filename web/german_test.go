package web_test

import (
	"strings"
	"testing"
)

// TestGerman: the language is chosen on the first page, and everything around the questions is in it to the end.
func TestGerman(t *testing.T) {
	s := newStage(t)
	for name, v := range map[string]view{"phone": phone, "desktop": desktop} {
		t.Run(name, func(t *testing.T) {
			p := open(t, s, v, "/?lang=en-US")
			p.next(func() { p.click(".tongues button", 0) })
			if got := p.text(".title"); got != "Bevor Sie beginnen" || js[string](p, "one('.frame').lang") != "de-DE" {
				t.Errorf("after German was chosen: %q", got)
			}
			p.picture("terms")
			who := person{age: "45", query: "Seit gestern habe ich starke Schmerzen in der Brust und Atemnot", sex: 1}
			p.begin(who)
			if got := p.text(".title"); !strings.Contains(got, "verstanden") && !strings.Contains(got, "Notfall") {
				t.Errorf("first question %q", got)
			}
			for n := 0; !p.has(".lead"); n++ {
				if n > 60 {
					t.Fatal("no end")
				}
				p.answerFirst(n == 0)
			}
			p.picture("report")
			if got := p.text(".lead"); !strings.Contains(got, "112") && !strings.Contains(got, "Notaufnahme") && !strings.Contains(got, "ärztliche") {
				t.Errorf("the report leads with %q", got)
			}
			if got := js[string](p, "document.documentElement.lang"); got != "de-DE" {
				t.Errorf("the page's language is %q", got)
			}
			if got := js[string](p, "document.title"); !strings.HasSuffix(got, "Beschwerde-Check") {
				t.Errorf("the page's title is %q", got)
			}
			p.audit("german report")
		})
	}
}

// answerFirst ticks everything that was recognised, which is the first question, then denies what is asked: in any
// language, since it goes by the form of a question.
func (p *screen) answerFirst(first bool) {
	p.t.Helper()
	if p.has("button.choice") {
		pick := 0
		if js[int](p, "all('button.choice').length") == 3 {
			pick = 1 // no, rather than yes or not sure
		}
		p.next(func() { p.click("button.choice", pick) })
		return
	}
	if first {
		for i := range js[int](p, "all('.tick input').length") {
			p.click(".tick input", i)
		}
	} else if p.has(".main[aria-disabled=true]") {
		p.click(".tick input", 0)
	}
	p.next(func() { p.click("button.main", 0) })
}
