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
			p.until("!!one('.tongue select')")
			if got := js[[]string](p, "[...one('.tongue select').options].map((o) => o.value)"); strings.Join(got, " ") != "de-DE en-GB en-US es-ES" {
				t.Errorf("languages %v", got)
			}
			js[bool](p, "((c) => { c.value = 'de-DE'; c.dispatchEvent(new Event('change')); return true; })(one('.tongue select'))")
			p.until("one('.frame').lang === 'de-DE' && one('.title').textContent === 'Bevor Sie beginnen'")
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
				p.answerFirst()
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

// answerFirst ticks the first of the things recognised, then denies what is asked.
func (p *screen) answerFirst() {
	p.t.Helper()
	switch {
	case p.has("button.choice"):
		n := js[int](p, "all('button.choice').length")
		pick := 0
		if n == 3 {
			pick = 1
		}
		p.next(func() { p.click("button.choice", pick) })
	default:
		switch title := p.text(".title"); {
		case strings.Contains(title, "trifft eher zu"):
			p.click(".tick input", 0)
		case strings.Contains(title, "verstanden"):
			for i := range js[int](p, "all('.tick input').length") {
				p.click(".tick input", i)
			}
		}
		p.next(func() { p.click("button.main", 0) })
	}
}
