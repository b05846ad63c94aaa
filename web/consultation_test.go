package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// person is who holds a consultation, and how they answer.
type person struct {
	age, query string
	sex        int                        // which of the choices
	tick       func(title, c string) bool // whether a choice applies
}

// begin accepts the terms and tells who the person is, up to the first question.
func (p *screen) begin(who person) {
	p.t.Helper()
	p.terms()
	p.click("input", 0)
	p.write(who.age)
	p.next(func() { p.press(kb.Enter) })
	p.next(func() { p.click("button.choice", who.sex) })
	p.click("textarea", 0)
	p.write(who.query)
	p.next(func() { p.click("button.main", 0) })
}

func (p *screen) terms() {
	p.t.Helper()
	for i := range js[int](p, "all('input').length") {
		p.click("input", i)
	}
	p.next(func() { p.click("button.main", 0) })
}

// answer answers the question that is shown.
func (p *screen) answer(who person) {
	p.t.Helper()
	title := p.text(".title")
	if p.has("[role=combobox]") {
		p.t.Fatalf("%s: a search was not expected: %s", p.name, title)
	}
	if p.has("button.choice") {
		texts := js[[]string](p, "all('button.choice').map((b) => b.innerText)")
		pick := len(texts) - 1
		if len(texts) == 3 {
			pick = 1 // no, rather than not sure
		}
		if strings.HasPrefix(texts[0], "No, continue") {
			pick = 0
		}
		for i, c := range texts {
			if who.tick != nil && who.tick(title, c) {
				pick = i
				break
			}
		}
		p.next(func() { p.click("button.choice", pick) })
		return
	}
	ticked := false
	for i, c := range js[[]string](p, "all('.tick').map((b) => b.innerText)") {
		if who.tick != nil && who.tick(title, c) {
			p.click(".tick input", i)
			ticked = true
		}
	}
	if !ticked && strings.HasSuffix(title, "which of these fits better?") {
		p.click(".tick input", 0) // one must be chosen
	}
	p.next(func() { p.click("button.main", 0) })
}

// finish answers until the report is there.
func (p *screen) finish(who person) {
	p.t.Helper()
	for n := 0; !p.has(".lead"); n++ {
		if n > 60 {
			p.t.Fatal("no end")
		}
		p.answer(who)
	}
}

// yes affirms each choice that contains one of the words.
func yes(words ...string) func(title, c string) bool {
	return func(title, c string) bool {
		for _, w := range words {
			if strings.Contains(strings.ToLower(c), w) || c == "Yes" && strings.Contains(strings.ToLower(title), w) {
				return true
			}
		}
		return false
	}
}

var (
	cold    = person{age: "29", query: "runny nose and sneezing since two days", tick: yes("runny", "sneez", "blocked nose", "1 to 6 days")}
	bladder = person{age: "26", query: "burning when I pee and I have to go all the time since yesterday", tick: yes("burning or pain when passing urine", "passing urine often", "urge", "sudden strong need", "1 to 6 days")}
	heart   = person{age: "61", sex: 1, query: "crushing chest pain going into my left arm, sweating", tick: yes("chest", "arm", "sweat", "less than a day", "i understand", "pressure")}
)

func TestWholeConsultations(t *testing.T) {
	s := newStage(t)
	for _, tt := range []struct {
		name      string
		who       person
		view      view
		emergency bool
	}{
		{"cold on a phone", cold, phone, false},
		{"bladder on a desktop", bladder, desktop, false},
		{"heart on a phone", heart, phone, true},
		{"heart on a desktop in the dark", heart, view{width: 1280, height: 800, dark: true, scale: 1}, true},
		{"bladder on a dark phone", bladder, view{width: 390, height: 844, mobile: true, dark: true, scale: 2}, false},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			p := open(t, s, tt.view, "/")
			p.picture("terms")
			p.audit("terms")
			p.terms()
			p.picture("age")
			p.click("input", 0)
			p.write(tt.who.age)
			p.next(func() { p.press(kb.Enter) })
			p.picture("sex")
			p.next(func() { p.click("button.choice", tt.who.sex) })
			p.click("textarea", 0)
			p.write(tt.who.query)
			p.picture("complaint")
			p.audit("complaint")
			p.next(func() { p.click("button.main", 0) })
			for n := 0; !p.has(".lead"); n++ {
				if n < 8 {
					p.picture("question")
					p.audit("question")
				}
				p.answer(tt.who)
			}
			p.picture("report")
			p.audit("report")
			if got := p.has(".lead.level-emergency_ambulance"); got != tt.emergency {
				t.Errorf("the report leads with %q", p.text(".lead"))
			}
			if call := js[string](p, "one('.lead .call')?.href ?? ''"); tt.emergency != (call == "tel:911") {
				t.Errorf("the call button leads to %q", call)
			}
		})
	}
}
